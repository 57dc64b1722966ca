//! A value as it is written down, before it is held to a type.

use super::not_written;
use super::problems::quoted;
use super::reader::Reader;
use super::settings_recover::pass;
use super::syntax::{MOST_DEPTH, MOST_PARTS};
use super::tokens::Kind;
use crate::code::Code;
use crate::source::Span;

/// A value as written. It is never nested deeper than [`MOST_DEPTH`].
pub(super) struct Literal {
    pub(super) span: Span,
    pub(super) form: Form,
}

pub(super) enum Form {
    /// `()`
    Nothing,
    Bool(bool),
    /// Its text: the sign, and then what Rhai takes for one number.
    Number(String),
    Text(String),
    Array(Vec<Literal>),
    Map(Vec<Member>),
}

pub(super) struct Member {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) value: Literal,
}

/// What is left of a value that cannot be read, and was reported: how many brackets
/// it left open.
pub(super) struct Unread(pub(super) usize);

/// Reads the value that comes next; `texts` tells whether its type may hold a text.
pub(super) fn read(reader: &mut Reader<'_>, owner: &str, texts: bool) -> Result<Literal, Unread> {
    let mut parser = Parser { reader, owner, texts, open: 0, parts: 0 };
    match parser.value() {
        Some(value) => Ok(value),
        None => Err(Unread(parser.open)),
    }
}

/// Reports what goes on after a value, or is none, as something to be worked out.
pub(super) fn worked_out(reader: &mut Reader<'_>, start: Span, texts: bool) {
    pass(reader, 0);
    let whole = if reader.last.end > start.start { start.to(reader.last) } else { start };
    let (message, help) = not_written::words(reader.slice(whole), texts);
    reader.problems.report(Code::InvalidDefault, whole, message, help);
}

struct Parser<'r, 's> {
    reader: &'r mut Reader<'s>,
    /// The setting whose default it is.
    owner: &'r str,
    texts: bool,
    open: usize,
    parts: usize,
}

/// Every method gives nothing after it has reported why.
impl Parser<'_, '_> {
    fn value(&mut self) -> Option<Literal> {
        self.count()?;
        let start = self.reader.span(0);
        let form = match (self.reader.kind(0), self.reader.text(0)) {
            (Kind::Keyword, text @ ("true" | "false")) => self.taken(Form::Bool(text == "true")),
            (Kind::Number, text) => self.taken(Form::Number(text.to_owned())),
            (Kind::Symbol, "-") if self.is_positive(1) => {
                self.reader.next();
                let digits = self.reader.text(0);
                self.taken(Form::Number(format!("-{digits}")))
            }
            (Kind::Symbol, "()") => self.taken(Form::Nothing),
            (Kind::Symbol, "(") if self.reader.is(1, ")") => {
                self.reader.next();
                self.taken(Form::Nothing)
            }
            (Kind::Text | Kind::Quote, _) => self.text(start)?,
            (Kind::Symbol, "[") => self.array()?,
            (Kind::Symbol, "#{") => self.map(start)?,
            _ => return self.none(start),
        };
        Some(Literal { span: start.to(self.reader.last), form })
    }

    fn taken(&mut self, form: Form) -> Form {
        self.reader.next();
        form
    }

    fn is_positive(&mut self, n: usize) -> bool {
        self.reader.kind(n) == Kind::Number && !self.reader.text(n).starts_with('-')
    }

    fn is_value(&mut self, n: usize) -> bool {
        matches!(self.reader.kind(n), Kind::Number | Kind::Text | Kind::Quote)
            || ["#{", "[", "true", "false"].iter().any(|sign| self.reader.is(n, sign))
    }

    fn count(&mut self) -> Option<()> {
        self.parts += 1;
        let problem = if self.parts > MOST_PARTS {
            format!("this default has more than {MOST_PARTS} parts")
        } else if self.open > MOST_DEPTH {
            format!("this default is nested more than {MOST_DEPTH} deep")
        } else {
            return Some(());
        };
        let span = self.reader_span();
        self.wrong(span, problem, "write a smaller one; a host can set another");
        None
    }

    fn reader_span(&mut self) -> Span {
        match self.reader.kind(0) {
            Kind::End => self.reader.last,
            _ => self.reader.span(0),
        }
    }

