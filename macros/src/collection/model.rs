//! A collection as its block tells it, held to every rule.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Generics, Ident, Type};

/// A block that is a collection of tools.
pub(super) struct Collection {
    /// The type, as the block names it.
    pub(super) owner: Type,
    pub(super) generics: Generics,
    pub(super) conditions: Conditions,
    pub(super) name: String,
    /// The path of `rulebook`.
    pub(super) rulebook: TokenStream,
    pub(super) instructions: Vec<Line>,
    pub(super) constraints: Vec<Line>,
    pub(super) tools: Vec<Tool>,
    /// Several only where conditions leave one.
    pub(super) contexts: Vec<Context>,
}

/// The `#[cfg]` attributes under which something is there.
pub(super) type Conditions = Vec<Attribute>;

/// A standing line.
pub(super) struct Line {
    pub(super) conditions: Conditions,
    pub(super) text: String,
}

/// A method that is a tool.
pub(super) struct Tool {
    pub(super) conditions: Conditions,
    pub(super) method: Method,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) kind: Option<Kind>,
    pub(super) requires_approval: bool,
    pub(super) outcome: Outcome,
}

/// How a method is called.
pub(super) struct Method {
    pub(super) name: Ident,
    pub(super) asynchronous: bool,
    /// To call it is no mistake of whoever wrote it.
    pub(super) deprecated: bool,
    pub(super) parameters: Vec<Parameter>,
}

/// What a method takes.
pub(super) enum Parameter {
    /// What the model gives.
    Argument { name: String, description: Option<String>, ty: Box<Type> },
    /// The session, which the model never sees; where its type stands.
    Session(Span),
    /// Whoever calls, which it never sees either; where its type stands.
    Caller(Span),
    /// The settings, which it never sees either.
    Settings(Box<Type>),
}

/// What calling a tool can change.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Read,
    State,
    Edit,
    Execute,
}

/// What a method gives.
pub(super) struct Outcome {
    pub(super) value: Value,
    pub(super) failure: Option<Failure>,
}

/// What a method gives when it fails.
pub(super) enum Failure {
    /// A type.
    Typed(Box<Type>),
    /// A type that the alias of the result knows; where that stands.
    Unnamed(Span),
}

/// What a method gives when it does not fail.
pub(super) enum Value {
    /// What becomes JSON.
    Typed(Box<Type>),
    /// The output of a call as it is.
    Output,
    /// What an output is made of: a content block, or several.
    Content(Box<Type>),
}

/// A method that gives the live context.
pub(super) struct Context {
    pub(super) conditions: Conditions,
    pub(super) method: Method,
    /// The type of what it gives.
    pub(super) given: Type,
}
