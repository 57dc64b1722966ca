//! Private methods of a private type in a private module.

use std::sync::Arc;

use rulebook::{ToolCall, ToolCollection};

mod inner {
    pub(super) fn collection() -> std::sync::Arc<impl rulebook::ToolCollection> {
        std::sync::Arc::new(Private)
    }

    struct Private;

    #[rulebook::tool_collection]
    impl Private {
        /// Says hello.
        #[tool]
        fn greet(&self) -> &'static str {
            "hello"
        }
    }
}

#[tokio::test]
async fn a_private_method_of_a_private_type_is_a_tool() {
    let collection = inner::collection();
    assert_eq!(collection.name(), "private");
    let tools = Arc::clone(&collection).tools();
    assert_eq!(tools[0].call(ToolCall::default()).await.unwrap().value, "hello");
}
