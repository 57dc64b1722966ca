//! Tools of every origin in one collection, for one agent.

mod ahead;
mod approvals;
mod asking;
mod builder;
mod callers;
mod conformance;
mod content;
mod context;
mod hostile;
mod live;
mod macros;
mod native;
mod observers;
mod policy;
mod prompt;
mod records;
mod sessions;
mod settings;
mod settings_in_toolkits;
mod support;
mod toolkit;
