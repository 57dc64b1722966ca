//! A tool set: the tools of one loaded manifest, sharing one interpreter.

mod assemble;
mod call;
mod collection;
mod foresee;
mod generation;
mod home;
mod isolated;
mod kept;
mod lineage;
mod link;
mod load;
#[cfg(feature = "watch")]
mod loader;
mod options;
mod outline;
mod oversize;
mod parameters;
mod prepare;
mod review;
mod set;
mod settings;
mod stage;
mod startup;

#[cfg(feature = "watch")]
pub(crate) use loader::{Attempt, Loader, Next, Place, Read};

pub use isolated::start_worker_if_asked;
pub use options::{Isolation, LoadOptions};
pub use set::ToolSet;
