//! How a sample ends: what went wrong is said in a sentence.

use std::error::Error;
use std::process::ExitCode;

use rig_agent::run::PromptError;
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
    let prompt = match error.downcast_ref::<RunError>() {
        Some(RunError::Run(error)) => Some(error),
        _ => error.downcast_ref::<PromptError>(),
    };
    prompt.map_or_else(|| error.to_string(), of_a_run)
}

/// What a run failed with. Providers put a whole body into their errors.
fn of_a_run(error: &PromptError) -> String {
    let Some(status) = error.provider_response_status() else { return without_an_answer(error) };
    let why = match status.as_u16() {
        401 | 403 => "does not accept the key",
        404 => "does not know the model, or there is no provider at this address",
        429 => "takes no more requests for now, or there is nothing left to pay them with",
        500.. => "has trouble of its own",
        _ => "does not accept the request",
    };
    format!("the provider {why} (status {status}){}", said(error))
}

/// What the provider says of it.
fn said(error: &PromptError) -> String {
    let body = error.provider_response_json().ok().flatten().unwrap_or_default();
    let said = body.pointer("/error/message").and_then(|said| said.as_str());
    said.map(|said| format!(": {said}")).unwrap_or_default()
}

fn without_an_answer(error: &PromptError) -> String {
    let PromptError::Report(report) = error else { return causes(error) };
    let last = report.source_chain.last().unwrap_or(&report.message);
    format!("the model did not answer: {last}")
}

/// An error, and what it was caused by at the end.
fn causes(error: &(dyn Error + 'static)) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    format!("the model did not answer: {last}")
}
