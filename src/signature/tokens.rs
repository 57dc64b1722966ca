//! The tokens of a script: Rhai's own lexer, with exact byte spans.

use std::collections::VecDeque;

use rhai::{Position, Token as Raw, TokenizeState, get_next_token};

use super::characters::Characters;
use super::comments::{Comment, comment_at};
use super::familiar::Familiar;
use crate::source::Span;

/// What a token is, as far as signatures care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The end of the script.
    End,
    /// An identifier.
    Name,
    /// A word that Rhai keeps for itself and does not use: `void`, `match`.
    Reserved,
    /// A word of the language: `fn`, `let`.
    Keyword,
    /// A string in double quotes, on one line.
    Text,
    /// Any other quoted text.
    Quote,
    /// A number.
    Number,
    /// Anything made of signs.
    Symbol,
    /// What Rhai cannot read.
    Bad,
}

/// One token. Its text is the source's at its span.
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    /// The doc comments between the token before and this one.
    pub(super) docs: Vec<Span>,
    raw: Raw,
}

impl Token {
    /// The value of a [`Kind::Text`], escapes read.
    pub(super) fn value(&self) -> &str {
        self.literal().unwrap_or_default()
    }

    /// The value of a text of any kind without interpolation, or of the last
    /// part of one that has some.
    pub(crate) fn literal(&self) -> Option<&str> {
        match &self.raw {
            Raw::StringConstant(value) => Some(value),
            _ => None,
        }
    }
}

impl Token {
    /// Whether it is a whole number that Rhai, because it is too large for one,
    /// takes for the nearest float.
    pub(super) fn is_rounded(&self, text: &str) -> bool {
        matches!(self.raw, Raw::FloatConstant(_))
            && text.chars().all(|c| c.is_ascii_digit() || c == '_')
    }
}

/// The tokens of a text, with as much looking ahead as needed.
pub(crate) struct Tokens<'s> {
    text: &'s str,
    stream: Characters<'s>,
    state: TokenizeState,
    familiar: Familiar<'s>,
    /// For each interpolation that is open, how many of its braces are.
    interpolations: Vec<usize>,
    ahead: VecDeque<Token>,
    end: Token,
    /// The mark of a comment that is never closed.
    pub(super) unclosed: Option<Span>,
}

