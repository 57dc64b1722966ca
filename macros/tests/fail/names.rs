#![allow(unused)]

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    /// Counts.
    #[tool(name = "count orders")]
    fn with_a_space(&self) {}

    /// Counts.
    #[tool]
    fn größe(&self) {}

    /// Counts.
    #[tool]
    fn counts_each_and_every_order_that_was_ever_made_by_anybody_anywhere(&self) {}

    /// Counts.
    #[tool]
    fn count(&self) {}

    /// Counts.
    #[tool(name = "count")]
    fn count_again(&self) {}

    /// Counts.
    #[tool]
    fn find_order(&self) {}

    /// Counts.
    #[tool(name = "Find-Order")]
    fn find(&self) {}
}

fn main() {}
