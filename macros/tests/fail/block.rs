#![allow(unused)]

use rulebook::tool_collection;

struct Orders;
trait Shop {}
struct Borrowing<'a>(&'a str);

#[tool_collection]
struct NoBlock;

#[tool_collection]
fn no_block() {}

#[tool_collection]
impl Clone for Orders {
    /// Makes another.
    #[tool]
    fn clone(&self) -> Self {
        Orders
    }
}

#[tool_collection]
impl<'a> Borrowing<'a> {}

#[tool_collection]
impl Borrowing<'_> {}

#[tool_collection]
impl dyn Shop {}

#[tool_collection]
#[tool]
#[context]
impl Orders {
    #[tool]
    #[instruction("Count.")]
    const MOST: usize = 3;

    #[tool_collection]
    fn count(&self) -> usize {
        Self::MOST
    }
}

fn main() {}
