#![allow(unused)]

use rulebook::tool_collection;

struct ContentBlock;

struct Orders;

#[tool_collection]
impl Orders {
    /// Shows.
    #[tool]
    fn show(&self) -> ContentBlock {
        ContentBlock
    }

    /// Shows.
    #[tool]
    fn show_all(&self) -> Result<Vec<ContentBlock>, String> {
        Ok(Vec::new())
    }
}

fn main() {}
