//! Reads one type.

use std::collections::HashSet;
use std::sync::Arc;

use super::mistakes::{self, Owner};
use super::problems::quoted;
use super::reader::Reader;
use super::recover::Closer;
use super::syntax::{Entry, MOST_DEPTH, MOST_PARTS, Node, Shape};
use super::tokens::Kind;
use crate::code::Code;
use crate::source::Span;

/// Where a type stands: who needs it, and what may follow it.
pub(super) struct Place<'p> {
    /// What the type belongs to.
    pub(super) owner: Owner<'p>,
    /// As in "expected …": what follows the type.
    pub(super) followed_by: &'static str,
    /// Whether `()` may stand here.
    pub(super) unit: bool,
}

/// A type that cannot be read, and was reported: the brackets that it left
/// open, by their closers.
pub(super) struct Broken(pub(super) Vec<Closer>);

/// Reads the type that comes next, up to what follows it.
pub(super) fn read(reader: &mut Reader<'_>, place: &Place<'_>) -> Result<Node, Broken> {
    let mut parser = Parser { reader, place, open: Vec::new(), parts: 0 };
    match parser.ty(place.owner) {
        Some(node) => Ok(node),
        None => Err(Broken(parser.open.into_iter().map(|(closer, _)| closer).collect())),
    }
}

struct Parser<'r, 's> {
    reader: &'r mut Reader<'s>,
    place: &'r Place<'r>,
    /// The brackets that are open: what closes each, and where it stands.
    open: Vec<(Closer, Span)>,
    parts: usize,
}

/// Every method gives nothing after it has reported why.
impl Parser<'_, '_> {
    fn ty(&mut self, owner: Owner<'_>) -> Option<Node> {
        self.count()?;
        let start = self.reader.span(0);
        let node = match self.reader.kind(0) {
            Kind::Text => self.choice(start)?,
            Kind::Name | Kind::Reserved => self.named(start)?,
            _ if self.reader.is(0, "|") => self.choice(start)?,
            _ if self.reader.is(0, "#{") => self.record(start)?,
            _ if self.is_unit() => self.unit(start)?,
            _ => {
                let open = mistakes::no_type(self.reader, owner);
                self.open.extend(open.map(|closer| (closer, start)));
                return None;
            }
        };
        self.nullable(node)
    }

    /// One more part, within the limits.
    fn count(&mut self) -> Option<()> {
        self.parts += 1;
        let span = self.reader.span(0);
        let problem = if self.parts > MOST_PARTS {
            format!("this type has more than {MOST_PARTS} parts")
        } else if self.open.len() > MOST_DEPTH {
            format!("this type is nested more than {MOST_DEPTH} deep")
        } else {
            return Some(());
        };
        self.reader.problems.report(Code::TypeTooLarge, span, problem, mistakes::TOO_LARGE);
        None
    }

    fn is_unit(&mut self) -> bool {
        self.reader.is(0, "()") || (self.reader.is(0, "(") && self.reader.is(1, ")"))
    }

    fn unit(&mut self, start: Span) -> Option<Node> {
        if !self.reader.take("()") {
            self.reader.next();
            self.reader.next();
        }
        let span = start.to(self.reader.last);
        if self.place.unit && self.open.is_empty() {
            return Some(Node { span, shape: Shape::Unit });
        }
        self.reader.problems.report(
            Code::MisplacedType,
            span,
            "`()` holds nothing, and may stand only as the result of a function",
            "write the type of the value; `T?` if it can also be null",
        );
        None
    }

    fn nullable(&mut self, node: Node) -> Option<Node> {
        let mark = self.reader.span(0);
        let doubled = self.reader.is(0, "??") || (self.reader.is(0, "?") && self.reader.is(1, "?"));
        if doubled {
            let ty = self.reader.slice(node.span);
            self.reader.malformed(
                mark,
                "a type is made nullable once",
                format!("write {}", quoted(&format!("{ty}?"))),
            );
            return None;
        }
        if !self.reader.take("?") {
            return Some(node);
        }
        if matches!(node.shape, Shape::Unit) {
            self.reader.malformed(
                node.span.to(mark),
                "`()` is null already",
                "write `()`, or `T?` if the function can also give a value",
            );
            return None;
        }
        self.count()?;
        Some(Node { span: node.span.to(mark), shape: Shape::Nullable(Box::new(node)) })
    }

