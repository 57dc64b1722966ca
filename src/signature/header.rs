//! Reads the head of a function: its name, parameters and return type.

use super::known;
use super::mistakes::{self, Owner};
use super::problems::{quoted, shortened};
use super::reader::Reader;
use super::recover::skip;
use super::syntax::Node;
use super::tokens::{Kind, Token};
use super::types::{self, Broken, Place};
use crate::source::Span;

/// The head of a function as written.
pub(super) struct Header {
    pub(super) name: Span,
    pub(super) private: bool,
    pub(super) method_of: Option<String>,
    pub(super) params: Vec<WrittenParam>,
    pub(super) returns: Option<Node>,
    pub(super) span: Span,
    pub(super) docs: Vec<Span>,
    /// Whether a problem of it was reported.
    pub(super) faulty: bool,
}

pub(super) struct WrittenParam {
    pub(super) name: Span,
    pub(super) ty: Option<Node>,
}

/// Reads on after `fn`, up to the body. Gives nothing where no function
/// stands; Rhai then says what is wrong.
pub(super) fn read(reader: &mut Reader<'_>, keyword: Span) -> Option<Header> {
    let mut method_of = None;
    if reader.is(1, ".") && matches!(reader.kind(0), Kind::Name | Kind::Text) {
        method_of = Some(type_name(reader));
        reader.next();
    }
    let name = reader.is_word(0).then(|| reader.next().span);
    let mut header = Header {
        name: name.unwrap_or(keyword),
        private: false,
        method_of,
        params: Vec::new(),
        returns: None,
        span: keyword,
        docs: Vec::new(),
        faulty: false,
    };
    if reader.take("(") {
        params(reader, &mut header);
    } else if !reader.take("()") {
        return None;
    }
    returns(reader, &mut header);
    header.span = keyword.to(reader.last);
    // A head without a name was read only to blank its types.
    name.map(|_| header)
}

fn type_name(reader: &mut Reader<'_>) -> String {
    let token = reader.next();
    match token.kind {
        Kind::Text => token.value().to_owned(),
        _ => reader.slice(token.span).to_owned(),
    }
}

fn params(reader: &mut Reader<'_>, header: &mut Header) {
    loop {
        if reader.take(")") {
            return;
        }
        match reader.kind(0) {
            Kind::End => return,
            Kind::Symbol if matches!(reader.text(0), "{" | "}" | ";" | "->") => return,
            Kind::Keyword if matches!(reader.text(0), "fn" | "private" | "let" | "const") => return,
            Kind::Name | Kind::Reserved => param(reader, header),
            Kind::Text if header.params.last().is_some_and(|param| param.ty.is_some()) => {
                let span = reader.next().span;
                reader.malformed(
                    span,
                    "the strings of a union are joined by `|`",
                    "write `|` in place of the comma",
                );
                header.faulty = true;
            }
            // Rhai says what it is.
            _ => {
                reader.next();
            }
        }
    }
}

fn param(reader: &mut Reader<'_>, header: &mut Header) {
    let mut name = reader.next();
    if reader.is_word(0) {
        name = no_colon(reader, name);
        header.faulty = true;
    }
    if reader.is(0, "?") && reader.is(1, ":") {
        let mark = reader.next().span;
        reader.blanks.push(mark);
        let text = shortened(reader.slice(name.span));
        reader.malformed(
            name.span.to(mark),
            "every parameter is required",
            format!("write `{text}: T?` for a parameter that can be null"),
        );
        header.faulty = true;
    }
    let mut ty = None;
    if reader.starts(0, ':') {
        let colon = reader.span(0);
        let text = reader.slice(name.span);
        let owner = Owner { what: "the parameter", name: text };
        let place = Place { owner, followed_by: "`,` or `)`", unit: false };
        reader.take_sign();
        let read = types::read(reader, &place);
        ty = finish(reader, &place, read, &[",", ")"]);
        header.faulty |= ty.is_none();
        reader.blanks.push(colon.to(reader.last));
    }
    header.params.push(WrittenParam { name: name.span, ty });
}

/// `int days`, or `days int`, for `days: int`. Gives the parameter's name.
fn no_colon(reader: &mut Reader<'_>, first: Token) -> Token {
    let second = reader.next();
    let type_last = known::is_built_in(reader.slice(second.span));
    let (name, ty) = if type_last { (&first, &second) } else { (&second, &first) };
    let (text, ty_text) = (reader.slice(name.span), reader.slice(ty.span));
    let help = if reader.is(0, ":") {
        format!("write {} alone before the colon", quoted(text))
    } else {
        format!("write {}", quoted(&format!("{text}: {ty_text}")))
    };
    let both = first.span.to(second.span);
    reader.malformed(both, "a parameter is one name, a colon and a type", help);
    reader.blanks.push(ty.span);
    if type_last { first } else { second }
}

fn returns(reader: &mut Reader<'_>, header: &mut Header) {
    let arrow = reader.span(0);
    let place =
        Place { owner: Owner { what: "the result", name: "" }, followed_by: "`{`", unit: true };
    if !reader.take("->") {
        if !reader.is(0, ":") && !reader.is(0, "=>") {
            return;
        }
        let sign = quoted(reader.text(0));
        reader.next();
        reader.malformed(
            arrow,
            format!("the type of the result follows `->`, not {sign}"),
            "write `->`",
        );
        header.faulty = true;
    }
    let read = types::read(reader, &place);
    header.returns = finish(reader, &place, read, &["{"]);
    header.faulty |= header.returns.is_none();
    reader.blanks.push(arrow.to(reader.last));
}

/// Holds a type to what may follow it; passes the rest of one that is broken.
fn finish(
    reader: &mut Reader<'_>,
    place: &Place<'_>,
    read: Result<Node, Broken>,
    until: &[&str],
) -> Option<Node> {
    let open = match read {
        Ok(node) => {
            let follows = until.iter().any(|text| reader.is(0, text));
            // An unfinished head is Rhai's to report.
            let unfinished = matches!(reader.kind(0), Kind::End | Kind::Keyword)
                || matches!(reader.text(0), "{" | "}" | ";");
            if follows || unfinished {
                return Some(node);
            }
            mistakes::unexpected(reader, Some(&node), place.followed_by, false);
            Vec::new()
        }
        Err(Broken(open)) => open,
    };
    skip(reader, open, until);
    None
}
