//! What people write who know another language, or whose editor helps too much.

/// What to write instead of what stands at a place, or just before it.
pub(in crate::script) fn help(text: &str, start: usize, end: usize) -> Option<&'static str> {
    let here = text.get(start..end)?;
    let before = text.get(..start)?.trim_end();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let last = before.rsplit(|c| !word(c)).next().unwrap_or_default();
    if here == "," && before.ends_with(|c: char| c.is_ascii_digit()) {
        return Some(
            "write a number without separators, as in `1000`, and digits behind a point as in \
             `parse_decimal(\"1.5\")`",
        );
    }
    let names = before.ends_with(['(', ',']) || matches!(last, "let" | "const" | "fn" | "for");
    let here_is = of_word(here).or_else(|| if names { None } else { of_keyword(here) });
    here_is.or_else(|| of_sign(here)).or_else(|| of_word_before(last))
}

fn of_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "and" | "AND" => "write `&&` for and",
        "or" | "OR" => "write `||` for or",
        "not" | "NOT" => "write `!` before what is not to hold",
        "then" => "leave it out, and put what is to be done in `{` and `}`",
        "else" => "close the block before it: a `}` is missing",
        "null" | "nil" | "none" | "None" | "void" => "nothing is written `()`",
        _ => return None,
    })
}

/// Words that begin a statement elsewhere; as a name they have to be others.
fn of_keyword(word: &str) -> Option<&'static str> {
    Some(match word {
        "var" => "declare a variable with `let`",
        "match" | "case" => "tell cases apart with `switch`",
        _ => return None,
    })
}

fn of_sign(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "“" | "”" | "„" | "‟" | "«" | "»" | "‘" | "’" | "‚" => {
            "write a text in straight double quotes: `\"`"
        }
        "\u{a0}" | "\u{2007}" | "\u{202f}" | "\u{3000}" => {
            "this is a special space that cannot be seen; write an ordinary one"
        }
        "–" | "—" | "−" => "write the sign on the keyboard: `-`",
        "#" => "begin a comment with `//`, and a map with `#{`",
        ":" => "begin a map with `#{`",
        _ if sign.chars().all(char::is_alphabetic) && !sign.is_ascii() => {
            "a name has the letters a to z, digits and `_`"
        }
        _ => return None,
    })
}

fn of_word_before(word: &str) -> Option<&'static str> {
    Some(match word {
        "def" | "function" | "func" | "fun" | "Fn" | "FN" | "sub" => "begin a function with `fn`",
        "elseif" | "elif" | "elsif" => "write `else if`",
        "If" | "IF" => "write `if`, in small letters",
        "Else" | "ELSE" => "write `else`, in small letters",
        "Return" | "RETURN" => "write `return`, in small letters",
        "Let" | "LET" => "write `let`, in small letters",
        "not" | "NOT" => "write `!` before what is not to hold",
        _ => return None,
    })
}
