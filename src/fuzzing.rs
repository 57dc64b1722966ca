//! What fuzz targets reach for: parts of the library that have no public face of
//! their own. It is there when fuzzing, and for tests, so that it keeps up.

use rhai::Dynamic;
use serde_json::{Map, Value};

use crate::convert::{self, Misfit, Param, Shape};
use crate::diagnostic::Diagnostic;
use crate::error::Problem;
use crate::source::Source;
use crate::ty::Ty;
use crate::{manifest, schema};

/// Whether there is a manifest in a text, as far as it can be told, and every
/// problem of the text.
#[must_use]
pub fn read_manifest(source: &Source) -> (bool, Vec<Diagnostic>) {
    let (manifest, problems) = manifest::read(source);
    (manifest.is_some(), problems)
}

/// The schema of the arguments of a function with one parameter, `x`.
#[must_use]
pub fn input_schema(ty: &Ty) -> Value {
    schema::input([("x", ty, None)].into_iter())
}

/// The schema of a result.
#[must_use]
pub fn output_schema(ty: &Ty) -> Value {
    schema::output(ty)
}

/// The script value of the argument of a function with one parameter, `x`.
///
/// # Errors
/// Every problem of the arguments.
pub fn argument(
    ty: &Ty,
    arguments: Map<String, Value>,
    depth: usize,
) -> Result<Dynamic, Vec<Problem>> {
    let values = convert::arguments(&[Param::new("x", Shape::new(ty))], arguments, depth)?;
    Ok(values.into_iter().next().unwrap_or_default())
}

/// The JSON of a result.
///
/// # Errors
/// Every problem of the value.
pub fn result(ty: &Ty, value: Dynamic, depth: usize) -> Result<Value, Vec<Problem>> {
    convert::result(&Shape::new(ty), value, depth).map_err(|misfit| match misfit {
        Misfit::Shape(problems) => problems,
        Misfit::Depth(message) => vec![Problem::new("", message)],
    })
}

/// Every kind of value in its own way; a decimal by its value, since the zeros
/// at its end do not come back.
#[must_use]
pub fn shown(value: &Dynamic) -> String {
    if let Ok(decimal) = value.as_decimal() {
        format!("{}d", decimal.normalize())
    } else if let Ok(items) = value.as_array_ref() {
        format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", "))
    } else if let Ok(members) = value.as_map_ref() {
        let members = members.iter().map(|(key, value)| format!("{key:?}: {}", shown(value)));
        format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
    } else {
        format!("{value:?}")
    }
}
