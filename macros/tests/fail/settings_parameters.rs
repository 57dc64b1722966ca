#![allow(unused)]

use rulebook::{Session, ToolSettings, tool_collection};

#[derive(Default, ToolSettings)]
struct SearchSettings {
    limit: u32,
}

#[derive(Default, ToolSettings)]
struct OtherSettings {
    limit: u32,
}

struct Desk;

#[tool_collection]
impl Desk {
    /// Searches.
    #[tool]
    fn two(&self, one: &SearchSettings, other: &OtherSettings) {}

    /// Searches.
    #[tool]
    fn reaches_nothing(&self, _: &SearchSettings) {}

    /// Searches.
    #[tool]
    fn changed(&self, settings: &mut SearchSettings) {}

    /// Searches.
    #[tool]
    fn kept(&self, settings: &'static SearchSettings) {}

    #[context]
    fn context(&self, settings: &SearchSettings) -> String {
        String::new()
    }
}

fn main() {}
