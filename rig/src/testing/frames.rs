//! A turn as a provider sends it: in pieces.

use rig_core::completion::FinishReason;
use rig_core::operation::Finish;
use rig_core::test_utils::{MockFrame, MockStreamEvent};

use super::turn::{Call, Reply};

/// The pieces of a reply, whose calls get their ids here: text word by word, the arguments
/// of a call in more than one piece.
pub(super) fn frames(reply: Reply, mut call_id: impl FnMut() -> String) -> Vec<MockFrame> {
    let Reply { text, calls, usage } = reply;
    let reason = if calls.is_empty() { FinishReason::Stop } else { FinishReason::ToolCalls };
    let mut events: Vec<_> = text.split_inclusive(' ').map(MockStreamEvent::text).collect();
    for Call { tool, arguments } in calls {
        let id = call_id();
        events.push(MockStreamEvent::tool_call_name_delta(&id, tool));
        for piece in pieces(&arguments) {
            events.push(MockStreamEvent::tool_call_arguments_delta(&id, piece));
        }
        events.push(MockStreamEvent::tool_call_end(id));
    }
    let end = Finish { usage, reason: Some(reason), ..Finish::default() };
    events.push(MockStreamEvent::FinalResponse(end));
    events.into_iter().map(MockFrame::Event).collect()
}

/// The two halves of a text.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let (first, second) = text.split_at(text.floor_char_boundary(text.len() / 2));
    [first, second].into_iter().filter(|piece| !piece.is_empty())
}
