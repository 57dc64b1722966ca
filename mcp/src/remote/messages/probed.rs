//! Answers to the probe of the newer revision that come too late.

use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
    ServerResult,
};

/// The probe of the newer revision, as long as it matters.
///
/// A server that takes long to start, as one that is downloaded first, finds the probe and
/// the begin of the older revision in its input, and answers both. `rmcp` waits for the
/// second answer alone by then, and gives up at the first.
#[derive(Default)]
pub(in crate::remote) struct Probed {
    probe: Option<RequestId>,
    late: Option<RequestId>,
    is_spoken: bool,
}

impl Probed {
    /// Notes what a server is sent.
    pub(in crate::remote) fn sent(&mut self, message: &ClientJsonRpcMessage) {
        let JsonRpcMessage::Request(request) = message else { return };
        match &request.request {
            ClientRequest::DiscoverRequest(_) => self.probe = Some(request.id.clone()),
            ClientRequest::InitializeRequest(_) => self.late = self.probe.take(),
            _ => {}
        }
    }

    /// Whether a message of a server is the late answer, which nobody waits for.
    pub(in crate::remote) fn is_late(&mut self, message: &ServerJsonRpcMessage) -> bool {
        let id = match message {
            JsonRpcMessage::Response(response) => &response.id,
            JsonRpcMessage::Error(error) => match &error.id {
                Some(id) => id,
                None => return false,
            },
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => return false,
        };
        if self.probe.as_ref() == Some(id) {
            self.probe = None;
        }
        if self.late.as_ref() != Some(id) {
            return false;
        }
        self.late = None;
        self.is_spoken = matches!(
            message,
            JsonRpcMessage::Response(response)
                if matches!(response.result, ServerResult::DiscoverResult(_))
        );
        true
    }

    /// Whether the late answer was that the newer revision is spoken.
    pub(in crate::remote) fn is_spoken(&self) -> bool {
        self.is_spoken
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(id: i64, method: &str) -> ClientJsonRpcMessage {
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "a", "version": "1" } });
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        serde_json::from_value(message).unwrap()
    }

    fn refused(id: i64) -> ServerJsonRpcMessage {
        let error = json!({ "code": -32601, "message": "there is no such method" });
        serde_json::from_value(json!({ "jsonrpc": "2.0", "id": id, "error": error })).unwrap()
    }

    fn discovered(id: i64) -> ServerJsonRpcMessage {
        let result = json!({ "supportedVersions": ["2026-07-28"], "capabilities": {},
            "ttlMs": 1, "cacheScope": "public", "resultType": "complete" });
        serde_json::from_value(json!({ "jsonrpc": "2.0", "id": id, "result": result })).unwrap()
    }

    #[test]
    fn an_answer_to_the_probe_is_late_once_the_older_revision_is_begun() {
        for (answer, is_spoken) in [(refused(0), false), (discovered(0), true)] {
            let mut probed = Probed::default();
            probed.sent(&asked(0, "server/discover"));
            probed.sent(&asked(1, "initialize"));
            assert!(probed.is_late(&answer));
            assert_eq!(probed.is_spoken(), is_spoken);
            assert!(!probed.is_late(&answer), "there is one");
            assert!(!probed.is_late(&refused(1)));
        }
    }

    #[test]
    fn an_answer_in_time_is_not() {
        let mut probed = Probed::default();
        probed.sent(&asked(0, "server/discover"));
        assert!(!probed.is_late(&refused(0)));
        probed.sent(&asked(1, "initialize"));
        assert!(!probed.is_late(&refused(0)));
        assert!(!probed.is_late(&discovered(1)));
        assert!(!probed.is_spoken());
    }
}
