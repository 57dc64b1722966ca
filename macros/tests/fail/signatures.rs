#![allow(unused)]

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    /// Counts.
    #[tool]
    const fn constant(&self) {}

    /// Counts.
    #[tool]
    unsafe fn dangerous(&self) {}

    /// Counts.
    #[tool]
    extern "C" fn foreign(&self) {}

    /// Counts.
    #[tool]
    fn generic<T>(&self, order: T) {}

    /// Counts.
    #[tool]
    fn bounded(&self)
    where
        Self: Sized,
    {
    }
}

fn main() {}
