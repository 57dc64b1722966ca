//! The calls that wait for an answer over one connection.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use rmcp::model::{
    ClientRequest, ElicitRequestParams, ElicitResult, ElicitationAction, GetExtensions, GetMeta,
    ProgressNotificationParam, ProgressToken, RequestId,
};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::inbox::Inbox;
use super::question::Asked;

/// How long a question may still come for a call that was given up: a server may not have
/// heard of that yet, or not care.
const STILL_ASKING: Duration = Duration::from_secs(30);
/// The same of a call that was asking just then: its server is told by the answer, too. That
/// is how calls are given up all the time where each request stands alone.
const STILL_ASKING_AFTER_CANCEL: Duration = Duration::from_secs(5);

/// The calls that wait for an answer over one connection. Clones are one and the same.
#[derive(Clone, Default)]
pub(in crate::remote) struct CallsInFlight(Arc<Mutex<Calls>>);

#[derive(Default)]
struct Calls {
    waiting: HashMap<ProgressToken, Entry>,
    /// Those that were given up, and that the server may still be at.
    given_up: Vec<GivenUp>,
}

struct Entry {
    request: RequestId,
    inbox: Weak<Inbox>,
    conversation: Conversation,
}

struct GivenUp {
    request: RequestId,
    conversation: Conversation,
    until: Instant,
}

/// Whose a call is, by the id of its session; nobody knows of one without.
pub(super) type Conversation = Option<Arc<str>>;

/// The call that a request is made for, in the extensions of the request: its token and id
/// are only known when it is sent.
#[derive(Clone)]
pub(super) struct ForCall(pub(super) Weak<Inbox>, pub(super) Conversation);

impl CallsInFlight {
    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request is sent.
    pub(super) fn sent(&self, id: &RequestId, request: &ClientRequest) {
        let Some(ForCall(inbox, conversation)) = request.extensions().get::<ForCall>() else {
            return;
        };
        let Some(token) = request.get_meta().get_progress_token() else { return };
        let (request, inbox, conversation) = (id.clone(), inbox.clone(), conversation.clone());
        let mut calls = self.calls();
        // The call may have been given up before its request was sent.
        if inbox.strong_count() > 0 {
            calls.waiting.insert(token, Entry { request, inbox, conversation });
        }
    }

    /// A call waits no more. Its inbox is gone by now.
    pub(super) fn ended(&self, token: &ProgressToken) {
        self.calls().waiting.remove(token);
    }

    /// A call waits no more, and there was no answer: the server may still be at it. Its
    /// inbox is gone by now.
    pub(super) fn given_up(&self, token: &ProgressToken, was_asking: bool) {
        let still = if was_asking { STILL_ASKING_AFTER_CANCEL } else { STILL_ASKING };
        let mut calls = self.calls();
        let now = Instant::now();
        calls.given_up.retain(|call| call.until > now);
        if let Some(Entry { request, conversation, .. }) = calls.waiting.remove(token) {
            let until = now.checked_add(still).unwrap_or(now);
            calls.given_up.push(GivenUp { request, conversation, until });
        }
    }

    /// The server is no longer at a call, whether it was given up or not.
    pub(super) fn answered(&self, request: &RequestId) {
        self.calls().given_up.retain(|call| call.request != *request);
    }

    /// A call is so far; whoever is not there any more is told nothing.
    pub(super) fn progress(&self, told: ProgressNotificationParam) {
        let calls = self.calls();
        let inbox = calls.waiting.get(&told.progress_token).and_then(|entry| entry.inbox.upgrade());
        drop(calls);
        if let Some(inbox) = inbox {
            inbox.progress(told);
        }
    }

    /// Whose a question is: that of the request which it came along with, where the
    /// transport tells, and else of the only call there is. A call that was given up counts
    /// as one, unless it is of the same conversation: nobody is shown what belongs to another.
    ///
    /// # Errors
    /// How many calls there are, where that is not one.
    fn whose(&self, request: Option<&RequestId>) -> Result<Arc<Inbox>, usize> {
        let calls = self.calls();
        let of_request = |entry: &&Entry| request.is_none_or(|id| entry.request == *id);
        let mut found = calls.waiting.values().filter(of_request).filter_map(|entry| {
            entry.inbox.upgrade().map(|inbox| (inbox, entry.conversation.as_ref()))
        });
        let (only, whose) = match (found.next(), found.next()) {
            (Some(only), None) => only,
            (None, _) => return Err(0),
            (Some(_), Some(_)) => return Err(calls.waiting.len()),
        };
        let now = Instant::now();
        let of_others = calls.given_up.iter().filter(|call| {
            let is_same = whose.is_some() && call.conversation.as_ref() == whose;
            request.is_none() && call.until > now && !is_same
        });
        match of_others.count() {
            0 => Ok(only),
            others => Err(others.saturating_add(1)),
        }
    }

    /// Asks the person at the call that a question belongs to. Whatever cannot be asked is
    /// answered with cancel.
    pub(in crate::remote) async fn ask(
        &self,
        request: Option<&RequestId>,
        params: ElicitRequestParams,
    ) -> ElicitResult {
        let unasked = || ElicitResult::new(ElicitationAction::Cancel);
        let inbox = match self.whose(request) {
            Ok(inbox) => inbox,
            Err(0) => {
                tracing::warn!("a server asks something while no call runs: it is told cancel");
                return unasked();
            }
            Err(calls) => {
                tracing::warn!(
                    calls,
                    "a server asks something while several calls run, or have just been given up, so \
                     that nobody knows whose question it is: it is told cancel"
                );
                return unasked();
            }
        };
        let (reply, answer) = oneshot::channel();
        let is_passed_on = inbox.question(Asked { params, reply });
        drop(inbox);
        if !is_passed_on {
            tracing::warn!("a server asks too many questions at once: it is told cancel");
            return unasked();
        }
        // The call may end before.
        answer.await.unwrap_or_else(|_| unasked())
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{CallToolRequest, CallToolRequestParams, NumberOrString};

    use super::*;

    fn request(inbox: &Arc<Inbox>, token: i64) -> ClientRequest {
        let mut call = CallToolRequest::new(CallToolRequestParams::new("do"));
        call.extensions.insert(ForCall(Arc::downgrade(inbox), None));
        let mut request = ClientRequest::CallToolRequest(call);
        request.get_meta_mut().set_progress_token(ProgressToken(NumberOrString::Number(token)));
        request
    }

    #[test]
    fn nothing_is_left_of_a_call_that_ended() {
        let calls = CallsInFlight::default();
        let id = NumberOrString::Number(1);
        let inbox = Arc::new(Inbox::default());
        calls.sent(&id, &request(&inbox, 7));
        assert_eq!(calls.calls().waiting.len(), 1);
        assert!(calls.whose(None).is_ok() && calls.whose(Some(&id)).is_ok());
        assert!(calls.whose(Some(&NumberOrString::Number(2))).is_err());
        drop(inbox);
        calls.ended(&ProgressToken(NumberOrString::Number(7)));
        assert_eq!(calls.calls().waiting.len(), 0);
    }

    /// It was kept for good, where a call was given up just before its request was sent.
    #[test]
    fn a_call_that_ended_before_it_was_sent_is_not_kept() {
        let calls = CallsInFlight::default();
        let inbox = Arc::new(Inbox::default());
        let late = request(&inbox, 7);
        drop(inbox);
        calls.ended(&ProgressToken(NumberOrString::Number(7)));
        calls.sent(&NumberOrString::Number(1), &late);
        assert_eq!(calls.calls().waiting.len(), 0);
    }
}
