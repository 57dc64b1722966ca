//! The closed set of types a signature can hold.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A type as written in a signature, with its aliases resolved.
///
/// Its `Display` is the notation a rule author writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// `session`: what the tool set keeps for a conversation; parameters only.
    Session,
    /// The name of settings that the script declares; parameters only.
    Settings(Arc<str>),
}

/// One field of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    /// The name, as the JSON object spells it.
    pub name: Arc<str>,
    /// Whether the field may be absent (`name?: T`).
    pub optional: bool,
    /// What it holds.
    pub ty: Ty,
}

impl Ty {
    /// Whether a parameter of this type is an argument, which a model is told of.
    pub(crate) const fn is_argument(&self) -> bool {
        !matches!(self, Self::Session | Self::Settings(_))
    }
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
                    write!(f, "{separator}{}", Quoted(name))?;
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
            Self::Session => f.write_str("session"),
            Self::Settings(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.optional { "?" } else { "" };
        match is_identifier(&self.name) {
            true => write!(f, "{}{mark}: {}", self.name, self.ty),
            false => write!(f, "{}{mark}: {}", Quoted(&self.name), self.ty),
        }
    }
}

/// Whether a field's name can stand without quotes.
fn is_identifier(name: &str) -> bool {
    let letter = |c: char| c == '_' || c.is_ascii_alphabetic();
    name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// A text as a script writes it.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_shown_as_they_are_written() {
        let field = |name: &str, optional| Field { name: name.into(), optional, ty: Ty::Int };
        let fields = [field("a", false), field("b c", true), field("1", false), field("", false)];
        let record = Ty::Record(Arc::from(fields));
        assert_eq!(record.to_string(), r#"#{ a: int, "b c"?: int, "1": int, "": int }"#);
        let members = ["a\"b\\\n", "é\u{301}"].map(Arc::from);
        let choice = Ty::Nullable(Arc::new(Ty::Choice(Arc::from(members))));
        assert_eq!(choice.to_string(), "\"a\\\"b\\\\\\n\" | \"é\u{301}\"?");
    }
}
