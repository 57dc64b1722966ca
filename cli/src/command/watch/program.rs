//! What becomes of a manifest, for a program: an event a line.

use std::io;
use std::path::Path;

use rulebook::Loaded;
use serde::Serialize;

use super::follow::What;
use crate::record::Record;
use crate::{escape, output};

/// An event, its members in the order in which they are written.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event<'a> {
    Loaded {
        generation: u64,
        tools: usize,
        added: &'a [String],
        removed: &'a [String],
        changed: &'a [String],
        breaking: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        manifest: Option<String>,
    },
    Failed {
        generation: Option<u64>,
        diagnostics: Vec<Record<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        manifest: Option<String>,
    },
}

/// Tells something: whether there still is a reader.
pub(super) fn tell(what: &What, manifest: Option<&Path>) -> io::Result<bool> {
    let manifest = manifest.map(|manifest| manifest.display().to_string());
    output::stdout_while_read(&escape::json(&event(what, manifest))?)
}

fn event(what: &What, manifest: Option<String>) -> Event<'_> {
    let loaded: &Loaded = match what {
        What::First(loaded, added, _) => {
            let Loaded { generation, tools, .. } = **loaded;
            let none = &[];
            return Event::Loaded {
                generation,
                tools,
                added,
                removed: none,
                changed: none,
                breaking: false,
                manifest,
            };
        }
        What::Loads(loaded, _) => loaded,
        What::Fails(error, generation) => {
            let diagnostics = error.diagnostics().iter().map(Record::from).collect();
            return Event::Failed { generation: *generation, diagnostics, manifest };
        }
    };
    let Loaded { generation, tools, ref change, .. } = *loaded;
    Event::Loaded {
        generation,
        tools,
        added: &change.added,
        removed: &change.removed,
        changed: &change.changed,
        breaking: !change.breaking.is_empty(),
        manifest,
    }
}
