//! How a sample ends: what went wrong is said in a sentence.

use std::error::Error;
use std::process::ExitCode;

use rig_agent::run::PromptError;
use rig_core::error::ErrorKind;
use rulebook_rig::RunError;

/// The status that a sample ends with.
#[expect(clippy::print_stderr, reason = "the sample says why it ended")]
pub(crate) fn ended(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", sentence(&*error));
            ExitCode::FAILURE
        }
    }
}

fn sentence(error: &(dyn Error + 'static)) -> String {
    let run: Option<&PromptError> = match error.downcast_ref::<RunError>() {
        Some(RunError::Run(error)) => Some(error),
        _ => error.downcast_ref(),
    };
    run.map_or_else(|| error.to_string(), of_a_run)
}

/// What a run failed with. Providers put a whole body into their errors.
fn of_a_run(error: &PromptError) -> String {
    if let Some(status) = error.provider_response_status() {
        return of_a_status(status.as_u16(), said(error));
    }
    let (kind, message) = match error {
        PromptError::Report(report) => (report.kind, report.message.clone()),
        PromptError::Provider(error) => (error.kind(), error.to_string()),
        other => return other.to_string(),
    };
    match kind {
        ErrorKind::Http => "the provider was not reached, or went away while it answered: look at \
                            the network, and at the address where the environment has one"
            .to_owned(),
        ErrorKind::Url | ErrorKind::Request => {
            format!("the provider cannot be asked like this: {message}")
        }
        ErrorKind::Json | ErrorKind::Response => {
            format!("what the provider answered is nothing of its interface: {message}")
        }
        _ => format!("the model did not answer: {message}"),
    }
}

fn of_a_status(status: u16, said: Option<String>) -> String {
    let why = match status {
        401 | 403 => "does not accept the key",
        404 => "does not know the model, or is not at this address",
        429 => "takes no more requests for now, or there is nothing left to pay them with",
        500.. => "has trouble of its own",
        _ => "does not accept the request",
    };
    let said = said.map(|said| format!(": {said}")).unwrap_or_default();
    format!("the provider {why} (status {status}){said}")
}

/// What the provider says of it.
fn said(error: &PromptError) -> Option<String> {
    let body = error.provider_response_json().ok()??;
    body.pointer("/error/message")?.as_str().map(str::to_owned)
}
