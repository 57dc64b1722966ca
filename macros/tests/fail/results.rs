#![allow(unused)]

use std::fmt;
use std::future::Future;

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    /// Finds.
    #[tool]
    fn bare(&self) -> fmt::Result {
        Ok(())
    }

    /// Finds.
    #[tool]
    fn unnamed(&self) -> Vec<impl Sized> {
        vec![1]
    }

    /// Finds.
    #[tool]
    fn future(&self) -> impl Future<Output = u8> {
        async { 1 }
    }
}

fn main() {}
