//! Types where there are none: on variables, closures and `catch`.

use super::reader::Reader;
use super::recover::skip;
use super::tokens::Kind;
use crate::code::Code;
use crate::source::Span;

/// After `let`, `const` or `for`: `name: T`.
pub(super) fn variable(reader: &mut Reader<'_>, keyword: &str) {
    if reader.is_word(0) && reader.is(1, ":") {
        reader.next();
        let help = format!("leave it out; `{keyword}` takes a name alone");
        remove(reader, "a variable has no type of its own", &help, &["=", ",", ")"]);
    }
}

/// After `catch`: `(name: T)`.
pub(super) fn caught(reader: &mut Reader<'_>) {
    if reader.is(0, "(") && reader.is_word(1) && reader.is(2, ":") {
        reader.next();
        reader.next();
        let help = "leave it out; what was thrown can be anything";
        remove(reader, "a caught error has no type of its own", help, &[")"]);
    }
}

/// After the `|` that opens a closure: `a: T, b: T|`. The closing `|` stays.
pub(super) fn closure(reader: &mut Reader<'_>) {
    while reader.is_word(0) {
        if reader.is(1, ":") {
            reader.next();
            let help = "leave it out, or write a `fn` in place of the closure";
            remove(reader, "a closure's parameter has no type", help, &[",", "|"]);
            if !reader.take(",") {
                return;
            }
        } else if reader.is(1, ",") {
            reader.next();
            reader.next();
        } else {
            return;
        }
    }
}

/// At a `->` that belongs to no function.
pub(super) fn arrow(reader: &mut Reader<'_>) {
    let help = "leave it out; only `fn` has a return type";
    remove(reader, "a return type may not stand here", help, &["{", ",", ")", "]", "}"]);
}

/// Passes the sign that comes next and the type after it.
fn remove(reader: &mut Reader<'_>, message: &str, help: &str, until: &[&str]) {
    let sign = reader.next().span;
    let first = if reader.kind(0) == Kind::End { sign } else { reader.span(0) };
    skip(reader, Vec::new(), until);
    let whole = sign.to(reader.last);
    let ty = if first.start < whole.end { Span::new(first.start, whole.end) } else { sign };
    reader.problems.report(Code::MisplacedType, ty, message, help);
    reader.blanks.push(whole);
}
