//! What a schema takes, as a tree that values are held to.

use std::sync::Arc;

use serde_json::Value;

use super::bounds::{Bounds, Size};

#[derive(Clone, Debug)]
pub(super) enum Wanted {
    Any,
    Never,
    Null,
    Bool,
    Int(Bounds),
    Float(Bounds),
    Text(Size),
    /// One of these strings.
    Choice(Arc<[Arc<str>]>),
    /// One of these values.
    Among(Arc<[Value]>),
    Array(Arc<Items>),
    Object(Arc<Members>),
    Nullable(Box<Wanted>),
    Union(Box<Union>),
    All(Box<[Wanted]>),
    Not(Box<Wanted>),
    /// What stands at this place in the list of all that is referred to.
    Named(usize),
}

#[derive(Debug)]
pub(super) struct Items {
    pub(super) first: Box<[Wanted]>,
    pub(super) rest: Wanted,
    pub(super) size: Size,
    pub(super) unique: bool,
}

#[derive(Debug)]
pub(super) struct Members {
    /// In the order of the schema.
    pub(super) fields: Box<[Field]>,
    pub(super) patterns: Box<[(Names, Wanted)]>,
    /// What every other member is held to.
    pub(super) rest: Wanted,
    /// Nothing is said of any other member.
    pub(super) is_open: bool,
    pub(super) size: Size,
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: Arc<str>,
    pub(super) required: bool,
    pub(super) wanted: Wanted,
}

/// Members whose names follow a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Names {
    Digits,
    SignedDigits,
    /// A pattern that is not looked at: it may be any name.
    Unknown,
}

#[derive(Clone, Debug)]
pub(super) struct Union {
    pub(super) options: Box<[Wanted]>,
    /// A value may fit one of them only.
    pub(super) exclusive: bool,
    pub(super) tag: Option<Tag>,
}

/// What tells which of a union's objects is meant.
#[derive(Clone, Debug)]
pub(super) enum Tag {
    /// The text of this member.
    Member(Arc<str>),
    /// The name of the only member.
    Name,
}

impl Members {
    /// The names, in the order of the schema.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.fields.iter().map(|field| &*field.name)
    }

    pub(super) fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| *field.name == *name)
    }

    /// What a member is held to that is none of the fields; nothing when it is not
    /// looked at.
    pub(super) fn other(&self, name: &str) -> Option<&Wanted> {
        match self.patterns.iter().find(|(names, _)| names.take(name)) {
            Some((Names::Unknown, _)) => None,
            Some((_, wanted)) => Some(wanted),
            None => Some(&self.rest),
        }
    }

    /// Whether there is nothing but these fields.
    pub(super) fn is_closed(&self) -> bool {
        matches!(self.rest, Wanted::Never) && self.patterns.is_empty()
    }

    /// The only text that a member may have.
    pub(super) fn tag(&self, member: &str) -> Option<&Arc<str>> {
        match self.field(member) {
            Some(Field { required: true, wanted: Wanted::Choice(texts), .. }) => {
                texts.first().filter(|_| texts.len() == 1)
            }
            _ => None,
        }
    }

    /// The only member that there may be, and has to be.
    pub(super) fn only(&self) -> Option<&Field> {
        let only = self.fields.first().filter(|only| only.required && self.fields.len() == 1);
        only.filter(|_| self.is_closed())
    }
}

impl Names {
    pub(super) fn take(self, name: &str) -> bool {
        let digits = match self {
            Self::Unknown => return true,
            Self::Digits => name,
            Self::SignedDigits => name.strip_prefix('-').unwrap_or(name),
        };
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }
}

impl Wanted {
    /// What else the very same value is held to.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Nullable(inner) | Self::Not(inner) => std::slice::from_ref(&**inner),
            Self::Union(union) => &union.options,
            Self::All(parts) => parts,
            _ => &[],
        }
    }

    /// What it is, or what it refers to.
    pub(super) fn resolved<'w>(&'w self, named: &'w [Self]) -> &'w Self {
        let mut wanted = self;
        // Circles are broken, so this ends.
        while let Self::Named(index) = wanted {
            match named.get(*index) {
                Some(next) => wanted = next,
                None => return &Self::Never,
            }
        }
        wanted
    }

    /// The object that it takes, if it takes no other.
    pub(super) fn object<'w>(&'w self, named: &'w [Self]) -> Option<&'w Members> {
        match self.resolved(named) {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Whether a value of this kind can be taken at all, as text of it too.
    pub(super) fn may_take(&self, value: &Value, named: &[Self]) -> bool {
        let within = |inner: &Self| inner.may_take(value, named);
        match self.resolved(named) {
            Self::Any | Self::Not(_) => true,
            Self::Never | Self::Named(_) => false,
            Self::Null => value.is_null(),
            Self::Bool => value.is_boolean() || value.is_string(),
            Self::Int(_) | Self::Float(_) => value.is_number() || value.is_string(),
            Self::Text(_) | Self::Choice(_) => value.is_string(),
            Self::Among(values) => values
                .iter()
                .any(|one| std::mem::discriminant(one) == std::mem::discriminant(value)),
            Self::Array(_) => value.is_array(),
            Self::Object(_) => value.is_object(),
            Self::Nullable(inner) => value.is_null() || within(inner),
            Self::Union(union) => union.options.iter().any(within),
            Self::All(parts) => parts.iter().all(within),
        }
    }

    /// Whether a string is taken as that very string.
    pub(super) fn takes_text(&self, text: &str, named: &[Self]) -> bool {
        let within = |inner: &Self| inner.takes_text(text, named);
        match self.resolved(named) {
            Self::Any | Self::Text(_) => true,
            Self::Choice(texts) => texts.iter().any(|one| **one == *text),
            Self::Among(values) => values.iter().any(|one| one == text),
            Self::Nullable(inner) => within(inner),
            Self::Union(union) => union.options.iter().any(within),
            Self::All(parts) => parts.iter().all(within),
            _ => false,
        }
    }

    pub(super) fn takes_null(&self, named: &[Self]) -> bool {
        match self.resolved(named) {
            Self::Any | Self::Null | Self::Nullable(_) => true,
            Self::Among(values) => values.iter().any(Value::is_null),
            Self::Union(union) => union.options.iter().any(|one| one.takes_null(named)),
            Self::All(parts) => parts.iter().all(|one| one.takes_null(named)),
            _ => false,
        }
    }
}
