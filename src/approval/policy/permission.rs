//! What a policy answers.

/// What a [`PermissionPolicy`](crate::PermissionPolicy) answers about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Permission {
    /// It may run.
    Allow,
    /// A person has to be asked.
    Ask,
    /// It may not run, and there is nothing to ask.
    Deny {
        /// Why, and what to do instead, for the model.
        reason: String,
    },
}
