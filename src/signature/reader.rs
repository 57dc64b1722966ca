//! What every part of the reading works on: tokens, problems, blanks.

use super::problems::Problems;
use super::tokens::{Kind, Token, Tokens};
use crate::code::Code;
use crate::source::{Source, Span};

pub(super) struct Reader<'s> {
    tokens: Tokens<'s>,
    pub(super) problems: Problems<'s>,
    /// What Rhai must not see, in the order of the text.
    pub(super) blanks: Vec<Span>,
    /// The last token that was taken.
    pub(super) last: Span,
}

impl<'s> Reader<'s> {
    pub(super) fn new(source: &'s Source, problems: Problems<'s>) -> Self {
        Self {
            tokens: Tokens::new(source.text()),
            problems,
            blanks: Vec::new(),
            last: Span::new(0, 0),
        }
    }

    pub(super) fn next(&mut self) -> Token {
        let token = self.tokens.next();
        self.last = token.span;
        token
    }

    /// Takes one sign off the front of the next token.
    pub(super) fn take_sign(&mut self) {
        self.last = self.tokens.take_sign();
    }

    /// The mark of a comment that is never closed.
    pub(super) fn unclosed(&self) -> Option<Span> {
        self.tokens.unclosed
    }

    pub(super) fn slice(&self, span: Span) -> &'s str {
        self.tokens.slice(span)
    }

    /// The value of a text that goes on in the next lines.
    pub(super) fn text_in_lines(&self, span: Span) -> Option<String> {
        self.tokens.text_in_lines(span)
    }

    pub(super) fn kind(&mut self, n: usize) -> Kind {
        self.tokens.peek(n).kind
    }

    pub(super) fn span(&mut self, n: usize) -> Span {
        self.tokens.peek(n).span
    }

    pub(super) fn text(&mut self, n: usize) -> &'s str {
        let span = self.span(n);
        self.slice(span)
    }

    fn seen(&mut self, n: usize) -> (Kind, &'s str) {
        let token = self.tokens.peek(n);
        let (kind, span) = (token.kind, token.span);
        (kind, self.slice(span))
    }

    /// Whether a doc comment stands before the next token.
    pub(super) fn documented(&mut self) -> bool {
        !self.tokens.peek(0).docs.is_empty()
    }

    /// Whether a token is this sign or this word.
    pub(super) fn is(&mut self, n: usize, text: &str) -> bool {
        let (kind, seen) = self.seen(n);
        matches!(kind, Kind::Symbol | Kind::Keyword | Kind::Name) && seen == text
    }

    /// Whether a token is a sign, or several, that begin with this one.
    pub(super) fn starts(&mut self, n: usize, sign: char) -> bool {
        let (kind, seen) = self.seen(n);
        kind == Kind::Symbol && seen.starts_with(sign)
    }

    /// Takes the next token if it is this sign or this word.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let taken = self.is(0, text);
        if taken {
            self.next();
        }
        taken
    }

    /// Whether an identifier, or a word that Rhai keeps, comes next.
    pub(super) fn is_word(&mut self, n: usize) -> bool {
        matches!(self.kind(n), Kind::Name | Kind::Reserved)
    }

    /// Whether `name:` or `"name":` comes next, as in a record.
    pub(super) fn is_field(&mut self, n: usize) -> bool {
        (self.is_word(n) || self.kind(n) == Kind::Text)
            && (self.is(n + 1, ":") || (self.is(n + 1, "?") && self.is(n + 2, ":")))
    }

    pub(super) fn malformed(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.problems.report(Code::MalformedType, span, message, help);
    }
}
