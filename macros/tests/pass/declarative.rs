//! A block that a declarative macro writes: its pieces come in groups of their own.

use std::sync::Arc;

use rulebook::{Session, ToolCall, ToolCollection, tool_collection};

macro_rules! collection {
    ($owner:ty, $name:literal, $text:literal, $method:ident($argument:ident: $ty:ty, $session:ty) -> $given:ty) => {
        #[tool_collection(name = $name)]
        #[instruction($text)]
        impl $owner {
            #[doc = $text]
            #[tool(kind = "read")]
            fn $method(&self, #[doc = $text] $argument: $ty, session: $session) -> $given {
                let _ = session;
                Ok(format!("{:?}", $argument))
            }

            /// Described by its mark.
            #[tool(name = "described", description = $text)]
            fn described(&self) {}

            #[context]
            fn context(&self, _: $session) -> $given {
                Ok($text.to_owned())
            }
        }
    };
}

struct Orders;

collection!(Orders, "desk", "Looks.", find(order: Option<u8>, &Session) -> Result<String, String>);

#[tokio::test]
async fn a_block_that_a_macro_writes_is_a_collection() {
    let orders = Arc::new(Orders);
    assert_eq!(orders.name(), "desk");
    assert_eq!(orders.instructions(), ["Looks."]);
    let tools = Arc::clone(&orders).tools();
    let (find, described) = (tools[0].spec(), tools[1].spec());
    assert_eq!((find.name.as_str(), find.description.as_str()), ("find", "Looks."));
    assert_eq!(find.input_schema["properties"]["order"]["description"], "Looks.");
    assert_eq!(find.input_schema["properties"].as_object().map(serde_json::Map::len), Some(1));
    assert_eq!(find.output_schema.as_ref().map(|schema| &schema["type"]), Some(&"string".into()));
    assert_eq!(described.description, "Looks.");
    assert_eq!(tools[0].call(ToolCall::default()).await.unwrap().value, "None");
    let context = ToolCollection::context(orders, Session::new()).await.unwrap();
    assert_eq!(context.as_deref(), Some("Looks."));
}
