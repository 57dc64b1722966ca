//! Live context that is a resource of the server.

use std::sync::Arc;
use std::time::Duration;

use rulebook::{Session, ToolCollection, Toolkit};
use rulebook_mcp::McpToolCollection;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use super::keeping::until;
use crate::support::Era;
use crate::support::far::Far;

async fn with_context(far: &Far) -> McpToolCollection {
    let tools = McpToolCollection::builder("far", far.streams()).context_resource("far://now");
    tools.connect().await.unwrap()
}

fn text(text: &str) -> Value {
    json!({ "uri": "far://now", "text": text })
}

async fn context(tools: &McpToolCollection) -> Result<Option<String>, String> {
    let tools = Arc::new(tools.clone());
    tools.context(Session::new()).await.map_err(|error| error.to_string())
}

#[tokio::test(start_paused = true)]
async fn the_resource_is_read_anew_each_time() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let tools = with_context(&far).await;
        for (parts, expected) in [
            (json!([]), None),
            (json!([text("")]), None),
            (json!([text(" \n")]), None),
            (json!([text("Two orders are open.")]), Some("Two orders are open.")),
            (json!([text("One."), text("Two.")]), Some("One.\nTwo.")),
            (json!([text("Three.")]), Some("Three.")),
        ] {
            far.state().resource = parts.clone();
            assert_eq!(context(&tools).await, Ok(expected.map(str::to_owned)), "{parts}");
        }
        let toolkit = Toolkit::builder().collection(tools).build().unwrap();
        let said = toolkit.context(&Session::new()).await.unwrap();
        assert_eq!(said.parts().collect::<Vec<_>>(), [("far", "Three.")]);
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_too_long_is_cut_with_a_note() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let tools = with_context(&far).await;
        far.state().resource = json!([text(&"é".repeat(40_000))]);
        let said = context(&tools).await.unwrap().unwrap();
        let (kept, note) = said.split_once('\n').unwrap();
        assert_eq!(kept.len(), 64 << 10);
        assert_eq!(note, "[the rest is left out: this is longer than 64 KiB]");
        far.state().resource = json!([text(&"e".repeat(64 << 10))]);
        assert_eq!(context(&tools).await.unwrap().unwrap().len(), 64 << 10);
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_no_text_fails() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let tools = with_context(&far).await;
        far.state().resource = json!([{ "uri": "far://now", "blob": "aGk=" }]);
        let mut said = vec![context(&tools).await.unwrap_err()];
        far.state().failing.insert("resources/read".to_owned());
        said.push(context(&tools).await.unwrap_err());
        far.cut();
        until(&tools, |status| !status.is_connected()).await;
        let at = Instant::now();
        said.push(context(&tools).await.unwrap_err());
        assert!(at.elapsed() < Duration::from_millis(10));
        insta::allow_duplicates! {
            insta::assert_snapshot!(said.join("\n"), @"
            invalid_result: the resource is no context: it is not text
            script_failed: the server says: not now
            unavailable: the server of `far` cannot be reached now: it is connected again by itself, so call again later
            ");
        }
        let toolkit = Toolkit::builder().collection(tools).build().unwrap();
        assert_eq!(toolkit.context(&Session::new()).await, None);
    }
}

#[tokio::test]
async fn a_resource_that_comes_late_holds_up_no_longer_than_the_toolkit_allows() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let tools = with_context(&far).await;
        far.state().silent.insert("resources/read".to_owned());
        let toolkit = Toolkit::builder().collection(tools.clone());
        let toolkit = toolkit.context_deadline(Duration::from_millis(50)).build().unwrap();
        let at = Instant::now();
        assert_eq!(toolkit.context(&Session::new()).await, None);
        assert!(at.elapsed() < Duration::from_secs(5), "{:?}", at.elapsed());
        far.heard("notifications/cancelled", 1).await;
        assert_eq!(tools.status().connections, 1);
    }
}

/// A toolkit waits for a moment only, again before each call of the model: a server that does
/// one thing at a time would never come to do anything else.
#[tokio::test(start_paused = true)]
async fn a_server_whose_context_is_slow_is_not_started_anew() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let tools = with_context(&far).await;
        let methods = ["resources/read", "ping", "server/discover"];
        far.state().silent.extend(methods.map(str::to_owned));
        for _ in 0..5 {
            // As a toolkit does it, by the clock of the test.
            assert!(timeout(Duration::from_secs(2), context(&tools)).await.is_err());
            sleep(Duration::from_secs(15)).await;
        }
        assert_eq!((far.count("resources/read"), tools.status().connections), (5, 1));
    }
}

/// Waits for a future on this thread alone, without any runtime.
fn wait<F: Future>(future: F) -> F::Output {
    struct Parked(std::thread::Thread);
    impl std::task::Wake for Parked {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Parked(std::thread::current())).into();
    let mut future = std::pin::pin!(future);
    loop {
        let polled = future.as_mut().poll(&mut std::task::Context::from_waker(&waker));
        match polled {
            std::task::Poll::Ready(output) => return output,
            std::task::Poll::Pending => std::thread::park_timeout(Duration::from_secs(1)),
        }
    }
}

#[test]
fn a_server_is_used_on_any_executor() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let far = Far::new(Era::Stateless);
    far.state().resource = json!([text("Now.")]);
    let tools = runtime.block_on(with_context(&far));
    let toolkit = Toolkit::builder().collection(tools.clone()).build().unwrap();
    let said = wait(toolkit.context(&Session::new())).unwrap();
    assert_eq!(said.parts().collect::<Vec<_>>(), [("far", "Now.")]);
    assert!(wait(super::keeping::call(&toolkit, "echo")).is_ok());
    wait(tools.refresh()).unwrap();
    // With the runtime it is over, and nothing hangs.
    drop(runtime);
    let error = wait(super::keeping::call(&toolkit, "echo")).unwrap_err();
    insta::assert_snapshot!(error, @"unavailable: the server of `far` cannot be reached now: it was closed");
    assert_eq!(wait(toolkit.context(&Session::new())), None);
    assert!(wait(tools.refresh()).is_err());
    wait(tools.close());
    assert_eq!(tools.status().state, rulebook_mcp::ServerState::Closed);
}
