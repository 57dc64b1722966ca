//! Tools as MCP lists them.

mod refs;
mod schema;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rulebook::{ToolKind, ToolSpec, Toolkit};
use serde_json::Value;

pub(crate) use schema::{RESULT, ResultSchema};

/// The tools of a toolkit as they are listed, made once for each spec.
#[derive(Default)]
pub(crate) struct ListedTools(Mutex<HashMap<String, Listed>>);

struct Listed {
    spec: Arc<ToolSpec>,
    bare: Tool,
    wrapped: Tool,
}

impl ListedTools {
    /// All of them, with the schemas of bare results, or of results that are always an
    /// object.
    pub(crate) fn all(&self, toolkit: &Toolkit, bare: bool) -> Vec<Tool> {
        let specs = toolkit.specs();
        let mut known = self.known();
        // What is not listed any more is not kept.
        let mut before = std::mem::take(&mut *known);
        for spec in &specs {
            let listed = before.remove(&spec.name).filter(|listed| Arc::ptr_eq(&listed.spec, spec));
            known.insert(spec.name.clone(), listed.unwrap_or_else(|| Listed::new(spec)));
        }
        specs.iter().filter_map(|spec| known.get(&spec.name)).map(|one| one.form(bare)).collect()
    }

    /// The one with a name.
    pub(crate) fn one(&self, toolkit: &Toolkit, name: &str, bare: bool) -> Option<Tool> {
        let spec = toolkit.spec(name)?;
        let mut known = self.known();
        if let Some(listed) = known.get(name).filter(|listed| Arc::ptr_eq(&listed.spec, &spec)) {
            return Some(listed.form(bare));
        }
        let listed = Listed::new(&spec);
        let tool = listed.form(bare);
        known.insert(name.to_owned(), listed);
        Some(tool)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Listed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listed {
    fn new(spec: &Arc<ToolSpec>) -> Self {
        let listed = |bare| tool(spec, bare);
        Self { spec: Arc::clone(spec), bare: listed(true), wrapped: listed(false) }
    }

    fn form(&self, bare: bool) -> Tool {
        if bare { self.bare.clone() } else { self.wrapped.clone() }
    }
}

fn tool(spec: &ToolSpec, bare: bool) -> Tool {
    let input = match &spec.input_schema {
        Value::Object(schema) => schema.clone(),
        // No toolkit lists such a tool.
        _ => JsonObject::new(),
    };
    let mut tool = Tool::new(spec.name.clone(), spec.description.clone(), input);
    tool.output_schema = ResultSchema::of(spec).listed(bare).map(Arc::new);
    tool.annotations = annotations(spec.kind);
    tool
}

/// What a kind says of a tool; nothing is claimed without one. That a change is none to
/// worry about is only said of the agent's own state.
fn annotations(kind: Option<ToolKind>) -> Option<ToolAnnotations> {
    let hints = ToolAnnotations::new();
    match kind? {
        ToolKind::Read => Some(hints.read_only(true)),
        ToolKind::State => Some(hints.read_only(false).destructive(false)),
        _ => Some(hints.read_only(false)),
    }
}
