//! The tokens of a script, and what they lead to.

use std::borrow::Cow;

use super::uses::Uses;
use crate::signature::tokens::{Kind, Tokens};

/// Whether a function of the engine takes another, or the name of another as a
/// text: `items.map("half")`.
fn takes_name(function: &str) -> bool {
    const THEM: &[&str] = &[
        "all",
        "dedup",
        "drain",
        "filter",
        "index_of",
        "map",
        "reduce",
        "reduce_rev",
        "retain",
        "some",
        "sort",
    ];
    THEM.contains(&function)
}

/// Adds a part of a text so that it stays apart from the next.
fn write(out: &mut String, part: &str) {
    out.push_str(part);
    out.push('\0');
}

/// How many brackets are open after a token.
pub(super) fn turned(depth: usize, kind: Kind, text: &str) -> usize {
    match text {
        "(" | "[" | "{" | "#{" | "?[" | "# {" if kind == Kind::Symbol => depth + 1,
        ")" | "]" | "}" if kind == Kind::Symbol => depth.saturating_sub(1),
        _ => depth,
    }
}

/// Goes through the tokens of a script.
pub(super) struct Reading<'s> {
    text: &'s str,
    tokens: Tokens<'s>,
    /// Whether the last token was `.` or `?.`.
    after_dot: bool,
    /// Where a word begins that stands alone in the place of a function.
    handed: Option<usize>,
}

impl<'s> Reading<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self { text, tokens: Tokens::new(text), after_dot: false, handed: None }
    }

    fn kind(&mut self, n: usize) -> Kind {
        self.tokens.peek(n).kind
    }

    fn is(&mut self, n: usize, text: &str) -> bool {
        let token = self.tokens.peek(n);
        let (kind, span) = (token.kind, token.span);
        !matches!(kind, Kind::Text | Kind::Quote) && self.tokens.slice(span) == text
    }

    fn is_any(&mut self, n: usize, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.is(n, text))
    }

    /// Whether a text without interpolation comes, and then one of these.
    fn is_literal(&mut self, n: usize, before: &[&str]) -> bool {
        self.tokens.peek(n).literal().is_some() && self.is_any(n + 1, before)
    }

    /// Whether `("name")` comes, with the name of a function that calls no other
    /// by its name.
    fn is_function_of_text(&mut self, n: usize) -> bool {
        let name = self.tokens.peek(n + 1).literal();
        let is_plain = name.is_some_and(|name| !takes_name(name) && name != "is_def_fn");
        is_plain && self.is(n, "(") && self.is(n + 2, ")")
    }

    pub(super) fn starts_function(&mut self) -> bool {
        self.is(0, "fn") || (self.is(0, "private") && self.is(1, "fn"))
    }

    /// Whether `settings Name = #{` comes next, which only a declaration is.
    pub(super) fn starts_settings(&mut self) -> bool {
        let is_name = matches!(self.kind(1), Kind::Name | Kind::Reserved);
        is_name && self.is(0, "settings") && self.is(2, "=") && self.is(3, "#{")
    }

    /// Passes a declaration of settings, which nothing runs.
    pub(super) fn pass_settings(&mut self) {
        let mut depth = 0;
        loop {
            let token = self.tokens.next();
            let text = self.tokens.slice(token.span);
            depth = turned(depth, token.kind, text);
            if token.kind == Kind::End || (depth == 0 && text == ";") {
                return;
            }
        }
    }

    /// Takes a function: its name, its tokens and what it uses.
    pub(super) fn function(&mut self) -> (&'s str, String, Uses<'s>) {
        let (mut text, mut uses) = (String::new(), Uses::default());
        while self.take(&mut text, &mut uses).1 != "fn" {}
        if self.is(1, ".") {
            // The type that it is a method of.
            self.take(&mut text, &mut uses);
            self.take(&mut text, &mut uses);
        }
        // Its own name is no call.
        let name = self.tokens.next();
        let name = self.tokens.slice(name.span);
        write(&mut text, name);
        let (mut depth, mut in_body) = (0, false);
        loop {
            let (kind, token) = self.take(&mut text, &mut uses);
            in_body |= depth == 0 && kind == Kind::Symbol && token == "{";
            depth = turned(depth, kind, token);
            if kind == Kind::End || (in_body && depth == 0) {
                return (name, text, uses);
            }
        }
    }

    /// Takes one token.
    pub(super) fn take(&mut self, out: &mut String, uses: &mut Uses<'s>) -> (Kind, &'s str) {
        let token = self.tokens.next();
        let text = self.tokens.slice(token.span);
        write(out, text);
        if text.contains('\n') && text.starts_with('"') {
            // How far a text is indented in its next line depends on where it begins.
            let before = self.text.get(..token.span.start).unwrap_or_default();
            write(out, before.rsplit('\n').next().unwrap_or_default());
        }
        let after_dot = std::mem::replace(&mut self.after_dot, matches!(text, "." | "?."));
        match token.kind {
            Kind::Name | Kind::Reserved => {
                let handed = self.handed == Some(token.span.start);
                let called = self.is_any(0, &["(", "()", "!"]);
                if handed {
                    uses.hand(text);
                } else if called {
                    self.call(text, after_dot, uses);
                }
                uses.name(Cow::Borrowed(text), !handed && !called && !after_dot);
            }
            Kind::Keyword if text == "import" => self.import(uses),
            _ => {}
        }
        if let Some(value) = token.literal() {
            // Most texts have nothing escaped, and are there as they are.
            let plain = text.trim_matches(['"', '`']);
            let plain = (plain == value).then_some(plain);
            uses.name(plain.map_or_else(|| value.to_owned().into(), Cow::Borrowed), false);
        }
        (token.kind, text)
    }

    /// Looks at what follows `import`.
    fn import(&mut self, uses: &mut Uses<'s>) {
        let ends = self.kind(1) == Kind::End || self.is_any(1, &["as", ";", "}"]);
        match self.tokens.peek(0).literal().filter(|_| ends) {
            Some(path) => uses.imports.push(path.to_owned()),
            None => uses.any_import = true,
        }
    }

    /// Looks at the arguments of a call of `name`, which are next.
    fn call(&mut self, name: &str, is_method: bool, uses: &mut Uses<'s>) {
        if !takes_name(name) && !matches!(name, "Fn" | "is_def_fn") || self.is(0, "()") {
            return;
        }
        let is_known = match name {
            "Fn" => self.is_function_of_text(0),
            "is_def_fn" => self.is_literal(1, &[","]) && self.kind(3) == Kind::Number,
            _ if is_method => self.is_function(),
            // Where in a list of arguments the function stands is not looked for.
            _ => false,
        };
        if !is_known {
            uses.any_function();
        }
    }

    /// Whether the first argument of a method that takes a function is one that is
    /// told by the tokens, or no function and no name of one.
    fn is_function(&mut self) -> bool {
        const END: &[&str] = &[",", ")"];
        match self.kind(1) {
            Kind::Number => true,
            Kind::Name if self.is_any(2, END) => {
                self.handed = Some(self.tokens.peek(1).span.start);
                true
            }
            Kind::Reserved => {
                self.is(1, "Fn") && self.is_function_of_text(2) && self.is_any(5, END)
            }
            _ => self.is_any(1, &["|", "||", ")"]) || self.is_literal(1, END),
        }
    }
}
