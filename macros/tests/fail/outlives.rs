#![allow(unused)]

use rulebook::tool_collection;

struct Orders<S>(S);

#[tool_collection]
impl<S: Send + Sync> Orders<S> {
    /// Counts.
    #[tool]
    fn count(&self) -> usize {
        1
    }
}

fn main() {}
