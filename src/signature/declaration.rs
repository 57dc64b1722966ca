//! Reads one declaration of a type.

use super::mistakes::{self, Owner};
use super::problems::quoted;
use super::reader::Reader;
use super::recover::skip;
use super::syntax::Node;
use super::tokens::Kind;
use super::types::{self, Broken, Place};
use crate::source::Span;

/// `type Name = T;`
pub(super) struct Declaration {
    pub(super) name: Span,
    /// What it stands for; nothing when that cannot be read.
    pub(super) target: Option<Node>,
}

/// Reads the declaration that comes next. Gives it, and where it begins:
/// `type Name =`.
pub(super) fn read(reader: &mut Reader<'_>) -> (Declaration, Span) {
    let keyword = reader.next();
    let kind = reader.kind(0);
    let name = reader.next().span;
    let equals = reader.next().span;
    let text = reader.slice(name);
    if kind == Kind::Reserved {
        let message = format!("{} is a word of the language", quoted(text));
        reader.malformed(name, message, "give the type another name");
    }
    let place = Place { owner: Owner { what: "", name: text }, followed_by: "`;`", unit: false };
    let target = match types::read(reader, &place) {
        Ok(node) => finish(reader, node),
        Err(Broken(open)) => {
            skip(reader, open, &[]);
            None
        }
    };
    reader.take(";");
    // Rhai takes doc comments before functions only.
    let start = keyword.docs.first().copied().unwrap_or(keyword.span);
    reader.blanks.push(start.to(reader.last));
    (Declaration { name, target }, keyword.span.to(equals))
}

/// Holds a declared type to the `;` that ends it.
fn finish(reader: &mut Reader<'_>, node: Node) -> Option<Node> {
    if reader.is(0, ";") {
        return Some(node);
    }
    let next = reader.span(0);
    let new_line = reader.slice(Span::new(node.span.end, next.start)).contains('\n');
    let ended = match reader.kind(0) {
        Kind::End | Kind::Keyword => true,
        Kind::Symbol => false,
        _ => new_line,
    };
    if ended {
        let end = reader.last;
        reader.malformed(end, "a type declaration ends with `;`", "write `;` after it");
        return Some(node);
    }
    mistakes::unexpected(reader, Some(&node), "`;`", true);
    skip(reader, Vec::new(), &[]);
    None
}
