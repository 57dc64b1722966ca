//! Calls that someone has to approve.

mod answer;
mod binding;
mod ledger;
mod request;

pub use answer::Approval;
pub(crate) use ledger::Ledger;
pub use request::ApprovalRequest;
