//! A call that was given up while it waited ran all the same, when its turn came
//! before its caller came to hear of it.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use rulebook::{Cancellation, ErrorCode, ToolCall, ToolSet};

use crate::support::Folder;

fn carrying(wish: &Cancellation) -> ToolCall {
    let mut call = ToolCall::default();
    call.cancellation = Some(wish.clone());
    call
}

#[tokio::test]
async fn it_does_not_run() {
    let script = "fn forever() -> int { loop {} } fn counted() -> int { count() }";
    let folder = Folder::with_rules(script, &["forever", "counted"]);
    let counted = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&counted);
    let options = ToolSet::options().host_functions(move |engine| {
        let count = Arc::clone(&count);
        engine.register_fn("count", move || count.fetch_add(1, Ordering::SeqCst) as i64);
    });
    let tools = folder.load_with(options).await.unwrap();
    let (forever, tool) = (tools.tool("forever").unwrap(), tools.tool("counted").unwrap());
    let (end, wish) = (Cancellation::new(), Cancellation::new());
    let mut running = pin!(forever.call(carrying(&end)));
    let mut waiting = pin!(tool.call(carrying(&wish)));
    let mut after = pin!(tools.call("counted", serde_json::json!({})));
    poll_fn(|context| {
        assert!(running.as_mut().poll(context).is_pending());
        assert!(waiting.as_mut().poll(context).is_pending());
        assert!(after.as_mut().poll(context).is_pending());
        Poll::Ready(())
    })
    .await;
    wish.cancel();
    end.cancel();
    assert_eq!(running.await.unwrap_err().code, ErrorCode::Cancelled);
    // The turn of the one between them has passed.
    assert_eq!(after.await.unwrap(), 0);
    assert_eq!(waiting.await.unwrap_err().code, ErrorCode::Cancelled);
    assert_eq!(counted.load(Ordering::SeqCst), 1);
}
