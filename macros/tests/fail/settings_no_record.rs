#![allow(unused)]

use rulebook::tool_collection;

struct SearchSettings;

struct Desk;

#[tool_collection]
impl Desk {
    /// Searches.
    #[tool]
    fn search(&self, settings: &SearchSettings) {}
}

fn main() {}
