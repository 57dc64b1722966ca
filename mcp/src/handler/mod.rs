//! One client's view of what is served.

mod accounts;
mod asking;
mod attached;
mod caller;
mod calls;
mod content;
mod outcome;
mod tools;

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use rulebook::Session;

use crate::served::Served;

/// One client's view of what is served, with the state of its session.
pub(crate) struct Handler {
    served: Arc<Served>,
    session: Session,
}

impl Handler {
    pub(crate) fn new(served: Arc<Served>, session: Session) -> Self {
        Self { served, session }
    }
}

/// Whether a revision is one without sessions, which is also the first that takes
/// structured results that are no object.
fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new(&self.served.name, &self.served.version);
        info
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.served.toolkit.tools();
        let bare = is_stateless(&context);
        let listed = tools.iter().map(|tool| tools::listed(&tool.spec(), bare)).collect();
        Ok(ListToolsResult::with_all_items(listed))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.served.toolkit.tool(name).map(|tool| tools::listed(&tool.spec(), true))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.call(request, context).await
    }
}
