//! The tools of a server as they are now, replaced in one step.

use std::sync::Arc;

use rulebook::ToolSpec;

use super::offered::Defined;
use super::pins::{HeldInstructions, HeldTool};
use crate::remote::rules::Rules;

/// The tools of a server as they are now, and what is held of them. It does not change:
/// another takes its place.
#[derive(Default)]
pub(in crate::remote) struct Catalogue {
    pub(in crate::remote) tools: Vec<Arc<Entry>>,
    /// What the server says of itself.
    pub(in crate::remote) instructions: Option<String>,
    pub(in crate::remote) held: Vec<Held>,
    pub(in crate::remote) held_instructions: Option<HeldInstructions>,
    /// A sentence for each thing that the server offers and that is not here.
    pub(in crate::remote) left_out: Vec<String>,
}

/// A tool that was taken.
pub(in crate::remote) struct Entry {
    pub(in crate::remote) spec: Arc<ToolSpec>,
    /// The definition that it is listed by.
    pub(in crate::remote) defined: Arc<Defined>,
}

/// A tool that is held.
#[derive(Clone, PartialEq)]
pub(in crate::remote) struct Held {
    pub(in crate::remote) tool: HeldTool,
    /// What its calls are answered with.
    pub(in crate::remote) message: Arc<str>,
}

/// How a tool that was listed once stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::remote) enum Standing {
    /// The server has it, just as it is listed.
    Present,
    /// The server has made another of it, which nobody has accepted: what a model is told.
    Held(Arc<str>),
    /// The server does not have it any more, or it was left out since.
    Gone,
    /// Another definition has been listed since.
    Changed,
}

impl Catalogue {
    /// The tool that a server knows by a name.
    pub(in crate::remote) fn find(&self, remote: &str) -> Option<&Arc<Entry>> {
        self.tools.iter().find(|entry| entry.remote() == remote)
    }

    /// How a tool that was listed once stands now.
    pub(in crate::remote) fn standing(&self, entry: &Entry) -> Standing {
        let Some(now) = self.find(entry.remote()) else { return Standing::Gone };
        if now.hash() != entry.hash() || now.spec != entry.spec {
            return Standing::Changed;
        }
        let held = self.held.iter().find(|held| held.tool.name() == entry.remote());
        held.map_or(Standing::Present, |held| Standing::Held(Arc::clone(&held.message)))
    }
}

impl Entry {
    /// The entry of a tool; as it was before, where nothing of it is another.
    pub(in crate::remote) fn new(
        name: String,
        defined: &Arc<Defined>,
        rules: &Rules,
        before: Option<&Arc<Self>>,
    ) -> Arc<Self> {
        let mut spec = ToolSpec::new(name, defined.tool.told());
        spec.input_schema = defined.tool.arguments();
        spec.output_schema = defined.tool.output_schema.clone().map(Into::into);
        rules.marks.mark(&mut spec, &defined.tool);
        let told = before.filter(|before| *before.spec == spec);
        match told {
            Some(before) if before.hash() == defined.hash => Arc::clone(before),
            // Who keeps something for a spec goes on keeping it.
            Some(before) => {
                Arc::new(Self { spec: Arc::clone(&before.spec), defined: Arc::clone(defined) })
            }
            None => Arc::new(Self { spec: Arc::new(spec), defined: Arc::clone(defined) }),
        }
    }

    /// The name that the server knows it by.
    pub(in crate::remote) fn remote(&self) -> &str {
        &self.defined.tool.name
    }

    /// The hash of the definition that it is listed by.
    pub(in crate::remote) fn hash(&self) -> &str {
        &self.defined.hash
    }
}