    fn text(&mut self, start: Span) -> Option<Form> {
        let token = self.reader.next();
        let written = self.reader.slice(token.span);
        match token.literal() {
            // How far a line that goes on is indented depends on where the text begins.
            Some(_) if written.starts_with('"') && written.contains('\n') => {
                let value = self.reader.text_in_lines(token.span);
                if value.is_none() {
                    self.wrong(token.span, "this cannot be read", "write it on one line");
                }
                value.map(Form::Text)
            }
            Some(value) => Some(Form::Text(value.to_owned())),
            None if written.ends_with('$') => {
                pass(self.reader, 0);
                let whole = start.to(self.reader.last);
                let help = "write the whole text; `\\${` stands for `${` between backticks";
                self.wrong(whole, "a default has nothing worked out in it", help);
                None
            }
            None => {
                let inner = written.trim_matches('\'');
                let help = format!("write `\"{inner}\"`");
                self.wrong(token.span, "a single character is no value of a setting", help);
                None
            }
        }
    }

    fn array(&mut self) -> Option<Form> {
        self.reader.next();
        self.open += 1;
        let mut items = Vec::new();
        while !self.reader.take("]") {
            let item = self.value()?;
            self.separated(&item, "]")?;
            items.push(item);
        }
        self.open -= 1;
        Some(Form::Array(items))
    }

    fn map(&mut self, start: Span) -> Option<Form> {
        self.reader.next();
        self.open += 1;
        let mut members = Vec::new();
        while !self.reader.take("}") {
            if !matches!(self.reader.kind(0), Kind::Name | Kind::Text) || !self.reader.is(1, ":") {
                let span = self.reader_span();
                let at = if self.reader.kind(0) == Kind::End { start } else { span };
                let help = "write maps as in `#{ sku: \"A-1\", \"of two\": 2 }`";
                self.wrong(at, "a map is made of names and values, each with a `:` between", help);
                return None;
            }
            let token = self.reader.next();
            let name = match token.kind {
                Kind::Text => token.value(),
                _ => self.reader.slice(token.span),
            };
            let (name, span) = (name.to_owned(), token.span);
            self.reader.next();
            let value = self.value()?;
            self.separated(&value, "}")?;
            members.push(Member { name, span, value });
        }
        self.open -= 1;
        Some(Form::Map(members))
    }

    /// Holds an item to what may follow it.
    fn separated(&mut self, item: &Literal, end: &str) -> Option<()> {
        if self.reader.take(",") || self.reader.is(0, end) {
            return Some(());
        }
        if self.reader.is(0, ";") && (self.reader.is_field(1) || self.is_value(1)) {
            let sign = self.reader.next().span;
            let message = "what stands side by side is separated by `,`";
            self.wrong(sign, message, "write `,` in place of `;`");
            return Some(());
        }
        let is_end = matches!(self.reader.text(0), "]" | "}" | ")" | ";");
        if is_end || self.reader.kind(0) == Kind::End {
            let help = format!("write `{end}` where it ends");
            self.wrong(item.span, "what holds this is never closed", help);
        } else if self.reader.is_field(0) {
            self.wrong(
                item.span,
                "what stands side by side is separated by `,`",
                "write `,` after it",
            );
        } else {
            worked_out(self.reader, item.span, self.texts);
        }
        None
    }

    /// No value comes next.
    fn none(&mut self, start: Span) -> Option<Literal> {
        let text = self.reader.text(0);
        match (self.reader.kind(0), text) {
            (Kind::End, _) | (_, "," | "}" | "]" | ")" | ";") => {
                let owner = quoted(self.owner);
                let last = self.reader.last;
                let help = "write it here, as in `limit: int = 10`";
                self.wrong(last, format!("the default of {owner} is missing"), help);
            }
            (Kind::Bad, _) => {
                let whole = match text.starts_with(['"', '\'', '`', '-']) {
                    true => start,
                    // A quote that is no quote of the language, and the text after it.
                    false => {
                        pass(self.reader, 0);
                        start.to(self.reader.last)
                    }
                };
                let (message, help) = not_written::unreadable(self.reader.slice(whole));
                self.wrong(whole, message, help);
            }
            (_, "{" | "# {") => self.wrong(start, "a map begins with `#{`", "write `#{`"),
            _ => worked_out(self.reader, start, self.texts),
        }
        None
    }

    fn wrong(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.reader.problems.report(Code::InvalidDefault, span, message, help);
    }
}
