#![allow(unused)]

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    #[context]
    fn first(&self) -> String {
        String::new()
    }

    #[context]
    fn second(&self) -> String {
        String::new()
    }

    /// Counts.
    #[tool]
    #[context]
    fn both(&self) -> String {
        String::new()
    }
}

struct Parcels;

#[tool_collection]
impl Parcels {
    #[context(name = "parcels")]
    fn context(&self, order: String, limit: u8) {}
}

fn main() {}
