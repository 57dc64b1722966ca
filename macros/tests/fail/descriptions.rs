#![allow(unused)]

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    #[tool]
    fn count(&self) {}

    ///
    #[tool(kind = "read")]
    fn count_open(&self) {}

    #[doc = concat!("Counts", ".")]
    #[tool]
    fn count_closed(&self) {}
}

fn main() {}
