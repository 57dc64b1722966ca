//! Calls that are given up by a wish that they carry.

use std::time::{Duration, Instant};

use serde_json::json;

use super::support::Folder;
use rulebook::{Cancellation, ErrorCode, FnTool, Tool, ToolCall, ToolOutput, ToolSet, ToolSpec};

/// Far more than the 100 ms that are promised: machines may be busy.
const SOON: Duration = Duration::from_secs(10);

fn carrying(wish: &Cancellation) -> ToolCall {
    let mut call = ToolCall::default();
    call.cancellation = Some(wish.clone());
    call
}

#[tokio::test]
async fn running_and_waiting_calls_end_when_it_is_wished() {
    let script = "fn forever() -> int { loop {} }
        fn caught() -> int { try { loop {} } catch { loop {} } 1 }
        fn blocked() -> int { block() }
        fn ok() -> int { 1 }";
    let folder = Folder::with_rules(script, &["forever", "caught", "blocked", "ok"]);
    let tools = folder.load_with_host(ToolSet::options()).await.unwrap();
    for name in ["forever", "caught", "blocked"] {
        let wish = Cancellation::new();
        let (running, waiting) = (tools.tool(name).unwrap(), tools.tool("ok").unwrap());
        let start = Instant::now();
        let (running, waiting, other, ()) = tokio::join!(
            running.call(carrying(&wish)),
            waiting.call(carrying(&wish)),
            tools.call("ok", json!({})),
            async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                wish.cancel();
            }
        );
        for ended in [running, waiting] {
            assert_eq!(ended.unwrap_err().code, ErrorCode::Cancelled, "{name}");
        }
        assert_eq!(other.unwrap(), 1, "{name}");
        assert!(start.elapsed() < SOON, "{name}");
        let late = tools.tool("ok").unwrap();
        assert_eq!(late.call(carrying(&wish)).await.unwrap_err().code, ErrorCode::Cancelled);
        assert_eq!(late.call(carrying(&Cancellation::new())).await.unwrap().value, 1);
    }
}

#[tokio::test]
async fn native_tools_end_alike() {
    let never = FnTool::new(ToolSpec::new("never", "Never ends."), |_| async {
        std::future::pending::<()>().await;
        Ok(ToolOutput::json(json!(1)))
    });
    let wish = Cancellation::new();
    let (ended, ()) = tokio::join!(never.call(carrying(&wish)), async { wish.cancel() });
    assert_eq!(ended.unwrap_err().code, ErrorCode::Cancelled);
}
