#![allow(unused)]

use rulebook::tool_collection;

struct Orders;
struct Session;

#[tool_collection]
impl Orders {
    /// Finds.
    #[tool]
    fn find(&self, session: &Session) {}
}

fn main() {}
