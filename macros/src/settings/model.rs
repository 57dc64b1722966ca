//! Settings and what they hold, held to every rule.

use proc_macro2::TokenStream;
use syn::{Attribute, Ident, Type, Visibility};

/// A type that gets an implementation.
pub(super) struct Owner {
    pub(super) ident: Ident,
    /// The path of `rulebook`.
    pub(super) rulebook: TokenStream,
    pub(super) description: Option<String>,
}

/// A struct that is the settings of a tool.
pub(super) struct Record {
    pub(super) owner: Owner,
    pub(super) visibility: Visibility,
    /// What sets some of the members.
    pub(super) overrides: Ident,
    pub(super) members: Vec<Member>,
}

/// A member of settings.
pub(super) struct Member {
    pub(super) field: Field,
    pub(super) configurable: bool,
}

/// A field that is stored by name.
pub(super) struct Field {
    pub(super) ident: Ident,
    pub(super) visibility: Visibility,
    /// Its doc comments.
    pub(super) docs: Vec<Attribute>,
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) ty: Type,
    /// Whether the type is written as an `Option`.
    pub(super) optional: bool,
}

/// A type that a setting can hold.
pub(super) struct Value {
    pub(super) owner: Owner,
    pub(super) stored: Stored,
}

/// How it is stored.
pub(super) enum Stored {
    /// As an object.
    Struct(Vec<Field>),
    /// As what is in it.
    Newtype(Box<Type>),
    /// By name.
    Enum(Vec<Variant>),
}

/// A variant without fields.
pub(super) struct Variant {
    pub(super) ident: Ident,
    pub(super) name: String,
    pub(super) description: Option<String>,
}
