//! The tools of a server as they are now, replaced in one step.

use std::collections::HashMap;
use std::sync::Arc;

use rulebook::ToolSpec;
use rulebook::wording::{quoted, tool_name_fault, tool_name_likeness};
use serde_json::Value;

use super::choice::ToolChoice;
use super::offered::OfferedTool;
use super::rules::Rules;

/// The tools of a server as they are now, in its order.
#[derive(Default)]
pub(super) struct Catalogue {
    pub(super) tools: Vec<Arc<Entry>>,
    /// What the server says of itself.
    pub(super) instructions: Option<String>,
}

/// A tool that was taken.
pub(super) struct Entry {
    /// The name that the server knows it by.
    pub(super) remote: String,
    pub(super) spec: Arc<ToolSpec>,
}

impl Catalogue {
    /// What a host takes of what a server offers, and a sentence for each tool that it
    /// cannot take.
    pub(super) fn of(
        offered: &[OfferedTool],
        instructions: Option<String>,
        rules: &Rules,
    ) -> (Self, Vec<String>) {
        let (mut tools, mut mistakes) = (Vec::new(), Vec::new());
        let mut taken = HashMap::<String, String>::new();
        for tool in offered {
            let name = match (rules.choose)(tool) {
                ToolChoice::Drop => continue,
                ToolChoice::Keep => tool.name.clone(),
                ToolChoice::Rename(name) => name,
            };
            if let Some(fault) = tool_name_fault(&name) {
                mistakes.push(format!("rename {}: {fault}", quoted(&tool.name)));
                continue;
            }
            if let Some(first) = taken.insert(tool_name_likeness(&name), tool.name.clone()) {
                mistakes.push(format!(
                    "rename {} or {}: both are named {}",
                    quoted(&first),
                    quoted(&tool.name),
                    quoted(&name)
                ));
                continue;
            }
            tools.push(Arc::new(Entry::new(name, tool, rules)));
        }
        (Self { tools, instructions }, mistakes)
    }

    /// Whether it is the same to whoever uses it; the order of members is nothing.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let same = |(one, other): (&Arc<Entry>, &Arc<Entry>)| {
            one.remote == other.remote && one.spec == other.spec
        };
        self.instructions == other.instructions
            && self.tools.len() == other.tools.len()
            && self.tools.iter().zip(&other.tools).all(same)
    }

    /// The tool that a server knows by a name.
    pub(super) fn find(&self, remote: &str) -> Option<&Arc<Entry>> {
        self.tools.iter().find(|entry| entry.remote == remote)
    }
}

impl Entry {
    fn new(name: String, offered: &OfferedTool, rules: &Rules) -> Self {
        let mut spec = ToolSpec::new(name, offered.description.clone());
        spec.input_schema = Value::Object(offered.input_schema.clone());
        spec.output_schema = offered.output_schema.clone().map(Value::Object);
        rules.marks.mark(&mut spec, offered);
        Self { remote: offered.name.clone(), spec: Arc::new(spec) }
    }
}
