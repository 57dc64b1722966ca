#![allow(unused)]

use rulebook::tool_collection;

struct Orders;
struct Order;
struct NoError;

#[tool_collection]
impl Orders {
    /// Finds.
    #[tool]
    fn find(&self) -> Order {
        Order
    }

    /// Finds.
    #[tool]
    fn find_or_fail(&self) -> Result<u8, NoError> {
        Err(NoError)
    }
}

fn main() {}
