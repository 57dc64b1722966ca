//! A call always ends.

use std::time::{Duration, Instant};

use serde_json::json;

use super::support::Folder;
use rulebook::{ErrorCode, ToolSet};

const LIMIT: Duration = Duration::from_millis(700);

#[tokio::test]
async fn loops_end_at_the_deadline_and_the_next_call_works() {
    let script = "fn ok() -> int { 1 }
        fn forever() -> int { loop {} }
        fn caught() -> int { try { loop {} } catch { loop {} } 1 }
        fn sorting() -> int { let a = [3, 2, 1]; loop { a.sort(|x, y| x - y); } }";
    let folder = Folder::with_rules(script, &["ok", "forever", "caught", "sorting"]);
    let tools = folder.load_with(ToolSet::options().timeout(LIMIT)).await.unwrap();
    for name in ["forever", "caught", "sorting", "forever", "forever"] {
        let start = Instant::now();
        let error = tools.call(name, json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::TimedOut, "{name}: {error}");
        assert!(start.elapsed() >= LIMIT);
        assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1);
    }
}

#[tokio::test]
async fn a_host_function_that_blocks_does_not_hold_the_answer_up() {
    let options = ToolSet::options().timeout(LIMIT);
    let folder = Folder::with_rules("fn f() -> () { block() } fn ok() -> int { 1 }", &["f", "ok"]);
    let tools = folder.load_with_host(options).await.unwrap();
    assert_eq!(tools.call("f", json!({})).await.unwrap_err().code, ErrorCode::TimedOut);
    assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1);
}

#[tokio::test]
async fn start_up_statements_that_do_not_end_are_a_problem_of_the_load() {
    let folder = Folder::with_rules("loop {}\nfn f() -> int { 1 }", &["f"]);
    let error = folder.load_with(ToolSet::options().timeout(LIMIT)).await.unwrap_err();
    let codes: Vec<_> = error.diagnostics().iter().map(|problem| problem.code().as_str()).collect();
    assert_eq!(codes, ["startup_timed_out"]);
}
