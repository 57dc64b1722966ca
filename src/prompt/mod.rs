//! What an agent is told before anything else.

mod builder;
mod defaults;
mod error;
mod example;
mod lines;
mod mistakes;
mod parts;
mod render;
mod section;
mod system;
mod text;

pub use builder::SystemPromptBuilder;
pub use error::PromptError;
pub use system::SystemPrompt;
