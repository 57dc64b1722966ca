//! Which calls run without asking a person.

mod decide;
mod error;
mod mode;
mod object;
mod permission;
mod rule;
mod words;
mod written;

pub use decide::PermissionPolicy;
pub use error::PolicyError;
pub use mode::PermissionMode;
pub use permission::Permission;
pub use rule::AllowRule;
