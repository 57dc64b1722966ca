//! JSON text of scripts and of sessions: held to the same rules as arguments and
//! results.

use rhai::{Dynamic, Map};
use serde_json::Value;

use super::input::Input;
use super::output::Output;
use super::path::Path;
use super::reader::read;
use crate::error::Problem;

/// The value of a JSON text, nested at most `max_depth` deep, with every digit and
/// every member, or what is wrong with the text and where.
pub(crate) fn read_json(text: &str, max_depth: usize) -> Result<Value, String> {
    read(text, max_depth).map_err(|fault| fault.in_text(text))
}

/// The script value of a JSON text, nested at most `max_depth` deep, or what is
/// wrong with the text.
pub(crate) fn from_json_text(text: &str, max_depth: usize) -> Result<Dynamic, String> {
    let json = read_json(text, max_depth)?;
    let mut input = Input::new(max_depth);
    let value = input.of(None, json, &Path::Root);
    input.problems.or(value).map_err(in_one)
}

/// The JSON text of a map, or what in it JSON does not have.
pub(crate) fn to_json_text(map: &Map, max_depth: usize) -> Result<String, String> {
    let mut output = Output::new(max_depth);
    let json = output.map(None, map, &Path::Root, 0);
    output.problems.or(json).map(|json| json.to_string()).map_err(in_one)
}

fn in_one(problems: Vec<Problem>) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
