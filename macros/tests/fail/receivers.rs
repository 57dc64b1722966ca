#![allow(unused)]

use std::sync::Arc;

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    /// Counts.
    #[tool]
    fn by_value(self) {}

    /// Counts.
    #[tool]
    fn mutable(&mut self) {}

    /// Counts.
    #[tool]
    fn shared(self: Arc<Self>) {}

    /// Counts.
    #[tool]
    fn none() {}

    /// Counts.
    #[tool]
    fn none_but_arguments(order: String) {}

    #[context]
    fn context(order: String) -> String {
        order
    }
}

fn main() {}
