//! Names around a block do not reach what is generated.

use std::sync::Arc;

use rulebook::{Session, ToolCall, ToolCollection};

use super::shadowed::Shadowed;

#[tokio::test]
async fn names_of_the_user_do_not_reach_generated_code() {
    let (shadowed, session) = (Arc::new(Shadowed(1)), Session::new());
    let tools = ToolCollection::tools(Arc::clone(&shadowed));
    let mut call = ToolCall::default().in_session(&session);
    call.arguments.insert("text".to_owned(), "kept".into());
    assert_eq!(tools[0].call(call).await.unwrap().value, "kept");
    assert!(tools[1].call(ToolCall::default()).await.unwrap().value.is_null());
    assert_eq!(shadowed.instructions(), ["Look first."]);
    let context = ToolCollection::context(shadowed, session).await.unwrap();
    assert_eq!(context.as_deref(), Some("kept"));
}
