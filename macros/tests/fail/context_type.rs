#![allow(unused)]

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    #[context]
    fn context(&self) -> usize {
        1
    }
}

struct Parcels;
struct NoError;

#[tool_collection]
impl Parcels {
    #[context]
    async fn context(&self) -> Result<String, NoError> {
        Err(NoError)
    }
}

fn main() {}
