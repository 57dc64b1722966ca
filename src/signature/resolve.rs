//! Looks up the names in a written type.

use std::sync::Arc;

use super::known;
use super::mistakes::TOO_LARGE;
use super::problems::{Problems, quoted, shortened};
use super::syntax::{MOST_DEPTH, MOST_PARTS, Node, Shape};
use super::whole_parameter;
use crate::code::Code;
use crate::source::{Source, Span};
use crate::ty::{Field, Ty};

/// A type with its names looked up. What it shares with its aliases is not
/// copied; `parts` and `depth` count it as if it were.
#[derive(Clone)]
pub(super) struct Resolved {
    pub(super) ty: Ty,
    pub(super) parts: usize,
    pub(super) depth: usize,
}

/// What a declared name stands for.
pub(super) enum Lookup<'a> {
    /// This type.
    Known(&'a Resolved),
    /// Nothing, and the reason was reported.
    Broken,
    /// Settings, which are no type of a value.
    Settings,
    /// It is not declared.
    Unknown,
}

/// The names that a script declares.
pub(super) trait Declared {
    fn look_up(&self, name: &str) -> Lookup<'_>;
    /// All of them, for a suggestion.
    fn names(&self) -> &[&str];
}

/// Turns written types into types.
pub(super) struct Resolver<'r, 's, D> {
    pub(super) source: &'s Source,
    pub(super) problems: &'r mut Problems<'s>,
    pub(super) declared: &'r D,
}

/// Every method gives nothing after a problem was reported.
impl<D: Declared> Resolver<'_, '_, D> {
    /// The type that is written; `blame` is underlined when it is too large,
    /// `result` tells that a function gives it.
    pub(super) fn resolve(&mut self, node: &Node, blame: Span, result: bool) -> Option<Resolved> {
        let resolved = self.node(node, result)?;
        let too_large = if resolved.parts > MOST_PARTS {
            format!("has more than {MOST_PARTS} parts, with those of its types written out")
        } else if resolved.depth > MOST_DEPTH {
            format!("is nested more than {MOST_DEPTH} deep, with its types written out")
        } else {
            return Some(resolved);
        };
        let message = format!("{} {too_large}", quoted(self.source.slice(blame)));
        self.problems.report(Code::TypeTooLarge, blame, message, TOO_LARGE);
        None
    }

    fn node(&mut self, node: &Node, result: bool) -> Option<Resolved> {
        match &node.shape {
            Shape::Unit => Some(leaf(Ty::Unit)),
            Shape::Name(name, inner) => self.name(node.span, *name, inner, result),
            Shape::Choice(names) => Some(Resolved {
                ty: Ty::Choice(Arc::clone(names)),
                parts: 1 + names.len(),
                depth: 0,
            }),
            Shape::Nullable(inner) => {
                let inner = self.node(inner, result)?;
                let ty = match inner.ty {
                    // Through an alias that is nullable itself.
                    nullable @ Ty::Nullable(_) => nullable,
                    ty => Ty::Nullable(Arc::new(ty)),
                };
                Some(Resolved { ty, parts: inner.parts + 1, depth: inner.depth })
            }
            Shape::Record(entries) => {
                let (mut parts, mut depth) = (1, 0);
                // All fields are looked up even after one fails.
                let fields: Vec<Option<Field>> = entries
                    .iter()
                    .map(|entry| {
                        let inner = self.node(&entry.ty, false)?;
                        parts += inner.parts;
                        depth = depth.max(inner.depth);
                        let name = Arc::clone(&entry.name);
                        Some(Field { name, optional: entry.optional, ty: inner.ty })
                    })
                    .collect();
                let fields: Option<Arc<[Field]>> = fields.into_iter().collect();
                Some(Resolved { ty: Ty::Record(fields?), parts, depth: depth + 1 })
            }
        }
    }

    fn name(&mut self, whole: Span, name: Span, inner: &[Node], result: bool) -> Option<Resolved> {
        let text = self.source.slice(name);
        let simple = match text {
            "array" => return self.container(text, whole, inner, Ty::Array),
            "map" => return self.container(text, whole, inner, Ty::Map),
            "bool" => leaf(Ty::Bool),
            "int" => leaf(Ty::Int),
            "float" => leaf(Ty::Float),
            "decimal" => leaf(Ty::Decimal),
            "string" => leaf(Ty::String),
            known::SESSION => {
                whole_parameter::session_misplaced(self.problems, whole, result);
                return None;
            }
            _ => match self.declared.look_up(text) {
                Lookup::Known(resolved) => resolved.clone(),
                Lookup::Broken => return None,
                Lookup::Settings => {
                    whole_parameter::settings_misplaced(self.problems, text, whole);
                    return None;
                }
                Lookup::Unknown => {
                    self.unknown(text, name, inner, result);
                    return None;
                }
            },
        };
        if inner.is_empty() {
            return Some(simple);
        }
        self.problems.report(
            Code::MalformedType,
            whole,
            format!("{} holds no other type", quoted(text)),
            format!("write {}", quoted(text)),
        );
        None
    }

    fn container(
        &mut self,
        name: &str,
        whole: Span,
        inner: &[Node],
        build: fn(Option<Arc<Ty>>) -> Ty,
    ) -> Option<Resolved> {
        let item = match inner {
            [] => return Some(Resolved { ty: build(None), parts: 1, depth: 1 }),
            [item] => self.node(item, false)?,
            [.., last] => {
                let last = shortened(self.source.slice(last.span));
                let (why, help) = if name == "map" {
                    ("the keys of a map are always strings".to_owned(), last)
                } else {
                    let first = inner.first().map_or("", |node| self.source.slice(node.span));
                    ("an array has one type for all its items".to_owned(), shortened(first))
                };
                let help = format!("write `{name}<{help}>`");
                self.problems.report(Code::MalformedType, whole, why, help);
                return None;
            }
        };
        let ty = build(Some(Arc::new(item.ty)));
        Some(Resolved { ty, parts: item.parts + 1, depth: item.depth + 1 })
    }

    fn unknown(&mut self, text: &str, name: Span, inner: &[Node], result: bool) {
        // Finding what to suggest takes time, and is not for nobody.
        let held = inner.last().map(|node| self.source.slice(node.span));
        let help = if self.problems.open() {
            known::instead(text, held, result, self.declared.names())
        } else {
            String::new()
        };
        let message = format!("there is no type {}", quoted(text));
        self.problems.report(Code::UnknownType, name, message, help);
        for node in inner {
            self.node(node, false);
        }
    }
}

fn leaf(ty: Ty) -> Resolved {
    Resolved { ty, parts: 1, depth: 0 }
}
