//! One client's view of what is served.

mod accounts;
mod attached;
mod caller;
mod calls;
mod content;
#[cfg(feature = "log")]
mod logging;
mod outcome;
mod progress;
mod told;
mod unread;

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, Implementation,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
    Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use rulebook::Session;

use crate::served::Served;

/// One client's view of what is served, with the state of its session.
pub(crate) struct Handler {
    served: Arc<Served>,
    session: Session,
    #[cfg(feature = "log")]
    least_level: logging::LeastLevel,
}

impl Handler {
    pub(crate) fn new(served: Arc<Served>, session: Session) -> Self {
        Self {
            served,
            session,
            #[cfg(feature = "log")]
            least_level: logging::LeastLevel::default(),
        }
    }
}

/// Whether a revision is one without sessions, which is also the first that takes
/// structured results that are no object.
fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_tool_list_changed();
        #[cfg(feature = "log")]
        #[expect(deprecated, reason = "clients may still ask for log messages")]
        let capabilities = capabilities.enable_logging();
        let capabilities = capabilities.build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new(&self.served.name, &self.served.version);
        info
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.is_some_and(|request| request.cursor.is_some()) {
            let message = "there is no such cursor: the list of tools has one page";
            return Err(ErrorData::invalid_params(message, None));
        }
        let Served { toolkit, listed, .. } = &*self.served;
        Ok(ListToolsResult::with_all_items(listed.all(toolkit, is_stateless(&context))))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.served.listed.one(&self.served.toolkit, name, true)
    }

    #[cfg(feature = "log")]
    #[expect(deprecated, reason = "clients may still ask for log messages")]
    async fn set_level(
        &self,
        request: rmcp::model::SetLevelRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.least_level.set(request.level);
        Ok(())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(unread::refused(&request.method))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.call(request, context).await
    }
}
