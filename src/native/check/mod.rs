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
mod limits;
mod meant;
mod passed_over;
mod plain;
mod reader;
mod union;
mod wanted;

use serde_json::{Map, Value};

pub(super) use alternatives::{joined, target};
use passed_over::Search;
use reader::Reader;
use wanted::Wanted;

use crate::convert::held_to_depth;
use crate::error::{ErrorCode, Problem, ToolError};

/// Containers may be nested this deep, the arguments' own object counted.
pub(super) const DEPTH: usize = 128;

/// What the arguments of a tool are held to.
#[derive(Debug)]
pub(super) struct Check {
    schema: Tree,
    /// The same of the type behind it, which is less careful, where there is one.
    read_by: Option<Tree>,
}

/// What a schema takes, and what the references in it mean.
#[derive(Debug)]
struct Tree {
    wanted: Wanted,
    named: Vec<Wanted>,
}

impl Tree {
    fn new(schema: &Value) -> Self {
        let (wanted, mut named) = compile::compile(schema);
        finish::break_circles(&mut named);
        let marked = named.iter().map(|one| finish::tagged(one.clone(), &named)).collect();
        Self { wanted: finish::tagged(wanted, &named), named: marked }
    }
}

impl Check {
    /// The check that a schema asks for.
    pub(super) fn new(schema: &Value) -> Self {
        Self { schema: Tree::new(schema), read_by: None }
    }

    /// The check that the published schema of a type asks for; `unclosed` is that schema
    /// before its objects were closed.
    pub(super) fn of_type(schema: &Value, unclosed: &Value) -> Self {
        Self { read_by: Some(Tree::new(unclosed)), ..Self::new(schema) }
    }

    /// Whether null is taken.
    pub(super) fn takes_null(&self) -> bool {
        self.schema.wanted.takes_null(&self.schema.named)
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
        let Tree { wanted, named } = &self.schema;
        let mut read = Reader::read_all(wanted, named, Value::Object(arguments), DEPTH);
        if let (Some(Tree { wanted, named }), Ok(value)) = (&self.read_by, &mut read) {
            read = Search::all(wanted, named, value.take());
        }
        match read {
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
