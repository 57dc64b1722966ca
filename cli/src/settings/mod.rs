//! The settings of a tool, as the words of a command say them.

mod assignment;
mod layers;

pub(crate) use layers::{Layers, Note, Resolved};
