//! Reads one declaration of settings.

use std::sync::Arc;

use super::head::Head;
use super::literal::{self, Form, Literal, Unread};
use super::mistakes::{self, Owner};
use super::problems::{quoted, shortened};
use super::reader::Reader;
use super::recover::skip;
use super::settings_recover::{is_over, pass};
use super::syntax::{Node, Shape};
use super::tokens::{Kind, Token};
use super::types::{self, Broken, Place};
use crate::code::Code;
use crate::source::Span;

/// `settings Name = #{ member: T = default };`
pub(super) struct Record {
    pub(super) name: Span,
    pub(super) docs: Vec<Span>,
    pub(super) members: Vec<WrittenMember>,
    /// Whether a problem of it was reported.
    pub(super) faulty: bool,
}

pub(super) struct WrittenMember {
    pub(super) name: Arc<str>,
    pub(super) span: Span,
    pub(super) docs: Vec<Span>,
    /// Nothing when it cannot be read.
    pub(super) ty: Option<Node>,
    pub(super) default: Option<Literal>,
}

/// Reads the declaration that comes next. Gives it, and where it begins:
/// `settings Name =`.
pub(super) fn read(reader: &mut Reader<'_>) -> (Record, Span) {
    let keyword = reader.next();
    let kind = reader.kind(0);
    let name = reader.next().span;
    let equals = reader.next().span;
    if kind == Kind::Reserved {
        let message = format!("{} is a word of the language", quoted(reader.slice(name)));
        wrong(reader, name, message, "give the settings another name");
    }
    let whole = keyword.span.to(equals);
    (body(reader, keyword, name, false), whole)
}

/// Reads settings whose head was nearly one, which was reported. Gives nothing for
/// those that have no name.
pub(super) fn read_on(reader: &mut Reader<'_>, Head { keyword, name }: Head) -> Option<Record> {
    let place = name.unwrap_or(keyword.span);
    let record = body(reader, keyword, place, true);
    name.map(|_| record)
}

/// Reads on after the head; `told` tells that a problem of that was reported.
fn body(reader: &mut Reader<'_>, keyword: Token, name: Span, told: bool) -> Record {
    let opening = reader.next().span;
    if reader.slice(opening) != "#{" && !told {
        let message = "a record of settings begins with `#{`";
        wrong(reader, opening, message, "write `#{`, without a space in it");
    }
    let (mut members, before) = (Vec::new(), reader.problems.count());
    let closed = read_members(reader, &mut members);
    // What cannot be read may have taken the end.
    let clean = reader.problems.count() == before;
    if closed && members.is_empty() && clean && !told {
        let message = format!("{} has no settings", quoted(reader.slice(name)));
        let help = "write each with its type and its default, as in `#{ limit: int = 10 }`";
        wrong(reader, name, message, help);
    }
    if !closed && clean {
        wrong(reader, opening, "this `#{` is never closed", "write `};` after the last setting");
    }
    if !reader.take(";") && closed {
        let end = reader.last;
        wrong(reader, end, "a declaration of settings ends with `;`", "write `;` after it");
    }
    // Rhai takes doc comments before functions only.
    let start = keyword.docs.first().copied().unwrap_or(keyword.span);
    reader.blanks.push(start.to(reader.last));
    Record { name, docs: keyword.docs, members, faulty: told || !clean }
}

/// Reads up to the `}` that closes the record, if there is one.
fn read_members(reader: &mut Reader<'_>, members: &mut Vec<WrittenMember>) -> bool {
    let mut told = false;
    loop {
        if reader.take("}") {
            return true;
        }
        let between = reader.is(0, ";") && (reader.is_field(1) || reader.is(1, "}"));
        if between && !members.is_empty() {
            let sign = reader.next().span;
            if !std::mem::replace(&mut told, true) {
                wrong(reader, sign, "settings are separated by `,`", "write `,` in place of `;`");
            }
            continue;
        }
        if is_over(reader) || reader.is(0, ";") {
            return false;
        }
        if fraction(reader, members.last()) {
            continue;
        }
        members.extend(member(reader));
        // What follows a member that cannot be read was passed.
        if !reader.take(",") && matches!(reader.text(0), "]" | ")") {
            reader.next();
        }
    }
}

/// Takes the `90` of `19,90`, and reports it. Whether there was one.
fn fraction(reader: &mut Reader<'_>, before: Option<&WrittenMember>) -> bool {
    let Some(default) = before.and_then(|member| member.default.as_ref()) else { return false };
    let (span, digits) = (reader.span(0), reader.text(0));
    let number = reader.slice(default.span);
    let is = matches!(default.form, Form::Number(_))
        && reader.kind(0) == Kind::Number
        && span.start == default.span.end + 1
        && [number.trim_start_matches('-'), digits]
            .iter()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    if is {
        let mut help = format!("write `{number}.{digits}`, with a point");
        if digits.len() == 3 {
            help += &format!("; or `{number}{digits}` if that is meant");
        }
        let message = "a number has a point and no comma";
        reader.problems.report(Code::InvalidDefault, default.span.to(span), message, help);
        reader.next();
        pass(reader, 0);
        reader.take(",");
    }
    is
}

