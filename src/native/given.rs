//! Keeping a failure from being given as a value: a `Result` can be written as JSON.

use std::marker::PhantomData;

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
