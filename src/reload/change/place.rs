//! Where in a parameter or in a result something stands.

use std::fmt;

use crate::quote::quoted;

/// A place: of a parameter, or of a result.
pub(super) enum Place<'p> {
    /// The parameter of this name.
    Argument(&'p str),
    /// The result.
    Result,
    /// A field of a record.
    Field(&'p Place<'p>, &'p str),
    /// Any item of an array.
    Item(&'p Place<'p>),
    /// Any value of a map.
    Value(&'p Place<'p>),
}

impl Place<'_> {
    fn path(&self) -> String {
        match self {
            Self::Argument(name) => (*name).to_owned(),
            Self::Result => String::new(),
            Self::Item(of) => format!("{}[]", of.path()),
            Self::Value(of) => Self::join(&of.path(), "*"),
            Self::Field(of, name) => Self::join(&of.path(), name),
        }
    }

    fn join(path: &str, name: &str) -> String {
        let dot = if path.is_empty() { "" } else { "." };
        format!("{path}{dot}{name}")
    }

    fn is_of_result(&self) -> bool {
        match self {
            Self::Argument(_) => false,
            Self::Result => true,
            Self::Item(of) | Self::Value(of) | Self::Field(of, _) => of.is_of_result(),
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Result => f.write_str("the result"),
            place if place.is_of_result() => write!(f, "{} of the result", quoted(&place.path())),
            place => f.write_str(&quoted(&place.path())),
        }
    }
}