impl<'s> Tokens<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        let mut stream = Characters::new(text);
        if text.starts_with('\u{feff}') {
            stream.go_to('\u{feff}'.len_utf8());
        }
        let end = Token {
            kind: Kind::End,
            span: Span::new(text.len(), text.len()),
            docs: Vec::new(),
            raw: Raw::EOF,
        };
        Self {
            text,
            stream,
            state: TokenizeState::default(),
            familiar: Familiar::default(),
            interpolations: Vec::new(),
            ahead: VecDeque::new(),
            end,
            unclosed: None,
        }
    }

    /// The token `n` places ahead; 0 is the next one.
    pub(crate) fn peek(&mut self, n: usize) -> &Token {
        while self.ahead.len() <= n {
            let token = self.read();
            self.ahead.push_back(token);
        }
        self.ahead.get(n).unwrap_or(&self.end)
    }

    /// Takes the next token.
    pub(crate) fn next(&mut self) -> Token {
        match self.ahead.pop_front() {
            Some(token) => token,
            None => self.read(),
        }
    }

    /// The source text of a span.
    pub(crate) fn slice(&self, span: Span) -> &'s str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// The value of a text that goes on in the next lines.
    pub(super) fn text_in_lines(&self, span: Span) -> Option<String> {
        let before = self.text.get(..span.start)?;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let mut place = Position::new(1, u16::try_from(column).ok()?);
        let mut stream = Characters::new(self.slice(span));
        match get_next_token(&mut stream, &mut TokenizeState::default(), &mut place).0 {
            Raw::StringConstant(value) => Some((*value).into()),
            _ => None,
        }
    }

    /// Takes one sign off the front of the next token, so that `>>` can close
    /// two brackets.
    pub(super) fn take_sign(&mut self) -> Span {
        self.peek(0);
        match self.ahead.front_mut() {
            Some(token) if token.span.end > token.span.start + 1 => {
                let sign = Span::new(token.span.start, token.span.start + 1);
                token.span.start = sign.end;
                sign
            }
            _ => self.next().span,
        }
    }

    fn read(&mut self) -> Token {
        let within_text = self.state.is_within_text_terminated_by.is_some();
        let docs = if within_text { Vec::new() } else { self.skip_to_token() };
        let start = self.stream.offset();
        let raw = if within_text { self.lex() } else { self.read_familiar() };
        let mut span = Span::new(start, self.stream.offset());
        if span.start == span.end {
            return Token { kind: Kind::End, span, docs, raw: Raw::EOF };
        }
        self.follow_interpolation(&raw);
        let kind = kind_of(&raw, self.slice(span), within_text);
        if kind == Kind::Bad {
            // The lexer takes the line break after a string that is not closed.
            span.end = start + self.slice(span).trim_end_matches(['\n', '\r']).len().max(1);
        }
        Token { kind, span, docs, raw }
    }

    fn lex(&mut self) -> Raw {
        // Positions are ours: the lexer's only decide how far a string that
        // goes on in the next line is indented, and types have no such string.
        get_next_token(&mut self.stream, &mut self.state, &mut Position::default()).0
    }

    /// Reads a token outside of a text, by the lexer only where it has to be.
    fn read_familiar(&mut self) -> Raw {
        let start = self.stream.offset();
        if let Some((raw, length)) = self.familiar.read(self.stream.rest()) {
            self.stream.go_to(start + length);
            self.state.next_token_cannot_be_unary = !raw.is_next_unary();
            return raw;
        }
        let raw = self.lex();
        self.familiar.keep(self.slice(Span::new(start, self.stream.offset())), &raw);
        raw
    }

    /// Passes white space and comments; gives the doc comments among them.
    fn skip_to_token(&mut self) -> Vec<Span> {
        let mut docs = Vec::new();
        loop {
            let rest = self.stream.rest();
            let trimmed = rest.trim_ascii_start();
            let start = self.text.len() - trimmed.len();
            let Some(Comment { length, doc, closed }) = comment_at(trimmed) else {
                self.stream.go_to(start);
                return docs;
            };
            if !closed {
                self.unclosed = Some(Span::new(start, start + 2));
            }
            if doc {
                docs.push(Span::new(start, start + length));
            }
            self.stream.go_to(start + length);
        }
    }

    /// Tells the lexer when it is within a text again.
    fn follow_interpolation(&mut self, raw: &Raw) {
        match raw {
            Raw::InterpolatedString(_) => self.interpolations.push(0),
            Raw::LeftBrace | Raw::MapStart => {
                if let Some(braces) = self.interpolations.last_mut() {
                    *braces += 1;
                }
            }
            Raw::RightBrace => {
                if let Some(braces) = self.interpolations.last_mut() {
                    *braces = braces.saturating_sub(1);
                    if *braces == 0 {
                        self.interpolations.pop();
                        self.state.is_within_text_terminated_by = Some("`".into());
                    }
                }
            }
            _ => {}
        }
    }
}

fn kind_of(raw: &Raw, text: &str, within_text: bool) -> Kind {
    let word = |c: char| c.is_alphabetic() || c == '_';
    match raw {
        Raw::EOF => Kind::End,
        Raw::Identifier(_) => Kind::Name,
        Raw::Reserved(_) if text.starts_with(word) => Kind::Reserved,
        Raw::StringConstant(_) if !within_text && text.starts_with('"') && !text.contains('\n') => {
            Kind::Text
        }
        Raw::StringConstant(_) | Raw::InterpolatedString(_) | Raw::CharConstant(_) => Kind::Quote,
        Raw::IntegerConstant(_) | Raw::FloatConstant(_) | Raw::DecimalConstant(_) => Kind::Number,
        Raw::LexError(_) => Kind::Bad,
        raw if raw.is_standard_keyword() && text.starts_with(word) => Kind::Keyword,
        _ => Kind::Symbol,
    }
}

#[cfg(test)]
mod tests;
