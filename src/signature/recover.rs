//! Where reading goes on after an annotation that cannot be read.

use super::reader::Reader;
use super::tokens::Kind;

/// A bracket that is open, by the sign that closes it.
pub(super) type Closer = char;

/// Passes what is left of a broken annotation. `open` holds the closers of
/// the brackets it has opened so far, `until` what ends it outside of them.
pub(super) fn skip(reader: &mut Reader<'_>, mut open: Vec<Closer>, until: &[&str]) {
    loop {
        let text = reader.text(0);
        match reader.kind(0) {
            Kind::End => return,
            Kind::Keyword if !matches!(text, "true" | "false") && !reader.is(1, ":") => return,
            Kind::Symbol => {}
            // A text with an interpolation, up to the `{` of it.
            Kind::Quote if text.ends_with('$') => {
                reader.next();
                if reader.take("{") {
                    open.push('}');
                }
                continue;
            }
            Kind::Name if text == "type" && starts_declaration(reader) => return,
            Kind::Name if text == "settings" && starts_settings(reader) => return,
            _ if open.is_empty() && reader.documented() => return,
            _ => {
                reader.next();
                continue;
            }
        }
        if text == ";" || (open.is_empty() && until.contains(&text)) {
            return;
        }
        match text {
            "(" => open.push(')'),
            "[" | "?[" => open.push(']'),
            "#{" | "# {" => open.push('}'),
            "{" if !open.is_empty() && (reader.is_field(1) || reader.is(1, "}")) => open.push('}'),
            "{" => return,
            ")" | "]" | "}" => {
                // A `<` that is still open was never closed.
                while let Some(closer) = open.pop() {
                    if text.starts_with(closer) {
                        open.push(closer);
                        break;
                    }
                }
                if open.pop().is_none() {
                    return;
                }
            }
            _ if text.starts_with('<') => {
                open.push('>');
                reader.take_sign();
                continue;
            }
            _ if text.starts_with('>') => {
                if open.last() == Some(&'>') {
                    open.pop();
                }
                reader.take_sign();
                continue;
            }
            _ => {}
        }
        reader.next();
    }
}

/// Whether `type Name =` comes next.
pub(super) fn starts_declaration(reader: &mut Reader<'_>) -> bool {
    reader.is(0, "type") && reader.is_word(1) && reader.is(2, "=")
}

/// Whether `settings Name = #{` comes next, or nearly that. `settings` is an ordinary
/// name elsewhere.
pub(super) fn starts_settings(reader: &mut Reader<'_>) -> bool {
    reader.is(0, "settings")
        && reader.is_word(1)
        && reader.is(2, "=")
        && ["#{", "{", "# {"].iter().any(|opening| reader.is(3, opening))
}
