#![deny(unused_variables)]

use rulebook::{ToolSettings, tool_collection};

#[derive(Default, ToolSettings)]
struct SearchSettings {
    #[setting(configurable)]
    limit: u32,
}

struct Desk;

#[tool_collection]
impl Desk {
    /// Searches.
    #[tool]
    fn search(&self, text: String, settings: &SearchSettings) -> String {
        text
    }
}

fn main() {
    let _ = (Desk, SearchSettings::default().limit);
}
