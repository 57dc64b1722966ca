//! What a server tells of its own accord.

use std::sync::Arc;

use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, FormElicitationCapability, Implementation, ListRootsRequestMethod,
};
use rmcp::service::{InboundStreamOrigin, NotificationContext, RequestContext};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use tokio::sync::Notify;

use crate::remote::call::CallsInFlight;

/// What a server tells of its own accord.
#[derive(Clone, Default)]
pub(in crate::remote) struct Heard {
    /// The list of tools has changed.
    pub(in crate::remote) list_changed: Arc<Notify>,
    /// The calls that hear how far they are, and are asked something.
    pub(in crate::remote) calls: CallsInFlight,
}

#[expect(deprecated, reason = "servers may still ask for roots, which are not offered")]
impl ClientHandler for Heard {
    fn get_info(&self) -> ClientConfig {
        let about = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        let forms = ElicitationCapability::new().with_form(FormElicitationCapability::new());
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(forms);
        ClientConfig::new(capabilities, about)
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let came_with = match context.extensions.get::<InboundStreamOrigin>() {
            Some(InboundStreamOrigin::OutboundRequest(id)) => Some(id),
            Some(InboundStreamOrigin::Unassociated) | None => None,
        };
        tokio::select! {
            biased;
            answer = self.calls.ask(came_with, request) => Ok(answer),
            // The server takes it back, or is gone: the person need not answer any more.
            () = context.ct.cancelled() => Ok(ElicitResult::new(ElicitationAction::Cancel)),
        }
    }

    /// There are none, which is not the same as that they are not offered.
    async fn list_roots(
        &self,
        _context: RequestContext<RoleClient>,
    ) -> Result<rmcp::model::ListRootsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListRootsRequestMethod>())
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.list_changed.notify_one();
    }
}
