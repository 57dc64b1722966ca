//! What holds now, gathered from every collection before a call of the model.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::asked;
use super::refusals::{late, panicked};
use crate::clock::Clock;
use crate::collection::ToolCollection;
use crate::error::ToolError;
use crate::join::all;
use crate::panics;
use crate::quote::is_unseen;
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

/// The text without marks that would end its own, however they are written: a model
/// does not read marks to the letter.
fn harmless(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text.trim_end();
    while let Some((before, after)) = rest.split_once('<') {
        safe.push_str(before);
        safe.push_str(if is_mark(after) { "&lt;" } else { "<" });
        rest = after;
    }
    safe.push_str(rest);
    safe
}

/// Whether what follows a `<` makes it a mark of a context.
fn is_mark(after: &str) -> bool {
    let name = after.trim_start_matches(|c: char| c == '/' || c.is_whitespace() || is_unseen(c));
    ["live_context", "from"].iter().any(|mark| {
        let start = name.get(..mark.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(mark))
    })
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
    let asked = asked::with_parts(collections).into_iter().map(|collection| async move {
        let name = asked::name(&collection);
        let session = session.for_collection(&name);
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
