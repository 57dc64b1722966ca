//! Methods that are there under conditions.

use std::sync::Arc;

use rulebook::{Session, ToolCollection, tool_collection};

struct Orders;

#[tool_collection]
impl Orders {
    /// Counts.
    #[tool]
    #[cfg(test)]
    #[instruction("There.")]
    fn there(&self) {}

    /// Counts.
    #[tool]
    #[cfg(not(test))]
    #[instruction("Not there.")]
    fn not_there(&self, of: NoSuchType) {}

    /// Counts, one way.
    #[tool(name = "count")]
    #[cfg(test)]
    fn count_one_way(&self) {}

    /// Counts, another way.
    #[tool(name = "count")]
    #[cfg(not(test))]
    fn count_another_way(&self) {}

    #[context]
    #[cfg(test)]
    async fn one(&self) -> String {
        "one".to_owned()
    }

    #[context]
    #[cfg(not(test))]
    fn other(&self) -> String {
        "other".to_owned()
    }
}

#[tokio::test]
async fn what_is_left_out_is_no_tool() {
    let orders = Arc::new(Orders);
    let tools = Arc::clone(&orders).tools();
    let names: Vec<_> = tools.iter().map(|tool| tool.spec().name.clone()).collect();
    assert_eq!(names, ["there", "count"]);
    assert_eq!(orders.instructions(), ["There."]);
    let context = orders.context(Session::new()).await.unwrap();
    assert_eq!(context.as_deref(), Some("one"));
}
