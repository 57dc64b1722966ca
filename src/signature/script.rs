//! Goes through a script and reads what stands in it.

use super::declaration::{self, Declaration};
use super::head;
use super::header::{self, Header};
use super::misplaced;
use super::problems::Problems;
use super::reader::Reader;
use super::record::{self, Record};
use super::recover::{starts_declaration, starts_settings};
use super::tokens::Kind;
use crate::code::Code;
use crate::quote::quoted;
use crate::source::{Source, Span};

/// What stands in a script, as written.
pub(super) struct Script<'s> {
    pub(super) declarations: Vec<Declaration>,
    pub(super) records: Vec<Record>,
    /// Whether settings have no name, which was reported: then a type that is not
    /// declared may be theirs.
    pub(super) nameless: bool,
    pub(super) functions: Vec<Header>,
    pub(super) cut_short: bool,
    pub(super) has_imports: bool,
    pub(super) blanks: Vec<Span>,
    pub(super) problems: Problems<'s>,
}

/// What the last token was, to tell what a word or a `|` after it means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// A new statement can begin.
    Statement,
    /// The same, after a block or a map: a `|` may join it to another.
    Block,
    /// A value has ended: a `|` joins it to another.
    Value,
    /// `private`, with the doc comments before it taken.
    Private,
    Other,
}

struct Scan<'s> {
    reader: Reader<'s>,
    declarations: Vec<Declaration>,
    records: Vec<Record>,
    nameless: bool,
    functions: Vec<Header>,
    has_imports: bool,
    /// How many brackets are open.
    depth: usize,
    after: After,
    /// The doc comments before `private`.
    docs: Vec<Span>,
}

/// Reads a whole script.
pub(super) fn read<'s>(source: &'s Source, problems: Problems<'s>) -> Script<'s> {
    let mut scan = Scan {
        reader: Reader::new(source, problems),
        declarations: Vec::new(),
        records: Vec::new(),
        nameless: false,
        functions: Vec::new(),
        has_imports: false,
        depth: 0,
        after: After::Statement,
        docs: Vec::new(),
    };
    while scan.reader.kind(0) != Kind::End {
        scan.step();
    }
    let unclosed = scan.reader.unclosed();
    if let Some(mark) = unclosed {
        scan.reader.problems.report(
            Code::SyntaxError,
            mark,
            "this `/*` is never closed, and takes the rest of the script with it",
            "end the comment with `*/`, or begin each of its lines with `//`",
        );
    }
    Script {
        declarations: scan.declarations,
        records: scan.records,
        nameless: scan.nameless,
        functions: scan.functions,
        cut_short: unclosed.is_some(),
        has_imports: scan.has_imports,
        blanks: scan.reader.blanks,
        problems: scan.reader.problems,
    }
}

impl Scan<'_> {
    /// Takes the next token and what belongs to it.
    fn step(&mut self) {
        let after = self.after;
        if matches!(after, After::Statement | After::Block) {
            if self.depth == 0
                && let Some(head) = head::of_settings(&mut self.reader)
            {
                let record = record::read_on(&mut self.reader, head);
                self.nameless |= record.is_none();
                self.records.extend(record);
                self.after = After::Statement;
                return;
            }
            if self.depth == 0 && head::of_type(&mut self.reader) {
                self.declaration();
                return;
            }
            if starts_declaration(&mut self.reader) {
                self.declaration();
                return;
            }
            if starts_settings(&mut self.reader) {
                self.settings();
                return;
            }
        }
        if self.reader.is(0, "->") {
            misplaced::arrow(&mut self.reader);
            self.after = After::Other;
            return;
        }
        let token = self.reader.next();
        let text = self.reader.slice(token.span);
        if token.is_rounded(text) {
            self.reader.problems.report(
                Code::SyntaxError,
                token.span,
                format!("{} is too large for a whole number", quoted(text)),
                "whole numbers go up to 9223372036854775807; write `parse_decimal(\"...\")` for more",
            );
        }
        self.after = After::Other;
        match (token.kind, text) {
            (Kind::Keyword, "fn") => {
                let docs = std::mem::take(&mut self.docs);
                let private = after == After::Private;
                self.function(token.span, private, if private { docs } else { token.docs });
            }
            (Kind::Keyword, "private") => {
                self.docs = token.docs;
                self.after = After::Private;
            }
            (Kind::Keyword, "import") => self.has_imports = true,
            (Kind::Keyword, "let" | "const" | "for") => {
                misplaced::variable(&mut self.reader, text);
            }
            (Kind::Keyword, "catch") => misplaced::caught(&mut self.reader),
            (Kind::Keyword, "true" | "false") => self.after = After::Value,
            (Kind::Symbol, "|") if !matches!(after, After::Value | After::Block) => {
                misplaced::closure(&mut self.reader);
                // The `|` that closes the parameters opens no closure.
                self.after = After::Value;
            }
            (Kind::Symbol, "{") => {
                self.depth += 1;
                self.after = After::Statement;
            }
            (Kind::Symbol, "(" | "[" | "#{" | "?[" | "# {") => self.depth += 1,
            (Kind::Symbol, "}") => {
                self.depth = self.depth.saturating_sub(1);
                self.after = After::Block;
            }
            (Kind::Symbol, ")" | "]") => {
                self.depth = self.depth.saturating_sub(1);
                self.after = After::Value;
            }
            (Kind::Symbol, ";") => self.after = After::Statement,
            (Kind::Symbol, "()") => self.after = After::Value,
            (Kind::Symbol | Kind::Keyword, _) => {}
            _ => self.after = After::Value,
        }
    }

    fn function(&mut self, keyword: Span, private: bool, docs: Vec<Span>) {
        let top = self.depth == 0;
        if let Some(mut header) = header::read(&mut self.reader, keyword)
            && top
        {
            header.private = private;
            header.docs = docs;
            self.functions.push(header);
        }
    }

    fn declaration(&mut self) {
        let (declaration, place) = declaration::read(&mut self.reader);
        self.after = After::Statement;
        if self.depth == 0 {
            self.declarations.push(declaration);
        } else {
            self.reader.problems.report(
                Code::MisplacedType,
                place,
                "a type is declared at the top level of a script only",
                "move the declaration out of the braces",
            );
        }
    }

    fn settings(&mut self) {
        let (record, place) = record::read(&mut self.reader);
        self.after = After::Statement;
        if self.depth == 0 {
            self.records.push(record);
        } else {
            self.reader.problems.report(
                Code::MisplacedType,
                place,
                "settings are declared at the top level of a script only",
                "move the declaration out of the braces",
            );
        }
    }
}
