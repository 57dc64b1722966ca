#![allow(unused)]

use std::rc::Rc;

use rulebook::tool_collection;

struct Orders;

async fn asked() {}

#[tool_collection]
impl Orders {
    /// Counts.
    #[tool]
    async fn count(&self) -> usize {
        let count = Rc::new(1);
        asked().await;
        *count
    }

    #[context]
    async fn context(&self) -> String {
        let text = Rc::new(String::new());
        asked().await;
        text.to_string()
    }
}

fn main() {}
