use proptest::prelude::*;
use rhai::{Engine, LexError, Token as Raw};

use super::{Kind, Tokens};

/// The tokens of a text by our reading, without comments.
fn ours(text: &str) -> Vec<String> {
    let mut tokens = Tokens::new(text);
    std::iter::from_fn(|| Some(tokens.next()))
        .take_while(|token| token.kind != Kind::End)
        .map(|token| shown(&token.raw))
        .collect()
}

/// The same, by Rhai's own iterator.
fn theirs(text: &str) -> Vec<String> {
    let engine = Engine::new_raw();
    let (tokens, control) = engine.lex([&text]);
    let mut interpolations: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for (token, _) in tokens {
        match &token {
            Raw::EOF => break,
            Raw::Comment(_) => continue,
            Raw::InterpolatedString(_) => interpolations.push(0),
            Raw::LeftBrace | Raw::MapStart => {
                interpolations.last_mut().into_iter().for_each(|braces| *braces += 1);
            }
            Raw::RightBrace => {
                if let Some(braces) = interpolations.last_mut() {
                    *braces -= 1;
                    if *braces == 0 {
                        interpolations.pop();
                        control.borrow_mut().is_within_text = true;
                    }
                }
            }
            _ => {}
        }
        found.push(shown(&token));
    }
    found
}

/// The iterator turns some reserved signs into errors.
fn shown(token: &Raw) -> String {
    match token {
        Raw::Reserved(sign) => format!("sign {sign}"),
        Raw::LexError(error) => match &**error {
            LexError::ImproperSymbol(sign, _) => format!("sign {sign}"),
            _ => "error".to_owned(),
        },
        token => format!("{token:?}"),
    }
}

#[track_caller]
fn same(text: &str) {
    let (mut ours, mut theirs) = (ours(text), theirs(text));
    // A text that is not closed ends in an error there, and as text here.
    for found in [&mut ours, &mut theirs] {
        while found.last().is_some_and(|last| last == "error" || last.contains("String")) {
            found.pop();
        }
    }
    assert_eq!(ours, theirs, "{text:?}");
}

// Without `-`: after a comment, whether it is a sign of a number differs,
// and signatures have no numbers.
const PIECES: &[&str] = &[
    "/**/", "/*", "*/", "/***", "//", "///", "//!", "/", "*", "\n", "\r", "\r\n", " ", "a", "fn",
    "\"", "\\", "`", "${", "}", "{", "#{", "'", "#\"", "\"#", "#", "1", ".", "..", "->", "!in",
    "!", "e", "0x", "_", "é", "\\${", "\\x4", "$", "?", "\u{2028}", "\0", ">", "=", ":", "(", ")",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn tokens_are_those_of_rhai(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..30)) {
        same(&pieces.concat());
    }
}

#[test]
fn spans_cover_tokens_exactly() {
    let text = "é /* c */ \"a\\\"é\" `x\\${ é${ 1 }y` // é\n #\"r\"# -> >>= '\\'' !in 1.5e3 a";
    let mut tokens = Tokens::new(text);
    let mut spans = Vec::new();
    while tokens.peek(0).kind != Kind::End {
        let span = tokens.next().span;
        spans.push(tokens.slice(span));
    }
    let expected = [
        "é",
        "\"a\\\"é\"",
        "`x\\${ é$",
        "{",
        "1",
        "}",
        "y`",
        "#\"r\"#",
        "->",
        ">>=",
        "'\\''",
        "!in",
        "1.5e3",
        "a",
    ];
    assert_eq!(spans, expected);
}
