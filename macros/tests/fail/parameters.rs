#![allow(unused)]

use std::path::Path;

use rulebook::tool_collection;

struct Orders;
struct Order;
struct SearchSettings;

#[tool_collection]
impl Orders {
    /// Finds.
    #[tool]
    fn text(&self, order: &str) {}

    /// Finds.
    #[tool]
    fn list(&self, orders: &[Order]) {}

    /// Finds.
    #[tool]
    fn path(&self, file: &Path) {}

    /// Finds.
    #[tool]
    fn settings(&self, settings: &SearchSettings) {}

    /// Finds.
    #[tool]
    fn inside(&self, order: Option<&str>) {}

    /// Finds.
    #[tool]
    fn unnamed(&self, order: impl Into<String>) {}

    /// Finds.
    #[tool]
    fn wild(&self, _: String) {}

    /// Finds.
    #[tool]
    fn pattern(&self, (a, b): (u8, u8), ref c: String) {}

    /// Finds.
    #[tool]
    fn odd(&self, größe: u8) {}

    /// Finds.
    #[tool]
    fn twice(&self, order: String, order: String) {}

    /// Finds.
    #[tool]
    fn sometimes(&self, #[cfg(unix)] order: String) {}

    /// Finds.
    #[tool]
    fn several(&self, order: &str, lines: &[u8]) -> Result {}
}

fn main() {}
