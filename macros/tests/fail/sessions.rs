#![allow(unused)]

use rulebook::{Session, tool_collection};

struct Orders;

#[tool_collection]
impl Orders {
    /// Finds.
    #[tool]
    fn two(&self, one: &Session, other: &rulebook::Session) {}

    /// Finds.
    #[tool]
    fn mutable(&self, session: &mut Session) {}

    /// Finds.
    #[tool]
    fn by_value(&self, session: Session) {}

    #[context]
    fn context(&self, one: &Session, other: &Session) -> String {
        String::new()
    }
}

fn main() {}
