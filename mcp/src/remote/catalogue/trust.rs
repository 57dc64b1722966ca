//! What of a server is trusted.

use std::sync::Arc;

use super::offered::Defined;
use super::pins::{HeldInstructions, HeldTool, ToolPins};

/// What of a server is trusted before anything is known of it.
#[derive(Clone, Debug, Default)]
pub(in crate::remote) enum Pinning {
    /// Whatever it offers.
    #[default]
    Off,
    /// What is seen first.
    FirstSeen,
    /// What was accepted before, and nothing else.
    To(ToolPins),
}

/// What of a server is trusted.
#[derive(Clone, Debug)]
pub(in crate::remote) struct Trust {
    pins: Option<ToolPins>,
    /// Whether a tool that was never seen is accepted.
    takes_new: bool,
    /// Whether the instructions were seen.
    heard: bool,
}

impl Trust {
    pub(in crate::remote) fn new(pinning: &Pinning) -> Self {
        match pinning {
            Pinning::Off => Self { pins: None, takes_new: true, heard: false },
            Pinning::FirstSeen => {
                Self { pins: Some(ToolPins::default()), takes_new: true, heard: false }
            }
            Pinning::To(pins) => Self { pins: Some(pins.clone()), takes_new: false, heard: true },
        }
    }

    pub(in crate::remote) fn pins(&self) -> Option<&ToolPins> {
        self.pins.as_ref()
    }

    /// What was accepted of a tool, by the server's own name.
    pub(in crate::remote) fn pin(&self, remote: &str) -> Option<&Arc<Defined>> {
        self.pins.as_ref()?.tools.get(remote)
    }

    pub(in crate::remote) fn takes_new(&self) -> bool {
        self.takes_new
    }

    /// A tool that was never seen is listed.
    pub(in crate::remote) fn see(&mut self, tool: &Arc<Defined>) {
        if let Some(pins) = &mut self.pins {
            pins.pin(tool);
        }
    }

    /// The instructions that are told, where these are said.
    pub(in crate::remote) fn instructions(&mut self, said: Option<&String>) -> Option<String> {
        let Some(pins) = &mut self.pins else { return said.cloned() };
        if !self.heard {
            self.heard = true;
            pins.instructions = said.cloned();
        }
        pins.instructions.clone()
    }

    pub(in crate::remote) fn accept(&mut self, tool: &HeldTool) {
        self.see(tool.definition());
    }

    pub(in crate::remote) fn accept_instructions(&mut self, held: &HeldInstructions) {
        if let Some(pins) = &mut self.pins {
            pins.instructions = held.offered().map(str::to_owned);
        }
    }
}
