//! What holds now, gathered from every collection before a call of the model.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::refusals::{late, panicked};
use crate::clock::Clock;
use crate::collection::ToolCollection;
use crate::error::ToolError;
use crate::join::all;
use crate::panics;
use crate::session::Session;

/// What holds now and the model should know, from every collection that has something
/// to say, in one marked message.
///
/// Ask for it before each call of the model, the calls within a tool loop included,
/// send it after everything else, and never keep it: the next call has another. That
/// is why it has no JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextMessage {
    /// By collection, in order.
    parts: Vec<(String, String)>,
}

impl ContextMessage {
    /// What each collection says, in order: its name and its text.
    pub fn parts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().map(|(collection, text)| (collection.as_str(), text.as_str()))
    }
}

/// The text for the model.
impl fmt::Display for ContextMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "<live_context>\nWhat holds at this moment. It is not part of the request, and an \
             earlier one no longer counts.\n",
        )?;
        for (collection, text) in self.parts() {
            let name = collection.replace(['"', '<', '>', '\n', '\r'], " ");
            write!(f, "<from collection=\"{name}\">\n{}\n</from>\n", harmless(text))?;
        }
        f.write_str("</live_context>")
    }
}

/// The text without marks that would end its own.
fn harmless(text: &str) -> String {
    let mut text = text.trim_end().to_owned();
    for mark in ["<live_context", "</live_context", "<from", "</from"] {
        text = text.replace(mark, &mark.replace('<', "&lt;"));
    }
    text
}

/// Why a collection said nothing.
pub(super) struct Silent {
    pub(super) collection: String,
    pub(super) why: ToolError,
}

/// What every collection says now, each within the deadline, and which of them failed.
pub(super) async fn gather(
    collections: &[Arc<dyn ToolCollection>],
    session: &Session,
    clock: &Clock,
    deadline: Duration,
) -> (Option<ContextMessage>, Vec<Silent>) {
    let asked = with_parts(collections).into_iter().map(|collection| async move {
        let name = collection.name().into_owned();
        let session = session.clone();
        let said = panics::contained(move || collection.context(session));
        let said = clock.within(deadline, said).await;
        (name, said.unwrap_or_else(|| Some(Err(late(deadline)))).unwrap_or_else(|| Err(panicked())))
    });
    let (mut parts, mut silent) = (Vec::new(), Vec::new());
    for (collection, said) in all(asked).await {
        match said {
            Ok(Some(text)) if !text.trim().is_empty() => parts.push((collection, text)),
            Ok(_) => {}
            Err(why) => silent.push(Silent { collection, why }),
        }
    }
    ((!parts.is_empty()).then_some(ContextMessage { parts }), silent)
}

/// The collections, each after those that it is made of.
pub(super) fn with_parts(collections: &[Arc<dyn ToolCollection>]) -> Vec<Arc<dyn ToolCollection>> {
    let each = collections.iter().flat_map(|collection| {
        let mut all = with_parts(&collection.parts());
        all.push(Arc::clone(collection));
        all
    });
    each.collect()
}
