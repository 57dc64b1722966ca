#![allow(unused)]

use rulebook::{ToolSettings, tool_collection};

#[derive(Default, ToolSettings)]
struct SearchSettings {
    limit: u32,
}

struct Desk;

#[tool_collection]
impl Desk {
    /// Settings that the model would be asked for, if it could.
    #[tool]
    fn search(&self, settings: SearchSettings) {}
}

fn main() {}
