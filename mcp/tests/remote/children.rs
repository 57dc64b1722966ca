//! Servers that are processes, and end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rulebook::{ErrorCode, Session, Toolkit};
use rulebook_mcp::{McpToolCollection, ServerState, ServerStatus};
use serde_json::json;

use super::keeping::{call, until};
#[cfg(target_os = "linux")]
use crate::support::apart::apart;
use crate::support::odd::odd;
use crate::support::tools::script;
use crate::support::web::LONG;

async fn of(words: &[&str]) -> (McpToolCollection, Arc<Toolkit>) {
    let tools = McpToolCollection::builder("odd", odd(words)).timeout(Duration::from_secs(1));
    let tools = tools.connect().await.unwrap();
    let toolkit = Toolkit::builder().collection(tools.clone()).build().unwrap();
    (tools, Arc::new(toolkit))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_dies_in_the_middle_of_calls_is_started_again() {
    let tools = McpToolCollection::builder("odd", odd(&[])).connect().await.unwrap();
    let toolkit = Arc::new(Toolkit::builder().collection(tools.clone()).build().unwrap());
    let calls = ["hang", "hang", "hang", "die"].map(|name| {
        let toolkit = Arc::clone(&toolkit);
        tokio::spawn(async move { (call(&toolkit, name).await.unwrap_err(), Instant::now()) })
    });
    let mut ends = Vec::new();
    for call in calls {
        let (error, at) = tokio::time::timeout(LONG, call).await.unwrap().unwrap();
        assert_eq!(error.code, ErrorCode::Unavailable, "{error}");
        assert!(!error.message.contains("exit"), "{error}");
        ends.push(at);
    }
    let (first, last) = (ends.iter().min().unwrap(), ends.iter().max().unwrap());
    assert!(*last - *first < Duration::from_millis(100), "{ends:?}");
    let again = until(&tools, |status| status.connections == 2).await;
    assert!(again.is_connected());
    assert!(call(&toolkit, "echo").await.is_ok());
    tools.close().await;
}

#[tokio::test]
async fn a_server_that_dies_says_why_to_the_host() {
    let (tools, toolkit) = of(&[]).await;
    let lost = tokio::join!(until(&tools, |status| !status.is_connected()), call(&toolkit, "die"));
    let ServerState::Lost { why, .. } = lost.0.state else { panic!() };
    insta::assert_snapshot!(why, @"the server ended with exit status 3");
    until(&tools, ServerStatus::is_connected).await;
    let status = tools.status();
    assert_eq!(status.name.as_deref(), Some("odd"));
    assert_eq!(status.protocol.as_deref(), Some("2025-11-25"));
    tools.close().await;
    assert_eq!(tools.status().state, ServerState::Closed);
}

#[tokio::test]
async fn a_server_that_dies_at_each_start_for_a_while_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("needed");
    std::fs::write(&file, "").unwrap();
    let (tools, toolkit) = of(&["--needs", file.to_str().unwrap()]).await;
    std::fs::remove_file(&file).unwrap();
    assert_eq!(call(&toolkit, "die").await.unwrap_err().code, ErrorCode::Unavailable);
    let failed = until(
        &tools,
        |status| matches!(&status.state, ServerState::Lost { why, .. } if why.contains("before it answered")),
    );
    failed.await;
    let status = tools.status();
    assert_eq!(status.standard_error, ["a file is needed, and is not there: secret-1"]);
    assert!(!format!("{status:?}").contains("secret-1"));
    let error = call(&toolkit, "echo").await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
    assert!(!error.message.contains("secret-1"));
    std::fs::write(&file, "").unwrap();
    until(&tools, ServerStatus::is_connected).await;
    assert!(call(&toolkit, "echo").await.is_ok());
    tools.close().await;
}

#[tokio::test]
async fn a_server_that_freezes_is_started_anew() {
    let (tools, toolkit) = of(&[]).await;
    assert_eq!(call(&toolkit, "freeze").await.unwrap_err().code, ErrorCode::TimedOut);
    until(&tools, |status| status.connections == 2).await;
    assert!(call(&toolkit, "echo").await.is_ok());
    tools.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_hangs_never_holds_up_a_script() {
    let odd = McpToolCollection::builder("odd", odd(&[])).context_resource("odd://none");
    let odd = odd.connect().await.unwrap();
    let text = "/// Doubles.\nfn rule_of_two(n: int) -> int { n * 2 }";
    let (scripts, _folder) = script(text, &["rule_of_two"]).await;
    let scripts = scripts.collections().to_vec();
    let toolkit = Toolkit::builder().collection(odd.clone());
    let toolkit = scripts.into_iter().fold(toolkit, |kit, one| kit.collection(one));
    let toolkit = Arc::new(toolkit.build().unwrap());
    let hanging = ["freeze", "hang", "hang"].map(|name| {
        let toolkit = Arc::clone(&toolkit);
        tokio::spawn(async move { call(&toolkit, name).await })
    });
    let refreshing = odd.clone();
    let refreshing = tokio::spawn(async move { refreshing.refresh().await });
    let (at, tools) = (Instant::now(), toolkit.specs().len());
    for n in 0..200 {
        let outcome =
            toolkit.call("rule_of_two", json!({ "n": n }), &Session::new()).await.unwrap();
        assert_eq!(outcome.done().unwrap().value, json!(n * 2));
        assert_eq!(toolkit.specs().len(), tools);
    }
    assert!(at.elapsed() < Duration::from_secs(5), "{:?}", at.elapsed());
    hanging.iter().for_each(|call| assert!(!call.is_finished()));
    tokio::time::timeout(Duration::from_secs(6), odd.close()).await.unwrap();
    for call in hanging {
        assert_eq!(call.await.unwrap().unwrap_err().code, ErrorCode::Unavailable);
    }
    refreshing.await.unwrap().unwrap_err();
}

/// How many processes this one has, and how many files are open.
#[cfg(target_os = "linux")]
fn held() -> (usize, usize) {
    let mine = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").unwrap().filter(|entry| {
        let stat = entry.as_ref().unwrap().path().join("stat");
        let stat = std::fs::read_to_string(stat).unwrap_or_default();
        let after = stat.rsplit_once(") ").map_or("", |(_, after)| after);
        after.split(' ').nth(1) == Some(&mine) && stat.contains("(odd)")
    });
    (processes.count(), std::fs::read_dir("/proc/self/fd").unwrap().count())
}

/// Apart from others, whose children would be counted too.
#[cfg(target_os = "linux")]
#[test]
fn children_that_die_leave_nothing_behind() {
    if !apart("remote::children::children_that_die_leave_nothing_behind") {
        return;
    }
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let (tools, toolkit) = of(&[]).await;
        let before = held();
        for round in 0..100 {
            let (other, calls) = of(&[]).await;
            if round % 2 == 0 {
                assert!(call(&calls, "die").await.is_err());
            }
            if round % 3 == 0 {
                other.close().await;
            }
        }
        let until = Instant::now() + LONG;
        while held() > before && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let after = held();
        assert!(after.0 <= before.0 && after.1 <= before.1 + 2, "{before:?} and {after:?}");
        assert!(call(&toolkit, "echo").await.is_ok());
        tools.close().await;
    });
}