    fn choice(&mut self, start: Span) -> Option<Node> {
        self.reader.take("|");
        let mut names: Vec<Arc<str>> = Vec::new();
        let mut known = HashSet::new();
        loop {
            if self.reader.kind(0) != Kind::Text {
                mistakes::no_string(self.reader);
                return None;
            }
            self.count()?;
            let token = self.reader.next();
            let name: Arc<str> = token.value().into();
            if known.insert(Arc::clone(&name)) {
                names.push(name);
            } else {
                let name = quoted(self.reader.slice(token.span));
                self.reader.malformed(
                    token.span,
                    format!("{name} stands in this union twice"),
                    "leave one of them out",
                );
            }
            if !self.reader.take("|") {
                break;
            }
        }
        let span = start.to(self.reader.last);
        Some(Node { span, shape: Shape::Choice(names.into()) })
    }

    fn named(&mut self, name: Span) -> Option<Node> {
        self.reader.next();
        let mut inner = Vec::new();
        if self.reader.starts(0, '<') {
            self.reader.take_sign();
            self.open.push(('>', self.reader.last));
            let owner = Owner { what: "the items of", name: self.reader.slice(name) };
            loop {
                inner.push(self.ty(owner)?);
                if !self.reader.take(",") {
                    break;
                }
                if self.reader.is_field(0) {
                    self.not_closed();
                    return None;
                }
            }
            if !self.reader.starts(0, '>') {
                self.unexpected(inner.last(), "`>`");
                return None;
            }
            self.reader.take_sign();
            self.open.pop();
        }
        let span = name.to(self.reader.last);
        Some(Node { span, shape: Shape::Name(name, inner) })
    }

    fn record(&mut self, start: Span) -> Option<Node> {
        self.reader.next();
        self.open.push(('}', start));
        let mut entries: Vec<Entry> = Vec::new();
        let mut known = HashSet::new();
        let mut told = false;
        while !self.reader.take("}") {
            let at = self.reader.span(0);
            let entry = self.entry()?;
            if known.insert(Arc::clone(&entry.name)) {
                entries.push(entry);
            } else {
                self.reader.malformed(
                    at,
                    format!("the field {} stands in this record twice", quoted(&entry.name)),
                    "leave one of them out, or give it another name",
                );
            }
            if self.reader.is(0, ";") && (self.reader.is_field(1) || self.reader.is(1, "}")) {
                let sign = self.reader.next().span;
                if !std::mem::replace(&mut told, true) {
                    let message = "the fields of a record are separated by `,`";
                    self.reader.malformed(sign, message, "write `,` in place of `;`");
                }
                continue;
            }
            if !self.reader.take(",") && !self.reader.is(0, "}") {
                self.unexpected(entries.last().map(|entry| &entry.ty), "`,` or `}`");
                return None;
            }
        }
        self.open.pop();
        let span = start.to(self.reader.last);
        Some(Node { span, shape: Shape::Record(entries) })
    }

    fn entry(&mut self) -> Option<Entry> {
        if self.reader.kind(0) == Kind::End {
            self.not_closed();
            return None;
        }
        let kind = self.reader.kind(0);
        if !matches!(kind, Kind::Name | Kind::Text) {
            mistakes::no_field(self.reader);
            return None;
        }
        let token = self.reader.next();
        let written = self.reader.slice(token.span);
        let name = if kind == Kind::Text { token.value() } else { written };
        let optional = self.reader.take("?");
        if !self.reader.take(":") {
            mistakes::no_colon(self.reader, token.span);
            return None;
        }
        let ty = self.ty(Owner { what: "the field", name: written })?;
        Some(Entry { name: name.into(), optional, ty })
    }

    fn unexpected(&mut self, before: Option<&Node>, expected: &str) {
        if self.reader.kind(0) == Kind::End {
            self.not_closed();
        } else {
            let declared = self.place.followed_by == "`;`";
            mistakes::unexpected(self.reader, before, expected, declared);
        }
    }

    fn not_closed(&mut self) {
        if let Some((closer, span)) = self.open.last().copied() {
            let sign = quoted(self.reader.slice(span));
            self.reader.malformed(
                span,
                format!("this {sign} is never closed"),
                format!("write `{closer}` where it ends"),
            );
        }
    }
}
