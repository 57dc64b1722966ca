//! Who decides whether a call runs.

mod policy;

pub use policy::{AllowRule, Permission, PermissionMode, PermissionPolicy, PolicyError};
