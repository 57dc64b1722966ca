//! One call, from the request to what is answered.

use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use rulebook::{CallOptions, Caller, ErrorCode};

use super::accounts::Accounts;
use super::asking::{Asking, Ended};
use super::caller::ClientListener;
use super::{Handler, is_stateless, outcome};

impl Handler {
    pub(super) async fn call(
        &self,
        mut request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let toolkit = &self.served.toolkit;
        let arguments = request.arguments.take().unwrap_or_default();
        let asking = Asking::new(&self.served, &context, &mut request, &arguments)?;
        let session = asking.session().unwrap_or_else(|| self.session.clone());
        let caller = Caller::new(ClientListener { asker: asking.asker() });
        let options = CallOptions::new(&session).caller(&caller);
        let call = (&*request.name, &arguments);
        let accounts = Accounts::new(&self.served, &context, &session, call, options);
        let result = match asking.call(&accounts).await? {
            Ended::Asks(input) => return Ok(input.into()),
            Ended::Result(Ok(output)) => match toolkit.tool(&request.name) {
                Some(tool) => outcome::given(output, &tool.spec(), is_stateless(&context)),
                None => return Err(ErrorData::invalid_params("the tool is gone", None)),
            },
            Ended::Result(Err(error)) if error.code == ErrorCode::UnknownTool => {
                return Err(ErrorData::invalid_params(error.message, None));
            }
            Ended::Result(Err(error)) => outcome::failed(&error),
        };
        Ok(result.into())
    }
}
