//! The closed set of types a signature can hold.

use std::fmt;
use std::sync::Arc;

/// A type as written in a signature, with its aliases resolved.
///
/// Its `Display` is the notation a rule author writes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ty {
    /// `()`: no value; return types only.
    Unit,
    /// `bool`
    Bool,
    /// `int`: 64 bits.
    Int,
    /// `float`: a finite double.
    Float,
    /// `decimal`: exact decimal digits.
    Decimal,
    /// `string`
    String,
    /// `"a" | "b"`: one of these strings, in the order written.
    Choice(Arc<[Arc<str>]>),
    /// `array<T>`, or `array` when the items are not typed.
    Array(Option<Arc<Ty>>),
    /// `map<T>`, or `map` when the values are not typed.
    Map(Option<Arc<Ty>>),
    /// `#{ a: T, b?: T }`
    Record(Arc<[Field]>),
    /// `T?`: also null.
    Nullable(Arc<Ty>),
}

/// One field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name, as the JSON object spells it.
    pub name: Arc<str>,
    /// Whether the field may be absent (`name?: T`).
    pub optional: bool,
    /// What it holds.
    pub ty: Ty,
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit => f.write_str("()"),
            Self::Bool => f.write_str("bool"),
            Self::Int => f.write_str("int"),
            Self::Float => f.write_str("float"),
            Self::Decimal => f.write_str("decimal"),
            Self::String => f.write_str("string"),
            Self::Choice(names) => {
                for (index, name) in names.iter().enumerate() {
                    let separator = if index == 0 { "" } else { " | " };
                    write!(f, "{separator}{name:?}")?;
                }
                Ok(())
            }
            Self::Array(None) => f.write_str("array"),
            Self::Array(Some(item)) => write!(f, "array<{item}>"),
            Self::Map(None) => f.write_str("map"),
            Self::Map(Some(value)) => write!(f, "map<{value}>"),
            Self::Record(fields) if fields.is_empty() => f.write_str("#{}"),
            Self::Record(fields) => {
                f.write_str("#{ ")?;
                for (index, field) in fields.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{field}")?;
                }
                f.write_str(" }")
            }
            Self::Nullable(inner) => write!(f, "{inner}?"),
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.optional { "?" } else { "" };
        write!(f, "{}{mark}: {}", self.name, self.ty)
    }
}
