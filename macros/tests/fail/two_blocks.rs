#![allow(unused)]

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    /// Gives 1.
    #[tool]
    fn one(&self) -> u8 {
        1
    }
}

#[tool_collection]
impl Orders {
    /// Gives 2.
    #[tool]
    fn two(&self) -> u8 {
        2
    }
}

fn main() {}
