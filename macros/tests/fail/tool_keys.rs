#![allow(unused)]

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {
    /// Counts.
    #[tool(knid = "read")]
    fn unknown_key(&self) {}

    /// Counts.
    #[tool(kind = "raed")]
    fn unknown_kind(&self) {}

    /// Counts.
    #[tool(kind = "harmless")]
    fn no_kind_at_all(&self) {}

    /// Counts.
    #[tool(kind = Read)]
    fn kind_without_quotes(&self) {}

    /// Counts.
    #[tool(kind)]
    fn kind_without_value(&self) {}

    /// Counts.
    #[tool(requires_approval = "yes")]
    fn no_flag(&self) {}

    /// Counts.
    #[tool(requires_approval(true))]
    fn flag_in_brackets(&self) {}

    /// Counts.
    #[tool(kind = "read", kind = "edit")]
    fn twice(&self) {}

    /// Counts.
    #[tool = "count"]
    fn equals(&self) {}

    #[tool(description = "")]
    fn empty_description(&self) {}

    /// Counts.
    #[tool]
    #[tool]
    fn marked_twice(&self) {}

    /// Counts.
    #[tool(zzz)]
    fn like_nothing(&self) {}
}

fn main() {}
