//! The Rust of the guide to agents, compiled and run with the doc tests.

#[doc = include_str!("../../docs/agents.md")]
struct Agents;
