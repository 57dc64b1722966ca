//! Whoever is asked for approval while a run waits.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;

use futures_util::FutureExt;
use rulebook::{Approval, ApprovalRequest};

/// The answers of an [`Approver`], one for each request, in their order.
pub type Answers<'a> = Pin<Box<dyn Future<Output = Vec<Approval>> + Send + 'a>>;

/// Whoever is asked for approval while a run waits.
///
/// A closure is one:
///
/// ```
/// use rulebook::{Approval, ApprovalRequest};
/// use rulebook_rig::Approver;
///
/// fn asks(approver: impl Approver) {}
///
/// asks(|requests: Vec<ApprovalRequest>| async move {
///     let small = |request: &ApprovalRequest| request.arguments["amount"].as_f64() < Some(50.0);
///     let answer = |request| match small(request) {
///         true => Approval::Granted,
///         false => Approval::denied("a person has to make refunds of 50 or more"),
///     };
///     requests.iter().map(answer).collect()
/// });
/// ```
pub trait Approver: Send + Sync {
    /// Answers the requests of one turn of the model: as many answers as requests, in
    /// their order. With any other number, and when it panics, none of the calls is run.
    ///
    /// It may take as long as a person does. It is dropped when the run is.
    fn approve(&self, requests: Vec<ApprovalRequest>) -> Answers<'_>;
}

impl<F, A> Approver for F
where
    F: Fn(Vec<ApprovalRequest>) -> A + Send + Sync,
    A: Future<Output = Vec<Approval>> + Send + 'static,
{
    fn approve(&self, requests: Vec<ApprovalRequest>) -> Answers<'_> {
        Box::pin(self(requests))
    }
}

/// Asks, and gives as many answers as there are requests, whatever the approver does.
pub(crate) async fn answers(
    approver: &dyn Approver,
    requests: Vec<ApprovalRequest>,
) -> Vec<Approval> {
    let expected = requests.len();
    let asked = AssertUnwindSafe(async { approver.approve(requests).await }).catch_unwind();
    match asked.await {
        Ok(answers) if answers.len() == expected => return answers,
        Ok(answers) => tracing::error!(
            "{} answers to {expected} requests for approval: none of the calls is run",
            answers.len()
        ),
        Err(_) => tracing::error!("the approver panicked: none of the calls is run"),
    }
    vec![Approval::denied("nobody answered"); expected]
}
