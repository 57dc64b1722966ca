//! The arguments of a call, by parameter.

use std::sync::Arc;

use rhai::Dynamic;
use serde_json::{Map, Value};

use super::depth::is_deeper;
use super::input::Input;
use super::output::Output;
use super::path::Path;
use super::shape::Shape;
use super::words::{missing, unknown};
use crate::dismantle::dismantle;
use crate::error::Problem;

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    name: Arc<str>,
    shape: Shape,
}

impl Param {
    /// A parameter that takes values of a shape.
    pub(crate) fn new(name: impl Into<Arc<str>>, shape: Shape) -> Self {
        Self { name: name.into(), shape }
    }

    fn read(&self, input: &mut Input, value: Value) -> Dynamic {
        input.value(&self.shape, value, &Path::Member(&Path::Root, &self.name))
    }
}

/// The script values of a call's arguments, in the order of the parameters, or
/// every problem there is. Containers may be nested `max_depth` deep, the
/// arguments' own object counted; the stack has to have room for as many.
pub(crate) fn arguments(
    params: &[Param],
    args: Map<String, Value>,
    max_depth: usize,
) -> Result<Vec<Dynamic>, Vec<Problem>> {
    let args = held_to_depth(args, max_depth).map_err(|problem| vec![problem])?;
    let mut input = Input::new(max_depth);
    let mut values = Vec::with_capacity(params.len());
    let mut args = args.into_iter();
    let mut next = args.next();
    // Most callers keep the order of the parameters.
    for param in params {
        match next {
            Some((name, value)) if *name == *param.name => {
                values.push(param.read(&mut input, value));
                next = args.next();
            }
            _ => break,
        }
    }
    if next.is_some() || values.len() < params.len() {
        values = by_name(&mut input, params, values, next.into_iter().chain(args));
    }
    input.problems.or(values)
}

/// The arguments of a call as they are, or every problem that they have.
pub(crate) fn checked(
    params: &[Param],
    args: Map<String, Value>,
    max_depth: usize,
) -> Result<Map<String, Value>, Vec<Problem>> {
    // Looked at before they are copied: to copy what is very deep takes a large stack.
    let args = held_to_depth(args, max_depth).map_err(|problem| vec![problem])?;
    arguments(params, args.clone(), max_depth).map(|_| args)
}

/// The arguments of a call as they are taken: each by the declared type of its
/// parameter, in the order of the parameters, without optional fields that are null;
/// or every problem there is.
pub(crate) fn normalized(
    params: &[Param],
    args: Map<String, Value>,
    max_depth: usize,
) -> Result<Map<String, Value>, Vec<Problem>> {
    let values = arguments(params, args, max_depth)?;
    let mut output = Output::exact(max_depth);
    let written = params.iter().zip(values).map(|(param, value)| {
        let at = Path::Member(&Path::Root, &param.name);
        (param.name.to_string(), output.value(&param.shape, &value, &at, 1))
    });
    let written = written.collect();
    output.problems.or(written)
}

/// Arguments whose containers are nested at most `max_depth` deep, their own
/// object counted.
pub(crate) fn held_to_depth(
    args: Map<String, Value>,
    max_depth: usize,
) -> Result<Map<String, Value>, Problem> {
    if is_deeper(&args, max_depth) {
        dismantle(Value::Object(args));
        return Err(Problem::new("", too_deep(max_depth)));
    }
    Ok(args)
}

/// The rest of the arguments, in any order.
fn by_name(
    input: &mut Input,
    params: &[Param],
    first: Vec<Dynamic>,
    rest: impl Iterator<Item = (String, Value)>,
) -> Vec<Dynamic> {
    let mut slots: Vec<Option<Dynamic>> = first.into_iter().map(Some).collect();
    slots.resize_with(params.len(), || None);
    for (name, value) in rest {
        let mut places = params.iter().zip(&mut slots);
        if let Some((param, slot)) = places.find(|(param, _)| *param.name == *name) {
            *slot = Some(param.read(input, value));
        } else {
            let names = params.iter().map(|param| &*param.name);
            input.problems.add(&Path::Root, || unknown(&name, "a parameter", "parameters", names));
        }
    }
    let each = params.iter().zip(slots);
    each.map(|(param, slot)| {
        slot.unwrap_or_else(|| {
            input.problems.add(&Path::Root, || missing(&param.name));
            Dynamic::UNIT
        })
    })
    .collect()
}

fn too_deep(max_depth: usize) -> String {
    format!("the arguments are nested more than {max_depth} levels deep")
}
