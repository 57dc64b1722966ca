use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    #[context]
    fn context(&self) -> usize {
        1
    }
}

fn main() {}
