//! The collections that are given to one agent: unique names, one way to call.

mod ahead;
mod approved;
mod asked;
mod builder;
mod catalogue;
mod change;
mod decision;
mod event;
mod events;
mod kit;
mod layers;
mod listing;
mod live;
mod mask;
mod observed;
mod options;
mod outcome;
mod refusals;
mod running;
mod settings;
mod specs;
mod storing;
mod thinking;

pub use ahead::AnsweredRequest;
pub use builder::ToolkitBuilder;
pub use change::ToolkitChange;
pub use event::{FinishedCall, StartedCall, ToolkitEvent};
pub use events::ToolkitEvents;
pub use kit::Toolkit;
pub use live::ContextMessage;
pub use options::CallOptions;
pub use outcome::CallOutcome;
