//! The tools of several collections, by their names.

use std::collections::HashMap;
use std::sync::Arc;

use super::asked::{self, Held};
use serde_json::Value;

use crate::collection::ToolCollection;
use crate::quote::quoted;
use crate::tool::{Tool, ToolSpec};
use crate::tool_name::{fault, likeness};

/// A tool and the collection that it belongs to.
#[derive(Clone)]
pub(super) struct Listed {
    pub(super) collection: Arc<str>,
    pub(super) tool: Arc<dyn Tool>,
    /// What was told of it when it was listed.
    pub(super) spec: Arc<ToolSpec>,
}

/// The tools of several collections: collection by collection, each in its order.
#[derive(Default)]
pub(super) struct Catalogue {
    pub(super) tools: Vec<Listed>,
    by_name: HashMap<String, usize>,
    pub(super) instructions: Vec<String>,
    pub(super) constraints: Vec<String>,
}

impl Catalogue {
    /// What the collections hold now, and a sentence for each tool that is left out:
    /// a name is taken by whoever comes first.
    pub(super) fn of(collections: &[Arc<dyn ToolCollection>]) -> (Self, Vec<String>) {
        let (mut catalogue, mut mistakes) = (Self::default(), Vec::new());
        let mut alike = HashMap::<String, usize>::new();
        for collection in collections {
            let Some(Held { name, instructions, constraints, tools }) = asked::held(collection)
            else {
                let name = asked::name(collection);
                mistakes.push(format!(
                    "the collection {} is left out, since it panicked when it was asked for its \
                     tools and lines: the log says why",
                    quoted(&name)
                ));
                continue;
            };
            catalogue.instructions.extend(instructions);
            catalogue.constraints.extend(constraints);
            for (tool, spec) in tools {
                let listed = Listed { collection: Arc::clone(&name), tool, spec };
                if let Some((fault, help)) = fault(&listed.spec.name) {
                    mistakes.push(format!("{fault}, in {}: {help}", listed.origin()));
                    continue;
                }
                if !takes_an_object(&listed.spec) {
                    mistakes.push(format!(
                        "the arguments of {}, in {}, are no object by its input schema: let it \
                         take an object, such as a struct, whose members are the parameters",
                        quoted(&listed.spec.name),
                        listed.origin(),
                    ));
                    continue;
                }
                let place = catalogue.tools.len();
                match alike.entry(likeness(&listed.spec.name)) {
                    std::collections::hash_map::Entry::Occupied(first) => {
                        let first = catalogue.tools.get(*first.get());
                        mistakes.extend(first.map(|first| clash(first, &listed)));
                    }
                    std::collections::hash_map::Entry::Vacant(free) => {
                        free.insert(place);
                        catalogue.by_name.insert(listed.spec.name.clone(), place);
                        catalogue.tools.push(listed);
                    }
                }
            }
        }
        (catalogue, mistakes)
    }

    /// The tool with a name.
    pub(super) fn find(&self, name: &str) -> Option<&Listed> {
        self.tools.get(*self.by_name.get(name)?)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|listed| listed.spec.name.as_str())
    }
}

impl Listed {
    /// Where it comes from, for a person.
    fn origin(&self) -> String {
        let collection = quoted(&self.collection);
        match &self.spec.source {
            None => format!("the collection {collection}"),
            Some(source) => format!(
                "the collection {collection} ({} of {}, by {})",
                quoted(&source.function),
                quoted(&source.script),
                quoted(&source.manifest),
            ),
        }
    }
}

/// Models give arguments by name.
fn takes_an_object(spec: &ToolSpec) -> bool {
    spec.input_schema.get("type").and_then(Value::as_str) == Some("object")
}

fn clash(first: &Listed, second: &Listed) -> String {
    let (one, other) = (quoted(&first.spec.name), quoted(&second.spec.name));
    let (origin, other_origin) = (first.origin(), second.origin());
    let places = if origin == other_origin {
        format!("both in {origin}")
    } else {
        format!("in {origin} and {other_origin}")
    };
    if first.spec.name == second.spec.name {
        format!("two tools are named {one}, {places}: rename one")
    } else {
        format!(
            "the tool names {one} and {other} are too alike, {places}: rename one, so that they \
             differ in more than case, `-` and `_`"
        )
    }
}
