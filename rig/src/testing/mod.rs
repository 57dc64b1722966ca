//! A model for tests and samples that answers as it is told to: no key, no network.
//!
//! A [`ScriptedModel`] gives one [`Turn`] a call, and keeps what it was sent, which
//! [`Seen`] reads. It answers an agent that streams as it does one that waits.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use rig_agent::AgentBuilder;
//! use rig_core::message::ToolName;
//! use rig_core::tool::{DynamicTool, ToolOutput};
//! use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
//! use serde_json::json;
//!
//! let model = ScriptedModel::new([
//!     Turn::call("stock", json!({ "item": "lamp" })).saying("One moment."),
//!     Turn::answer(|request| Turn::say(format!("We have {}.", request.tool_results()[0].text))),
//! ]);
//!
//! let schema = json!({ "type": "object", "properties": { "item": { "type": "string" } } });
//! let stock = DynamicTool::new(ToolName::new("stock")?, "Counts what is there.", schema, |_| {
//!     Box::pin(async { Ok(ToolOutput::json(json!(3))) })
//! });
//! let agent = AgentBuilder::new(model.clone()).dynamic_tool(stock).default_max_turns(8).build();
//!
//! let response = agent.prompt("Any lamps left?").await?;
//! assert_eq!(response.output(), "We have 3.");
//! assert_eq!(model.requests()[0].last_text(), Some("Any lamps left?"));
//! assert_eq!(model.requests()[0].tool_names(), ["stock"]);
//! # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
//! ```

mod frames;
mod model;
mod script;
mod seen;
mod turn;

pub use model::ScriptedModel;
pub use seen::{Seen, SeenResult};
pub use turn::Turn;
