//! One call, from the request to what is answered.

use std::sync::Arc;

use rmcp::model::{CallToolRequestParams, CallToolResponse, JsonObject};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use rulebook::{CallOptions, Caller, ErrorCode, ToolError};
use serde_json::Map;
use tracing::{Instrument, Span, info_span};

use super::accounts::Accounts;
use super::asking::{Asking, Ended};
use super::attached::attached;
use super::caller::ClientListener;
use super::told::Told;
use super::{Handler, is_stateless, outcome};
use crate::exact::ExactArguments;
use crate::over::Over;

impl Handler {
    /// Calls a tool, until the client gives the call up.
    pub(super) async fn call(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let told = Arc::new(Told::new(&request.name, context.meta.get_progress_token()));
        let span = span(&request.name, &context);
        #[cfg(feature = "log")]
        let _heard = self.least_level.heard(&span, &told, &context);
        // On the heap: the future of a call is large, and rmcp polls it deep in futures of
        // its own, each of which would hold it as a part of itself.
        let answer = Box::pin(self.answer(&told, request, &context)).instrument(span);
        let answer = Box::pin(told.during(&context.peer, answer));
        tokio::select! {
            biased;
            // Nobody waits for this answer, and whatever runs is given up with its future.
            () = context.ct.cancelled() => Ok(outcome::failed(&given_up()).into()),
            () = Over::came(attached(&context)) => Ok(outcome::failed(&given_up()).into()),
            answer = answer => answer,
        }
    }

    async fn answer(
        &self,
        told: &Arc<Told>,
        mut request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (arguments, unfit) = match arguments(&mut request, context) {
            Ok(arguments) => (arguments, None),
            Err(error) => (Map::new(), Some(error)),
        };
        // Read from the metadata of the request, so once for all that depends on it.
        let stands_alone = is_stateless(context);
        let from = (context, stands_alone);
        let asking = match Asking::new(&self.served, from, &mut request, &arguments) {
            Ok(asking) => asking,
            Err(error) => {
                let call = (&*request.name, &arguments);
                let options = CallOptions::new(&self.session);
                let accounts = Accounts::new(&self.served, context, &self.session, call, options);
                accounts.refuse_state().await;
                return Err(error);
            }
        };
        let session = asking.session().unwrap_or_else(|| self.session.clone());
        let listener = ClientListener { asker: asking.asker(), told: Arc::clone(told) };
        let options = CallOptions::new(&session).caller(&Caller::new(listener));
        let call = (&*request.name, &arguments);
        let accounts = Accounts::new(&self.served, context, &session, call, options);
        // That there is no such tool is said first.
        let unfit = unfit.filter(|_| self.served.toolkit.spec(&request.name).is_some());
        let ended = match unfit {
            Some(error) => Ended::Result(Err(accounts.refuse(error).await)),
            None => Box::pin(asking.call(&accounts)).await?,
        };
        if stands_alone {
            self.served.forgotten.ended(&request.name, &session);
        }
        let record = accounts.record();
        let result = match ended {
            Ended::Asks(input) => return Ok(input.into()),
            Ended::Result(Ok(output)) => {
                let spec = record.spec().map(|spec| &**spec);
                outcome::given(output, spec, stands_alone)
            }
            // A tool may say the same of another tool that it calls.
            Ended::Result(Err(error))
                if error.code == ErrorCode::UnknownTool && record.spec().is_none() =>
            {
                return Err(ErrorData::invalid_params(error.message, None));
            }
            Ended::Result(Err(error)) => outcome::failed(&error),
        };
        Ok(result.into())
    }
}

/// The arguments as the client wrote them, where the transport has kept that.
fn arguments(
    request: &mut CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<JsonObject, ToolError> {
    match attached::<ExactArguments>(context) {
        Some(ExactArguments(arguments)) => arguments.clone(),
        None => Ok(request.arguments.take().unwrap_or_default()),
    }
}

/// The span of a call, by the OpenTelemetry conventions for MCP.
fn span(name: &str, context: &RequestContext<RoleServer>) -> Span {
    // The model and the client chose them, and they may be anything.
    let (tool, id) = (noted(name), noted(&context.id.to_string()));
    info_span!(
        "tools/call",
        otel.name = format!("tools/call {tool}"),
        otel.kind = "server",
        mcp.method.name = "tools/call",
        mcp.protocol.version = context.protocol_version().map(tracing::field::display),
        jsonrpc.request.id = id,
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = tool,
    )
}

/// A name as spans have it: not too long, and on one line.
fn noted(name: &str) -> String {
    const LONGEST: usize = 64;
    name.chars().take(LONGEST).flat_map(char::escape_debug).collect()
}

fn given_up() -> ToolError {
    ToolError::new(ErrorCode::Cancelled, "the call was given up before it ended")
}
