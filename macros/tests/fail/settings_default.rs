#![allow(unused)]

use rulebook::ToolSettings;

#[derive(ToolSettings)]
struct SearchSettings {
    #[setting(configurable)]
    limit: u32,
}

fn main() {}
