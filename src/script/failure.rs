//! What went wrong in a script, in the words of whoever wrote it.

use rhai::{Dynamic, EvalAltResult, Position};

use super::limits::Limits;
use super::{size, wording};
use crate::convert;
use crate::error::{ErrorCode, Frame, ToolError};
use crate::panics;

/// The script that was entered from outside, and the function with the place of
/// its body, where one was called.
pub(super) struct Entered<'a> {
    pub(super) file: &'a str,
    pub(super) function: Option<(&'a str, Position)>,
}

impl<'a> Entered<'a> {
    pub(super) const fn file(file: &'a str) -> Self {
        Self { file, function: None }
    }

    fn frame(&self) -> Frame {
        let function = self.function.map(|(name, _)| name.to_owned());
        Frame { function, ..Frame::new(self.file) }
    }
}

/// The error of a call from the error of the engine.
pub(super) fn describe(error: EvalAltResult, entered: &Entered<'_>, limits: &Limits) -> ToolError {
    let mut callers = Vec::new();
    let mut current = entered.frame();
    let mut error = error;
    loop {
        match error {
            EvalAltResult::ErrorInFunctionCall(name, source, inner, position) => {
                // The first level is the call from outside, which has no place.
                if !position.is_none() {
                    let caller = at(current, position);
                    let file = if source.is_empty() { caller.file.clone() } else { source };
                    current = Frame { function: named(&name), ..Frame::new(file) };
                    callers.push(caller);
                }
                error = *inner;
            }
            EvalAltResult::ErrorInModule(file, inner, position) => {
                if position.is_none() {
                    // The importer says so of the file's own statements.
                    callers.push(current);
                    current = Frame::new(file);
                } else {
                    current = at(current, position);
                }
                error = *inner;
            }
            _ => break,
        }
    }
    let position = error.position();
    let (code, message, thrown) = explain(&error, limits);
    let mut failure = ToolError::new(code, wording::cut(message));
    failure.thrown = thrown.map(Box::new);
    let known = current.line.is_some() && position.is_none();
    let mut place = if known { current } else { at(current, position) };
    // The engine tells no place of a limit that was reached: the function's is the nearest.
    if let (None, true, Some((_, body))) = (place.line, callers.is_empty(), entered.function) {
        place = at(place, body);
    }
    // A function of the engine has no lines: it failed where it was called.
    if place.line.is_none() && callers.last().is_some_and(|caller| caller.file == place.file) {
        place = callers.pop().unwrap_or(place);
    }
    failure.trace = vec![place];
    failure.trace.extend(callers.into_iter().rev());
    failure
}

/// The error of a call that a panic has ended. Its place is not known; that of
/// the function which was entered is the nearest.
pub(super) fn panicked(entered: &Entered<'_>) -> ToolError {
    let frame = entered.frame();
    let place = match entered.function {
        Some((_, body)) => at(frame, body),
        None => frame,
    };
    ToolError { trace: vec![place], ..ToolError::new(ErrorCode::ScriptFailed, panics::MESSAGE) }
}

/// The value that `exit` ends a call with, wherever it was called.
pub(super) fn exit_value(error: EvalAltResult) -> Result<Dynamic, EvalAltResult> {
    match error {
        EvalAltResult::Exit(value, _) => Ok(value),
        EvalAltResult::ErrorInFunctionCall(name, source, inner, position) => exit_value(*inner)
            .map_err(|inner| {
                EvalAltResult::ErrorInFunctionCall(name, source, inner.into(), position)
            }),
        other => Err(other),
    }
}

fn at(frame: Frame, position: Position) -> Frame {
    let line = position.line();
    Frame { line, column: line.map(|_| position.position().unwrap_or(1)), ..frame }
}

/// A closure has a made-up name that says nothing to anyone.
fn named(function: &str) -> Option<String> {
    let plain = function.chars().all(|c| c.is_alphanumeric() || c == '_');
    plain.then(|| function.to_owned())
}

fn explain(
    error: &EvalAltResult,
    limits: &Limits,
) -> (ErrorCode, String, Option<serde_json::Value>) {
    if let Some(message) = limit(error, limits) {
        return (ErrorCode::LimitExceeded, message, None);
    }
    match error {
        EvalAltResult::ErrorRuntime(value, _) => {
            let thrown = convert::thrown(value, limits.value_depth);
            (ErrorCode::ScriptFailed, thrown_message(value, &thrown), Some(thrown))
        }
        // The caller had its answer from whoever stopped the call.
        EvalAltResult::ErrorTerminated(..) => {
            (ErrorCode::Cancelled, "the call was stopped".to_owned(), None)
        }
        other => (ErrorCode::ScriptFailed, wording::runtime(other), None),
    }
}

fn thrown_message(value: &Dynamic, thrown: &serde_json::Value) -> String {
    match thrown {
        _ if value.is_unit() => "the script threw an error without a message".to_owned(),
        serde_json::Value::String(text) => text.clone(),
        other => format!("the script threw {other}"),
    }
}

fn limit(error: &EvalAltResult, limits: &Limits) -> Option<String> {
    Some(match error {
        EvalAltResult::ErrorTerminated(token, _) if token.as_bool() == Ok(true) => {
            format!("the call did more than {} operations", limits.operations)
        }
        EvalAltResult::ErrorStackOverflow(_) => {
            format!("functions called each other more than {} deep", limits.call_depth)
        }
        EvalAltResult::ErrorTooManyModules(_) => {
            format!("more than {} modules were imported", limits.modules)
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => size::message(what, limits),
        EvalAltResult::ErrorTooManyVariables(_) => "too many variables at once".to_owned(),
        _ => return None,
    })
}
