//! From what is written to what it means: every rule is held here.

mod block;
mod context;
mod lent;
mod line;
mod marks;
mod outcome;
mod parameter;
mod signature;
mod tool;
mod unique;

pub(super) use block::read;
