//! A type as it is written, before the names in it are looked up.

use std::sync::Arc;

use crate::source::Span;

/// How many parts a type may have, those of its aliases included.
pub(super) const MOST_PARTS: usize = 2_000;

/// How deep arrays, maps and records may be nested.
pub(super) const MOST_DEPTH: usize = 64;

/// How many parts the types of one signature may have together.
pub(super) const MOST_SIGNATURE: usize = 10_000;

/// A type as written. It is never nested deeper than [`MOST_DEPTH`].
pub(super) struct Node {
    pub(super) span: Span,
    pub(super) shape: Shape,
}

pub(super) enum Shape {
    /// `()`
    Unit,
    /// `int`, `array<int>`, `Reason`: a name, and what stands in `<…>`.
    Name(Span, Vec<Node>),
    /// `"a" | "b"`
    Choice(Arc<[Arc<str>]>),
    /// `#{ a: T }`
    Record(Vec<Entry>),
    /// `T?`
    Nullable(Box<Node>),
}

pub(super) struct Entry {
    pub(super) name: Arc<str>,
    pub(super) optional: bool,
    pub(super) ty: Node,
}

impl Node {
    /// Calls `see` with every name in the type.
    pub(super) fn names(&self, see: &mut impl FnMut(Span)) {
        match &self.shape {
            Shape::Unit | Shape::Choice(_) => {}
            Shape::Name(name, inner) => {
                see(*name);
                inner.iter().for_each(|node| node.names(see));
            }
            Shape::Record(entries) => entries.iter().for_each(|entry| entry.ty.names(see)),
            Shape::Nullable(inner) => inner.names(see),
        }
    }
}
