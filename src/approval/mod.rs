//! Calls that someone has to approve, and who may run what without asking.

mod answer;
mod binding;
mod ledger;
mod policy;
mod question;
mod request;

pub use answer::Approval;
pub(crate) use ledger::Ledger;
pub use policy::{AllowRule, Permission, PermissionMode, PermissionPolicy, PolicyError};
pub use request::ApprovalRequest;
