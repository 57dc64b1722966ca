//! From the text of a script to its signatures and what Rhai runs.

use rhai::{AST, Engine, LexError, ParseError, ParseErrorType};

use super::{guard, unclosed, wording};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::signature::{self, Function, Settings};
use crate::source::{Position, Source};

/// A compiled script with its signatures.
pub(crate) struct Script {
    source: Source,
    functions: Vec<Function>,
    settings: Vec<Settings>,
    ast: AST,
    /// What is run in its place.
    guarded: Option<AST>,
}

impl Script {
    /// The text it was compiled from.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The signatures of its functions, in the order of the text.
    pub(crate) fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The settings that it declares, in the order of the text.
    pub(crate) fn settings(&self) -> &[Settings] {
        &self.settings
    }

    /// The script as it was compiled.
    pub(super) fn ast(&self) -> &AST {
        &self.ast
    }

    /// The script as it is run: the same, with everything counted.
    pub(super) fn guarded(&self) -> &AST {
        self.guarded.as_ref().unwrap_or(&self.ast)
    }
}

/// Compiles a script once, and says everything that is wrong with it.
///
/// A script with problems in its types alone is there all the same, so that its
/// functions can be checked against what a manifest says; it is never run.
pub(super) fn compile(engine: &Engine, source: Source) -> (Option<Script>, Vec<Diagnostic>) {
    let reading = signature::read(&source);
    let mut problems = reading.problems;
    // With lines that are too long its types are still in it, and no place is right;
    // functions of ten thousand parameters take the engine seconds.
    let too_much =
        |problem: &Diagnostic| matches!(problem.code(), Code::ScriptTooLong | Code::TypeTooLarge);
    if problems.iter().any(too_much) {
        return (None, problems);
    }
    match engine.compile(&reading.plain) {
        // What a comment has taken is not missing.
        Ok(_) if reading.cut_short => (None, problems),
        Err(ParseError(_, position)) if reading.cut_short && is_at_end(&source, position) => {
            (None, problems)
        }
        Ok(mut ast) => {
            ast.set_source(source.name());
            let guarded = guard::guarded(&ast, &reading.functions);
            let (functions, settings) = (reading.functions, reading.settings);
            (Some(Script { source, functions, settings, ast, guarded }), problems)
        }
        Err(error) => {
            let error = syntax_error(engine, &source, &error);
            problems.retain(|problem| !is_caused_by(&error, problem));
            // A type that is never closed is one of these already.
            let span = |problem: &Diagnostic| problem.place().map(|(_, span)| span);
            if !problems.iter().any(|problem| span(problem) == span(&error)) {
                problems.push(error);
            }
            problems.sort_by_key(span);
            (None, problems)
        }
    }
}

/// Whether there is nothing after a place.
fn is_at_end(source: &Source, position: rhai::Position) -> bool {
    let Some(line) = position.line() else { return true };
    let mut rest = source.text().split('\n').skip(line - 1);
    let column = position.position().unwrap_or(1);
    let here = rest.next().unwrap_or_default();
    here.chars()
        .skip(column.saturating_sub(1))
        .chain(rest.flat_map(str::chars))
        .all(char::is_whitespace)
}

/// Whether a type seems to stand in the wrong place only because its line could
/// not be read up to there.
fn is_caused_by(error: &Diagnostic, problem: &Diagnostic) -> bool {
    match (error.position(), problem.position()) {
        (Some(error), Some(problem_at)) => {
            problem.code() == Code::MisplacedType
                && error.line == problem_at.line
                && error.column < problem_at.column
        }
        _ => false,
    }
}

fn syntax_error(engine: &Engine, source: &Source, error: &ParseError) -> Diagnostic {
    let ParseError(kind, position) = error;
    if is_at_end(source, *position)
        && let Some((place, close)) = unclosed::bracket(source)
    {
        let message = format!("this {} is never closed", quoted(source.slice(place)));
        return Diagnostic::new(Code::SyntaxError, message)
            .at(source, place)
            .help(format!("close it with `{close}`"));
    }
    let message = match **kind {
        ParseErrorType::ExprTooDeep => {
            format!("the expression is nested more than {} levels deep", engine.max_expr_depth())
        }
        _ => wording::parse(kind),
    };
    let diagnostic = Diagnostic::new(Code::SyntaxError, message);
    let diagnostic = match position.line() {
        Some(line) => {
            let column = position.position().unwrap_or(1);
            diagnostic.at(source, source.word_at(Position { line, column }))
        }
        None => {
            let end = source.text().trim_end().len();
            diagnostic.at(source, crate::source::Span::new(end, end))
        }
    };
    let slip = diagnostic.place().and_then(|(_, span)| match **kind {
        ParseErrorType::MissingToken(..)
        | ParseErrorType::Reserved(_)
        | ParseErrorType::BadInput(LexError::UnexpectedInput(_) | LexError::ImproperSymbol(..)) => {
            wording::slip_help(source.text(), span.start, span.end)
        }
        _ => None,
    });
    match slip.map(str::to_owned).or_else(|| wording::parse_help(kind)) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
