//! The live context as a resource.

use std::time::Duration;

use rmcp::model::{ReadResourceRequestParams, ResourceContents};
use rulebook_mcp::McpServer;
use serde_json::json;

use crate::support::shelf::{CONTEXT, Heard, Listening, Shelf};
use crate::support::{Connected, Era, plain};

async fn read<C: rmcp::ClientHandler>(client: &Connected<C>) -> String {
    let read = client.read_resource(ReadResourceRequestParams::new(CONTEXT)).await.unwrap();
    match &read.contents[..] {
        [ResourceContents::TextResourceContents { text, uri, .. }] if uri == CONTEXT => {
            text.clone()
        }
        other => panic!("{other:?}"),
    }
}

fn updated() -> Heard {
    Heard::Resource(CONTEXT.to_owned())
}

#[tokio::test]
async fn the_context_is_listed_and_read_as_it_is_now() {
    for era in Era::BOTH {
        let shelf = Shelf::with_tools(&["a"]);
        let client = plain(shelf.toolkit(), era).await;
        let listed = serde_json::to_value(client.list_all_resources().await.unwrap()).unwrap();
        assert_eq!(
            listed,
            json!([{
                "uri": "rulebook://context",
                "name": "context",
                "title": "Live context",
                "description": "What holds at this moment and the model should know. Read it before \
                                each request to the model, and never keep an earlier one.",
                "mimeType": "text/plain",
            }])
        );
        assert_eq!(client.list_all_resource_templates().await.unwrap(), []);
        assert_eq!(read(&client).await, "");
        shelf.say("The till is open.");
        let text = read(&client).await;
        assert!(text.contains("The till is open."), "{text}");
    }
}

#[tokio::test]
async fn an_address_that_is_not_known_is_an_error() {
    for era in Era::BOTH {
        let client = plain(Shelf::with_tools(&["a"]).toolkit(), era).await;
        let params = ReadResourceRequestParams::new("rulebook://nothing");
        let rmcp::ServiceError::McpError(error) = client.read_resource(params).await.unwrap_err()
        else {
            panic!("another error")
        };
        let code = if era == Era::Sessions { -32002 } else { -32602 };
        assert_eq!(error.code.0, code);
        assert_eq!(
            error.message,
            "there is no such resource: the only one is `rulebook://context`"
        );
        assert_eq!(error.data, Some(json!({ "uri": "rulebook://nothing" })));
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_subscribes_hears_when_the_text_became_another() {
    for era in Era::BOTH {
        let shelf = Shelf::with_tools(&["a"]);
        let server = McpServer::new(shelf.toolkit());
        let mut client = Listening::to(&server, era).await;
        let began = tokio::time::Instant::now();
        shelf.say("one");
        assert_eq!(client.next().await, updated());
        assert!(began.elapsed() <= Duration::from_secs(10), "{era:?}");
        // Nothing is told twice, however often it is looked at.
        let minute = Duration::from_secs(60);
        for _ in 0..3 {
            client.client.call_tool(rmcp::model::CallToolRequestParams::new("a")).await.unwrap();
            shelf.set_lines(&["Be kind."], &[]);
            shelf.set_lines(&[], &[]);
        }
        assert!(client.is_silent(minute).await, "{era:?}");
        shelf.say("two");
        shelf.set_tools(&["a", "b"]);
        let both = [client.next().await, client.next().await];
        assert!(both.contains(&updated()) && both.contains(&Heard::Tools), "{both:?}");
    }
}

#[tokio::test]
async fn it_is_looked_at_after_a_call_and_after_a_change() {
    for era in Era::BOTH {
        let shelf = Shelf::with_tools(&["a"]);
        let server = McpServer::builder(shelf.toolkit());
        let server = server.context_interval(Duration::from_secs(100_000)).build();
        let mut client = Listening::to(&server, era).await;
        shelf.say("one");
        client.client.call_tool(rmcp::model::CallToolRequestParams::new("a")).await.unwrap();
        assert_eq!(client.next().await, updated(), "{era:?}");
        shelf.say("two");
        shelf.set_lines(&["Be kind."], &[]);
        assert_eq!(client.next().await, updated(), "{era:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_client_has_read_it_need_not_be_told() {
    let shelf = Shelf::with_tools(&["a"]);
    let server = McpServer::new(shelf.toolkit());
    let mut client = Listening::to(&server, Era::Sessions).await;
    shelf.say("one");
    assert!(read(&client.client).await.contains("one"));
    assert!(client.is_silent(Duration::from_secs(60)).await);
    #[expect(deprecated, reason = "this is how that revision does it")]
    let gone = client.client.unsubscribe(rmcp::model::UnsubscribeRequestParams::new(CONTEXT)).await;
    gone.unwrap();
    shelf.say("two");
    assert!(client.is_silent(Duration::from_secs(60)).await);
    // Who comes back hears what changed meanwhile.
    #[expect(deprecated, reason = "this is how that revision does it")]
    let back = client.client.subscribe(rmcp::model::SubscribeRequestParams::new(CONTEXT)).await;
    back.unwrap();
    assert_eq!(client.next().await, updated());
}