fn member(reader: &mut Reader<'_>) -> Option<WrittenMember> {
    if !matches!(reader.kind(0), Kind::Name | Kind::Text) {
        no_name(reader);
        pass(reader, 0);
        return None;
    }
    let token = reader.next();
    let text = match token.kind {
        Kind::Text => token.value(),
        _ => reader.slice(token.span),
    };
    let name: Arc<str> = text.into();
    let (ty, span) = typed(reader, &token);
    let mut default = None;
    if reader.take("=") {
        default = value(reader, &name, ty.as_ref());
    } else if ty.is_some() {
        no_default(reader, &name, ty.as_ref());
        pass(reader, 0);
    }
    Some(WrittenMember { name, span, docs: token.docs, ty, default })
}

/// The type of a member, up to the `=` or to what ends the member.
fn typed(reader: &mut Reader<'_>, token: &Token) -> (Option<Node>, Span) {
    let span = token.span;
    let name = reader.slice(span);
    let mark = reader.is(0, "?").then(|| reader.next().span);
    let (ty, span) = type_of(reader, token);
    if let Some(mark) = mark {
        let written = ty.as_ref().map_or("T", |ty| reader.slice(ty.span));
        let written = shortened(written.trim_end_matches('?'));
        let message = "a setting always has a value, and none is left out";
        let help = format!("write `{}: {written}? = ()` for one that can be null", shortened(name));
        wrong(reader, span.to(mark), message, help);
        // So that `()` as its default is no second mistake.
        let nullable = |ty: Node| Node { span: ty.span, shape: Shape::Nullable(Box::new(ty)) };
        return (ty.map(nullable), span);
    }
    (ty, span)
}

/// The same, after the name and a `?` that was taken.
fn type_of(reader: &mut Reader<'_>, token: &Token) -> (Option<Node>, Span) {
    let span = token.span;
    let name = reader.slice(span);
    if !reader.take(":") {
        let message = format!("the setting {} has no type", quoted(name));
        let help = format!("write `{}: T = ...` with its type", shortened(name));
        wrong(reader, span, message, help);
        if !reader.is(0, "=") {
            pass(reader, 0);
        }
        return (None, span);
    }
    let place =
        Place { owner: Owner { what: "the setting", name }, followed_by: "`=`", unit: false };
    match types::read(reader, &place) {
        Ok(node) => (Some(node), span),
        Err(Broken(open)) => {
            skip(reader, open, &["=", ",", "}"]);
            if !reader.is(0, "=") {
                pass(reader, 0);
            }
            (None, span)
        }
    }
}

/// The default of a member, up to what ends the member.
fn value(reader: &mut Reader<'_>, name: &str, ty: Option<&Node>) -> Option<Literal> {
    let texts = ty.is_none_or(|ty| holds_texts(reader, ty));
    let value = match literal::read(reader, name, texts) {
        Ok(value) => value,
        Err(Unread(open)) => {
            pass(reader, open);
            return None;
        }
    };
    if matches!(reader.text(0), "," | "}" | ";") || is_over(reader) {
        return Some(value);
    }
    if reader.is_field(0) || reader.documented() {
        wrong(reader, value.span, "settings are separated by `,`", "write `,` after it");
        return Some(value);
    }
    literal::worked_out(reader, value.span, texts);
    None
}

/// Whether a type can hold a text, as far as its own words tell.
fn holds_texts(reader: &Reader<'_>, ty: &Node) -> bool {
    match &ty.shape {
        Shape::Nullable(inner) => holds_texts(reader, inner),
        Shape::Name(_, inner) if !inner.is_empty() => {
            inner.last().is_some_and(|inner| holds_texts(reader, inner))
        }
        Shape::Name(name, _) => {
            !matches!(reader.slice(*name), "bool" | "int" | "float" | "decimal")
        }
        Shape::Choice(_) | Shape::Record(_) => true,
        Shape::Unit => false,
    }
}

fn no_name(reader: &mut Reader<'_>) {
    let (span, text) = (reader.span(0), reader.text(0));
    if matches!(reader.kind(0), Kind::Reserved | Kind::Keyword) {
        let message = format!("{} is a word of the language", quoted(text));
        let help = format!("put the name in quotes: `\"{}\"`", shortened(text));
        return wrong(reader, span, message, help);
    }
    let message = format!("expected the name of a setting, found {}", quoted(text));
    wrong(reader, span, message, "write settings as in `limit: int = 10, note: string = \"\"`");
}

fn no_default(reader: &mut Reader<'_>, name: &str, ty: Option<&Node>) {
    let ended = matches!(reader.text(0), "," | "}" | ";") || is_over(reader);
    if !ended && !reader.is_field(0) {
        return mistakes::unexpected(reader, ty, "`=`", false);
    }
    let before = reader.last;
    let message = format!("the setting {} has no default", quoted(name));
    let help = "write it after the type, as in `limit: int = 10`";
    wrong(reader, before, message, help);
}

fn wrong(reader: &mut Reader<'_>, span: Span, message: impl Into<String>, help: impl Into<String>) {
    reader.problems.report(Code::MalformedSettings, span, message, help);
}
