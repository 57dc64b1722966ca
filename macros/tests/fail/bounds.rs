#![allow(unused)]

use std::cell::Cell;

use rulebook::tool_collection;

struct Orders<S>(S);

#[tool_collection]
impl<S> Orders<S> {
    /// Counts.
    #[tool]
    fn count(&self) -> usize {
        1
    }
}

struct Counter(Cell<usize>);

#[tool_collection]
impl Counter {
    /// Counts.
    #[tool]
    fn count(&self) -> usize {
        self.0.get()
    }
}

fn main() {}
