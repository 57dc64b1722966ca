//! What a server says, read as it is written.

pub(super) mod incoming;
pub(super) mod paired;
pub(super) mod probed;
pub(super) mod said;
pub(super) mod unreadable;
mod values;
pub(super) mod whole;
