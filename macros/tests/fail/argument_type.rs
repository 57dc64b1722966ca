#![allow(unused)]

use rulebook::tool_collection;

struct Orders;
struct Order;

#[tool_collection]
impl Orders {
    /// Sends.
    #[tool]
    fn send(&self, orders: Vec<Order>) {}
}

fn main() {}
