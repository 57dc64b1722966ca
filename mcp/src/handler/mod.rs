//! One client's view of what is served.

mod accounts;
mod asking;
mod attached;
mod caller;
mod calls;
mod content;
mod context;
#[cfg(feature = "log")]
mod logging;
mod news;
mod outcome;
mod progress;
mod told;
mod unread;

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, DiscoverResult,
    Implementation, InitializeRequestParams, InitializeResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, SubscribeRequestParams,
    SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use rulebook::{Session, SystemPrompt};

use crate::served::Served;
use news::{News, Outlet, Teller};

/// One client's view of what is served, with the state of its session.
pub(crate) struct Handler {
    served: Arc<Served>,
    session: Session,
    news: News,
    teller: Teller,
    #[cfg(feature = "log")]
    least_level: logging::LeastLevel,
}

impl Handler {
    pub(crate) fn new(served: Arc<Served>, session: Session) -> Self {
        // From now on, for it may list the tools at once.
        let news = News::of(&served, &session);
        Self {
            served,
            session,
            news,
            teller: Teller::default(),
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
    /// Without the standing text, for it is asked with each request: clients are told that
    /// when they come.
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_subscribe();
        #[cfg(feature = "log")]
        #[expect(deprecated, reason = "clients may still ask for log messages")]
        let capabilities = capabilities.enable_logging();
        let capabilities = capabilities.build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new(&self.served.name, &self.served.version);
        info
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut info = self.negotiate_initialize(&request)?;
        info.instructions = SystemPrompt::standing(&self.served.toolkit).map(String::from);
        Ok(info)
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let mut info = self.get_info();
        info.instructions = SystemPrompt::standing(&self.served.toolkit).map(String::from);
        let versions = self.supported_protocol_versions().into_owned();
        Ok(DiscoverResult::from_server_info(versions, info))
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
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(unread::refused(&request.method, is_stateless(&context)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // It is large, and stands on the stack of whoever waits for it.
        let result = Box::pin(self.call(request, context)).await;
        self.news.call_ended();
        result
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![context::listed()]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        context::check(&request.uri)?;
        let text = if is_stateless(&context) {
            context::text(&self.served.toolkit, &Session::new()).await
        } else {
            self.news.read().await
        };
        Ok(context::read(text).into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        context::check(&request.uri)?;
        self.news.subscribe(true).await;
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        context::check(&request.uri)?;
        self.news.subscribe(false).await;
        Ok(())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.teller.begin(self.news.clone().tell(Outlet::Session(context.peer)));
    }

    fn accepted_subscription_filter(&self, _: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let all = SubscriptionFilter::builder().tools_list_changed();
        Some(all.resource_subscription(context::URI).build())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let outlet = Outlet::Listening(context.sink().clone());
        let news = News::of(&self.served, &Session::new()).after_calls_of(&self.news);
        let accepted = context.accepted().resource_subscriptions.as_ref();
        if accepted.is_some_and(|uris| uris.iter().any(|uri| uri == context::URI)) {
            news.subscribe(true).await;
        }
        // Whatever changed since the client has listed the tools would be missed.
        if outlet.tools_changed().await {
            tokio::select! {
                () = context.cancelled() => {}
                () = news.tell(outlet) => {}
            }
        }
        Ok(())
    }
}
