//! Values held to a JSON Schema, with the leniency and the messages that the
//! arguments of scripts have.
//!
//! Of what a schema can say, this looks at `type`, `enum`, `const`, `properties`,
//! `required`, `additionalProperties`, `patternProperties` whose names are whole
//! numbers, `minProperties`, `maxProperties`, `items`, `prefixItems`, `minItems`,
//! `maxItems`, `uniqueItems`, `minimum`, `maximum`, both exclusive ones,
//! `multipleOf`, `minLength`, `maxLength`, `anyOf`, `oneOf`, `allOf`, `not`, `$ref`
//! within the schema, and `unevaluatedProperties` where it closes an object. It does
//! not look at `pattern`, `format`, `contains`, `propertyNames`, `dependentSchemas`,
//! `dependentRequired`, `if` and `unevaluatedItems`: whoever reads the value has to.
//!
//! A `number` is a double, and an `integer` has 64 bits.

mod alternatives;
mod bounds;
mod compile;
mod describe;
mod finish;
mod reader;
mod wanted;

use serde_json::{Map, Value};

pub(super) use alternatives::{joined, target};
use reader::Reader;
use wanted::Wanted;

use crate::convert::held_to_depth;
use crate::error::{ErrorCode, Problem, ToolError};

/// Containers may be nested this deep, the arguments' own object counted.
pub(super) const DEPTH: usize = 128;

/// What the arguments of a tool are held to.
#[derive(Debug)]
pub(super) struct Check {
    wanted: Wanted,
    named: Vec<Wanted>,
}

impl Check {
    /// The check that a schema asks for.
    pub(super) fn new(schema: &Value) -> Self {
        let (wanted, mut named) = compile::compile(schema);
        finish::break_circles(&mut named);
        let marked = named.iter().map(|one| finish::tagged(one.clone(), &named)).collect();
        Self { wanted: finish::tagged(wanted, &named), named: marked }
    }

    /// Whether null is taken.
    pub(super) fn takes_null(&self) -> bool {
        self.wanted.takes_null(&self.named)
    }

    /// The arguments as they are read: with every number and text that stands for
    /// something else in its place.
    ///
    /// # Errors
    /// `invalid_arguments` with every problem.
    pub(super) fn normalize(
        &self,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, ToolError> {
        let arguments =
            held_to_depth(arguments, DEPTH).map_err(|problem| invalid(vec![problem]))?;
        match Reader::read_all(&self.wanted, &self.named, Value::Object(arguments), DEPTH) {
            Ok(Value::Object(arguments)) => Ok(arguments),
            Ok(_) => Ok(Map::new()),
            Err(problems) => Err(invalid(problems)),
        }
    }
}

/// `invalid_arguments` with its problems.
pub(super) fn invalid(problems: Vec<Problem>) -> ToolError {
    ToolError::with_problems(ErrorCode::InvalidArguments, problems)
}
