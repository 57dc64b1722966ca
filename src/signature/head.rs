//! A head of a declaration that is nearly right: reported once, and read on as what
//! it was meant to be, so that nothing else is said to be missing.

use super::problems::{quoted, shortened};
use super::reader::Reader;
use super::recover::starts_settings;
use super::tokens::{Kind, Token};
use crate::code::Code;
use crate::nearest::nearest;
use crate::source::Span;

/// The head of settings, up to the bracket that opens them.
pub(super) struct Head {
    pub(super) keyword: Token,
    /// Nothing when it was forgotten.
    pub(super) name: Option<Span>,
}

/// Where the parts of a head stand among the tokens to come.
struct Found {
    named: bool,
    opening: usize,
}

/// Takes the head of settings that is nearly one, and reports it.
pub(super) fn of_settings(reader: &mut Reader<'_>) -> Option<Head> {
    let found = find(reader)?;
    let start = reader.span(0);
    let whole = start.to(reader.span(found.opening));
    let is_text = reader.kind(1) == Kind::Text;
    let name = found.named.then(|| {
        let span = reader.span(1);
        let quote = usize::from(is_text);
        Span::new(span.start + quote, span.end - quote)
    });
    let written = name.map(|name| shortened(reader.slice(name)));
    let right = format!("write `settings {} = #{{`", written.as_deref().unwrap_or("NAME"));
    let (span, message, help) = if reader.is(0, "type") && reader.is(2, "=") {
        let help = format!("{right} if these are settings, or leave the defaults out");
        (start, "the fields of a type have no defaults, and settings have".to_owned(), help)
    } else if !found.named {
        let message = "these settings have no name, which a parameter takes as its type";
        (whole, message.to_owned(), right)
    } else if is_text {
        (whole, "the name of settings has no quotes".to_owned(), right)
    } else {
        let message = format!("{} does not begin settings", quoted(reader.slice(whole)));
        (whole, message, right)
    };
    reader.problems.report(Code::MalformedSettings, span, message, help);
    let keyword = reader.next();
    for _ in 1..found.opening {
        reader.next();
    }
    Some(Head { keyword, name })
}

/// Reports `Type X =`, which is nearly the head of a type. Whether it is.
pub(super) fn of_type(reader: &mut Reader<'_>) -> bool {
    let is = reader.kind(0) == Kind::Name
        && reader.text(0).eq_ignore_ascii_case("type")
        && !reader.is(0, "type")
        && reader.is_word(1)
        && reader.is(2, "=");
    if is {
        let whole = reader.span(0).to(reader.span(2));
        let message = format!("{} does not begin a type", quoted(reader.slice(whole)));
        let help = format!("write `type {} =`", shortened(reader.text(1)));
        reader.malformed(whole, message, help);
    }
    is
}

fn find(reader: &mut Reader<'_>) -> Option<Found> {
    let word = reader.text(0);
    let variable = match reader.kind(0) {
        Kind::Name | Kind::Reserved => false,
        Kind::Keyword if matches!(word, "let" | "const") => true,
        _ => return None,
    };
    if starts_settings(reader) {
        return None;
    }
    let named = reader.is_word(1) || reader.kind(1) == Kind::Text;
    let after = if named { 2 } else { 1 };
    let signs = ["=", ":", "==", ":=", "=>", "->"];
    let sign = signs.iter().any(|sign| reader.is(after, sign));
    let opening = if sign { after + 1 } else { after };
    if !["#{", "{", "# {"].iter().any(|sign| reader.is(opening, sign)) {
        return None;
    }
    let sure = named && !variable && is_alike(word);
    let right = (named || is_alike(word)) && has_default(reader, opening + 1);
    (sure || right).then_some(Found { named, opening })
}

/// Whether a word is probably `settings`.
fn is_alike(word: &str) -> bool {
    word.len() <= 16 && nearest(word, ["settings"]).is_some_and(|_| word.len() >= 4)
}

/// Whether `name: T =` comes next.
fn has_default(reader: &mut Reader<'_>, n: usize) -> bool {
    const FARTHEST: usize = 64;
    if !reader.is_field(n) {
        return false;
    }
    let start = if reader.is(n + 1, "?") { n + 3 } else { n + 2 };
    let mut depth = 0_usize;
    for at in start..start + FARTHEST {
        match (reader.kind(at), reader.text(at)) {
            (Kind::End | Kind::Keyword, _) => return false,
            (Kind::Symbol, "=") if depth == 0 => return true,
            (Kind::Symbol, "#{") => depth += 1,
            (Kind::Symbol, "}") if depth > 0 => depth -= 1,
            (Kind::Symbol, "|") if reader.kind(at - 1) != Kind::Text => return false,
            (Kind::Symbol, "," | ":") if depth > 0 => {}
            (Kind::Symbol, sign) if matches!(sign, "?" | "|") || sign.starts_with(['<', '>']) => {}
            (Kind::Symbol, _) => return false,
            _ => {}
        }
    }
    false
}
