//! What a server says, read as it is written.

use rmcp::ErrorData;
use rmcp::model::{RequestId, ServerJsonRpcMessage};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::unreadable::{leave_code, unreadable};
use super::values;
use super::whole::whole;
use crate::remote::catalogue::unlisted::put_back;
use crate::wire::{Skimmed, Whose};

/// What a text of a server says.
pub(in crate::remote) enum Incoming {
    /// A message, or the error in place of an answer that would be read wrongly.
    Message(Box<ServerJsonRpcMessage>),
    /// A request that cannot be read: what it is answered with.
    Refused(ErrorData, RequestId),
    /// A message that cannot be read, and that nobody waits for.
    Unheard,
    /// Nothing at all.
    Blank,
    /// What is no message.
    Garbage,
}

/// The members that tell a message from other JSON, as from the log of a server.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    jsonrpc: Option<IgnoredAny>,
    #[serde(default)]
    result: Option<IgnoredAny>,
}

/// Reads a text.
pub(in crate::remote) fn read(text: &[u8]) -> Incoming {
    let Ok(utf8) = std::str::from_utf8(text) else {
        return in_place(skimmed(text), "it is no UTF-8", Incoming::Garbage);
    };
    let utf8 = utf8.strip_prefix('\u{feff}').unwrap_or(utf8).trim();
    if utf8.is_empty() {
        return Incoming::Blank;
    }
    if !may_be_message(utf8) {
        return Incoming::Garbage;
    }
    if values::are_too_many(utf8) {
        let problem = format!("it holds more than {} values", values::MOST);
        return in_place(skimmed(text), &problem, Incoming::Garbage);
    }
    if !utf8.starts_with('{') {
        let problem = "something else stands before it on its line";
        return in_place(skimmed(text), problem, Incoming::Garbage);
    }
    // The types of `rmcp` would read some of it wrongly without an error.
    let members = match rulebook::parse_arguments(utf8) {
        Ok(members) => members,
        Err(error) => {
            let is_json = serde_json::from_str::<IgnoredAny>(utf8).is_ok();
            let nobody = if is_json { Incoming::Unheard } else { Incoming::Garbage };
            return in_place(skimmed(text), &error.message, nobody);
        }
    };
    if let Some(answer) = whole(members) {
        return Incoming::Message(Box::new(answer));
    }
    match serde_json::from_str(utf8) {
        Ok(mut message) => {
            leave_code(&mut message);
            put_back(&mut message, utf8);
            Incoming::Message(Box::new(message))
        }
        Err(_) => in_place(skimmed(text), "it is no message of JSON-RPC 2.0", Incoming::Unheard),
    }
}

/// What is said in place of a text that is longer than allowed.
pub(in crate::remote) fn too_long(whose: Whose, longest: usize) -> Incoming {
    in_place(whose, &format!("it is longer than {longest} bytes"), Incoming::Garbage)
}

/// A line may hold something else before a message, which somebody waits for.
fn may_be_message(text: &str) -> bool {
    match serde_json::from_str::<Head>(text) {
        // A list would do for the members, in their order.
        Ok(head) => text.starts_with('{') && (head.jsonrpc.is_some() || head.result.is_some()),
        Err(_) => text.contains("\"jsonrpc\""),
    }
}

fn skimmed(text: &[u8]) -> Whose {
    let mut skimmed = Skimmed::default();
    skimmed.more(text);
    skimmed.whose()
}

fn in_place(whose: Whose, problem: &str, nobody: Incoming) -> Incoming {
    match whose {
        Whose::Answer(id) => Incoming::Message(Box::new(unreadable(id, problem))),
        Whose::Request(id) => {
            let text = format!("the message cannot be read: {problem}");
            Incoming::Refused(ErrorData::invalid_request(text, None), id)
        }
        Whose::Nobody => nobody,
    }
}
