//! One call, from the request to what is answered.

use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use rulebook::{CallOptions, CallOutcome, CallRecord, ErrorCode};
use serde_json::Value;

use super::accounts::{Begun, accounted};
use super::{Handler, is_stateless, outcome};

impl Handler {
    pub(super) async fn call(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let toolkit = &self.served.toolkit;
        let arguments = request.arguments.unwrap_or_default();
        let record = CallRecord::new();
        let options = CallOptions::new(&self.session).record(&record);
        let begun = Begun {
            context: &context,
            session: &self.session,
            tool: &request.name,
            arguments: &arguments,
            answers: None,
            record: &record,
        };
        let call = toolkit.call(&request.name, Value::Object(arguments.clone()), options);
        let ended = accounted(&self.served, begun, call).await;
        let result = match ended.and_then(CallOutcome::done) {
            Ok(output) => match toolkit.tool(&request.name) {
                Some(tool) => outcome::given(output, &tool.spec(), is_stateless(&context)),
                None => return Err(ErrorData::invalid_params("the tool is gone", None)),
            },
            Err(error) if error.code == ErrorCode::UnknownTool => {
                return Err(ErrorData::invalid_params(error.message, None));
            }
            Err(error) => outcome::failed(&error),
        };
        Ok(result.into())
    }
}
