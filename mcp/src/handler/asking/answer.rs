//! What a client says to a question.

use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction};
use rulebook::Question;

use super::state::Said;
use crate::form::{Form, fit};

/// What a client is asked to show, and why it is asked again where it is.
pub(super) fn request(
    question: &Question,
    form: &Form,
    again: Option<&str>,
) -> ElicitRequestParams {
    let message = match again {
        None => question.message.clone(),
        Some(why) => format!("The last answer did not fit: {why}.\n{}", question.message),
    };
    let requested_schema = form.schema.clone();
    ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema }
}

/// What was said.
///
/// # Errors
/// What does not fit the form.
pub(super) fn read(answer: ElicitResult, form: &Form) -> Result<Said, String> {
    match answer.action {
        ElicitationAction::Accept => fit(form, answer.content).map(Said::Given),
        ElicitationAction::Decline => Ok(Said::Declined),
        ElicitationAction::Cancel => Ok(Said::Cancelled),
        _ => Err("its action is not known".to_owned()),
    }
}
