//! The result of a call.

use rhai::Dynamic;
use serde_json::Value;

use super::depth::dismantle_script;
use super::output::{Output, too_deep};
use super::path::Path;
use super::shape::Shape;
use crate::error::Problem;

/// Why a result was refused.
#[derive(Debug)]
pub(crate) enum Misfit {
    /// It is not of the declared shape.
    Shape(Vec<Problem>),
    /// It is nested too deep, which this says.
    Depth(String),
}

/// The JSON of what a script returned, held to the declared shape, or every
/// problem there is. Containers may be nested `max_depth` deep.
pub(crate) fn result(shape: &Shape, value: Dynamic, max_depth: usize) -> Result<Value, Misfit> {
    let mut output = Output::new(max_depth);
    let json = output.value(shape, &value, &Path::Root, 0);
    if output.too_deep {
        dismantle_script(value);
        return Err(Misfit::Depth(too_deep(max_depth)));
    }
    output.problems.or(json).map_err(Misfit::Shape)
}
