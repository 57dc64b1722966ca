use rulebook::tool_collection;

struct Orders;

#[tool_collection]
#[constraint("Never promise a date.")]
impl Orders {
    /// Counts the orders. Forgotten: `#[tool]`.
    fn count(&self) -> u32 {
        0
    }
}

fn main() {}
