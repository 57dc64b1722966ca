//! A tool set: the tools of one loaded manifest, sharing one interpreter.

mod assemble;
mod generation;
mod link;
mod load;
mod options;
mod prepare;
mod review;
mod set;
mod startup;

pub use options::LoadOptions;
pub use set::ToolSet;
