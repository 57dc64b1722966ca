//! Keeping a failure from being given as a value: a `Result` can be written as JSON.
//! And keeping settings from being asked of the model: they may be read from JSON.

use std::marker::PhantomData;

use crate::settings::ToolSettings;

/// The type of what a method gives, where it is written as a value.
pub struct Given<T>(PhantomData<T>);

/// What every type is that is no `Result`.
pub trait Plain {
    /// Does nothing.
    fn check() {}
}

impl<T> Plain for Given<T> {}

/// What no `Result` is.
#[diagnostic::on_unimplemented(
    message = "a failure would be given as if it were a value",
    label = "this is a `Result`: write it as `Result<T, E>`, right after the `->`"
)]
pub trait NoFailure {}

impl<T, E> Given<Result<T, E>> {
    /// Does not compile. This is found before what every type has.
    pub fn check()
    where
        Result<T, E>: NoFailure,
    {
    }
}

/// The type of an argument, which the model gives.
pub struct Taken<T>(PhantomData<T>);

/// What every type can be that is no settings.
pub trait ByValue {
    /// Does nothing.
    fn check() {}
}

impl<T> ByValue for Taken<T> {}

/// What no settings are.
#[diagnostic::on_unimplemented(
    message = "the model would be asked for the settings `{Self}`",
    label = "settings are lent to a call: write `&{Self}`"
)]
pub trait LentSettings {}

impl<T: ToolSettings> Taken<T> {
    /// Does not compile. This is found before what every type has.
    pub fn check()
    where
        T: LentSettings,
    {
    }
}

impl<T: ToolSettings> Taken<Option<T>> {
    /// Does not compile either.
    pub fn check()
    where
        T: LentSettings,
    {
    }
}
