//! A connection to a server, and the task that keeps it.

pub(super) mod asked;
pub(super) mod backoff;
pub(super) mod connecting;
pub(super) mod context;
pub(super) mod entered;
pub(super) mod heard;
pub(super) mod keeper;
pub(super) mod keeping;
pub(super) mod listening;
pub(super) mod live;
pub(super) mod noted;
pub(super) mod open;
pub(super) mod probe;
pub(super) mod pulse;
pub(super) mod refreshing;
pub(super) mod spoken;
pub(super) mod standing;
pub(super) mod status;
pub(super) mod watched;
