//! Which tools of a server there are here: what is offered, chosen, marked and trusted.

pub(super) mod book;
pub(super) mod canonical;
pub(super) mod change;
pub(super) mod choice;
pub(super) mod listed;
pub(super) mod marks;
pub(super) mod naming;
pub(super) mod offer;
pub(super) mod offered;
pub(super) mod pins;
#[cfg(test)]
mod properties;
pub(super) mod taken;
pub(super) mod taking;
pub(super) mod trust;
pub(super) mod trusting;
pub(super) mod unlisted;
