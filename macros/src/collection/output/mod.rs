//! From what a collection is to the code that makes it one.

mod block;
mod bounds;
mod call;
mod context;
mod definition;
mod line;
mod tool;

pub(super) use block::write;
