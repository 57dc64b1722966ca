#![allow(unused)]

use rulebook::{Caller, ContentBlock, tool_collection};

struct Orders;

#[tool_collection]
impl Orders {
    /// Finds.
    #[tool]
    fn two(&self, one: &Caller, other: &rulebook::Caller) {}

    /// Finds.
    #[tool]
    fn mutable(&self, caller: &mut Caller) {}

    /// Finds.
    #[tool]
    fn by_value(&self, caller: Caller) {}

    /// Finds.
    #[tool]
    fn optional(&self, caller: Option<&Caller>) {}

    /// Finds.
    #[tool]
    fn forever(&self, caller: &'static Caller) {}

    #[context]
    fn context(&self, caller: &Caller) -> String {
        String::new()
    }
}

fn main() {}
