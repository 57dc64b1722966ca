#![allow(unused)]

use rulebook::{ToolSettings, tool_collection};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Default, Deserialize, JsonSchema, ToolSettings)]
struct SearchSettings {
    limit: u32,
}

struct Desk;

#[tool_collection]
impl Desk {
    /// Searches.
    #[tool]
    fn search(&self, settings: SearchSettings) {}

    /// Searches.
    #[tool]
    fn search_maybe(&self, settings: Option<SearchSettings>) {}
}

fn main() {}
