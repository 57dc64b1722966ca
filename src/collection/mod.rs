//! Tools with what belongs to them: standing text, live context, a notice of change.

mod contract;
mod notice;

pub use contract::{ContextFuture, ToolCollection};
pub use notice::{ChangeNotice, ChangeNotifier};
