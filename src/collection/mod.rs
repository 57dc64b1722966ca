//! Tools with what belongs to them: standing text, live context, a notice of change.

mod adapted;
mod builder;
mod contract;
mod errors;
mod mixed;
mod notice;

pub use builder::CollectionBuilder;
pub use contract::{ContextFuture, ToolCollection};
pub use errors::BuildError;
pub use mixed::Collection;
pub use notice::{ChangeNotice, ChangeNotifier};
