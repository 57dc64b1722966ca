//! A server that is lost, and there again.

use std::sync::Arc;
use std::time::Duration;

use rulebook::{ErrorCode, Session, ToolCollection, ToolError, Toolkit};
use rulebook_mcp::{McpToolCollection, ServerState, ServerStatus};
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use crate::support::Era;
use crate::support::apart::apart;
use crate::support::far::{Far, tool};

/// A collection of the far server's tools, and a toolkit of it.
pub(super) async fn kept(far: &Far) -> (McpToolCollection, Toolkit) {
    let tools = McpToolCollection::builder("far", far.streams()).connect().await.unwrap();
    (tools.clone(), Toolkit::builder().collection(tools).build().unwrap())
}

pub(super) async fn call(toolkit: &Toolkit, tool: &str) -> Result<serde_json::Value, ToolError> {
    let outcome = toolkit.call(tool, json!({ "n": 1 }), &Session::new()).await?;
    Ok(outcome.done().unwrap().value.clone())
}

/// Waits for it to stand as it is wanted.
pub(super) async fn until(
    tools: &McpToolCollection,
    wanted: impl Fn(&ServerStatus) -> bool,
) -> ServerStatus {
    let mut changes = tools.status_changes();
    let long = Duration::from_secs(7200);
    let wait = async {
        let mut status = tools.status();
        while !wanted(&status) {
            status = changes.next().await.unwrap();
        }
        status
    };
    timeout(long, wait).await.unwrap_or_else(|_| panic!("{:?}", tools.status()))
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_lost_is_connected_again() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, toolkit) = kept(&far).await;
        assert_eq!(call(&toolkit, "echo").await.unwrap(), json!({ "n": 1 }), "{era:?}");
        far.cut();
        let lost = until(&tools, |status| !status.is_connected()).await;
        let ServerState::Lost { why, next_attempt, since, .. } = lost.state else { panic!() };
        assert_eq!(why, "the server ended the connection");
        assert_eq!(next_attempt.unwrap() - since, Duration::from_millis(500));
        let error = call(&toolkit, "echo").await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable);
        insta::allow_duplicates! {
            insta::assert_snapshot!(error.message, @"the server of `far` cannot be reached now: it is connected again by itself, so call again later");
        }
        assert_eq!(toolkit.specs().len(), 1, "it stays listed");
        let again = until(&tools, ServerStatus::is_connected).await;
        assert_eq!(again.connections, 2);
        assert_eq!(call(&toolkit, "echo").await.unwrap(), json!({ "n": 1 }));
    }
}

#[tokio::test(start_paused = true)]
async fn all_calls_in_flight_fail_at_once_when_it_is_lost() {
    for era in Era::BOTH {
        let far = Far::new(era);
        far.state().tools.push(tool("hang", "Never answers."));
        let (_tools, toolkit) = kept(&far).await;
        let toolkit = Arc::new(toolkit);
        let calls = [(); 8].map(|()| {
            let toolkit = Arc::clone(&toolkit);
            tokio::spawn(async move { call(&toolkit, "hang").await })
        });
        far.heard("tools/call", 8).await;
        far.cut();
        let at = Instant::now();
        for call in calls {
            let error = call.await.unwrap().unwrap_err();
            assert_eq!(error.code, ErrorCode::Unavailable);
            insta::allow_duplicates! {
                insta::assert_snapshot!(error.message, @"the server of `far` was lost before it answered, and whether the call had any effect is not known: it is connected again by itself, so find out before you call again");
            }
        }
        assert!(at.elapsed() < Duration::from_millis(100), "{:?}", at.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn it_is_tried_again_at_longer_and_longer_intervals() {
    let far = Far::new(Era::Sessions);
    let (tools, toolkit) = kept(&far).await;
    far.state().refuses = true;
    far.cut();
    let begun = Instant::now();
    let mut waits = Vec::new();
    for attempt in 2..=10 {
        while far.state().opened < attempt {
            sleep(Duration::from_millis(10)).await;
        }
        waits.push(begun.elapsed().as_secs());
    }
    assert_eq!(waits, [0, 1, 3, 7, 15, 31, 61, 91, 121]);
    let ServerState::Lost { why, .. } = tools.status().state else { panic!() };
    insta::assert_snapshot!(why, @"the server cannot be reached: connection refused");
    assert_eq!(call(&toolkit, "echo").await.unwrap_err().code, ErrorCode::Unavailable);
    far.state().refuses = false;
    until(&tools, ServerStatus::is_connected).await;
    assert!(call(&toolkit, "echo").await.is_ok());
    // One that held for a minute is tried again soon; one that did not, is not.
    for (held, wait) in [(61, 0), (59, 1), (59, 2), (61, 0)] {
        sleep(Duration::from_secs(held)).await;
        let before = tools.status().connections;
        far.cut();
        let at = Instant::now();
        until(&tools, |status| status.connections > before).await;
        assert_eq!(at.elapsed().as_secs(), wait);
    }
}

#[tokio::test(start_paused = true)]
async fn the_first_connection_is_not_tried_again() {
    for era in Era::BOTH {
        let far = Far::new(era);
        far.state().refuses = true;
        let error = McpToolCollection::builder("far", far.streams()).connect().await.unwrap_err();
        assert_eq!(error.to_string(), "the server cannot be reached: connection refused");
        assert_eq!(far.state().opened, 1);
        // One that does not answer is given up in time.
        far.state().refuses = false;
        far.state().silent.extend(["initialize", "server/discover"].map(str::to_owned));
        let at = Instant::now();
        let builder = McpToolCollection::builder("far", far.streams());
        let error = builder.start_timeout(Duration::from_secs(20)).connect().await.unwrap_err();
        assert_eq!(at.elapsed().as_secs(), 20);
        insta::allow_duplicates! {
            insta::assert_snapshot!(error, @"the server did not answer within 20s: one that takes long to start needs a longer `start_timeout`");
        }
        far.state().silent = ["tools/list".to_owned()].into();
        let builder = McpToolCollection::builder("far", far.streams());
        let error = builder.start_timeout(Duration::from_secs(20)).connect().await.unwrap_err();
        insta::allow_duplicates! {
            insta::assert_snapshot!(error, @"the server gave no list of its tools within 20s");
        }
        far.gone().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_nobody_waits_for_is_given_up() {
    let far = Far::new(Era::Sessions);
    far.state().silent.insert("tools/list".to_owned());
    let connecting = McpToolCollection::builder("far", far.streams()).connect();
    assert!(timeout(Duration::from_secs(1), connecting).await.is_err());
    far.gone().await;
    // So is one that nobody has any longer.
    far.state().silent.clear();
    let (tools, toolkit) = kept(&far).await;
    drop(tools);
    assert!(call(&toolkit, "echo").await.is_ok(), "its tools are still there");
    drop(toolkit);
    far.gone().await;
}

#[tokio::test(start_paused = true)]
async fn a_closed_collection_stays_closed() {
    for era in Era::BOTH {
        let far = Far::new(era);
        far.state().tools.push(tool("hang", "Never answers."));
        let (tools, toolkit) = kept(&far).await;
        let toolkit = Arc::new(toolkit);
        let mut changes = tools.status_changes();
        let calling = Arc::clone(&toolkit);
        let hanging = tokio::spawn(async move { call(&calling, "hang").await });
        far.heard("tools/call", 1).await;
        let at = Instant::now();
        tools.close().await;
        assert!(at.elapsed() <= Duration::from_secs(2), "{:?}", at.elapsed());
        assert_eq!(hanging.await.unwrap().unwrap_err().code, ErrorCode::Unavailable);
        let error = call(&toolkit, "echo").await.unwrap_err();
        insta::allow_duplicates! {
            insta::assert_snapshot!(error, @"unavailable: the server of `far` cannot be reached now: it was closed");
        }
        assert!(tools.refresh().await.is_err());
        assert_eq!(changes.next().await.unwrap().state, ServerState::Closed);
        assert_eq!(changes.next().await, None);
        far.gone().await;
        sleep(Duration::from_secs(600)).await;
        assert_eq!(far.state().opened, 1, "it is not connected again");
        tools.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_of_the_host_is_not_connected_again() {
    let far = Far::new(Era::Sessions);
    let near = far.client().await;
    let tools = McpToolCollection::builder("far", near.peer().clone()).connect().await.unwrap();
    let toolkit = Toolkit::builder().collection(tools.clone()).build().unwrap();
    assert!(call(&toolkit, "echo").await.is_ok());
    far.state().tools.push(tool("more", "There is more."));
    tools.refresh().await.unwrap();
    assert_eq!(Arc::new(tools.clone()).tools().len(), 2);
    far.cut();
    let lost = until(&tools, |status| !status.is_connected()).await;
    let ServerState::Lost { next_attempt: None, why, .. } = lost.state else { panic!("{lost:?}") };
    assert_eq!(why, "the host's client was closed");
    let error = call(&toolkit, "echo").await.unwrap_err();
    insta::assert_snapshot!(error, @"unavailable: the server of `far` cannot be reached now: it is not connected again by itself");
    sleep(Duration::from_secs(600)).await;
    assert_eq!(far.state().opened, 1);
    tools.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_client_of_the_host_that_does_not_answer_is_asked_again() {
    let far = Far::new(Era::Sessions);
    let near = far.client().await;
    let tools = McpToolCollection::builder("far", near.peer().clone());
    let tools = tools.timeout(Duration::from_secs(10)).connect().await.unwrap();
    let toolkit = Toolkit::builder().collection(tools.clone()).build().unwrap();
    far.state().silent.extend(["ping", "tools/call", "tools/list"].map(str::to_owned));
    assert_eq!(call(&toolkit, "echo").await.unwrap_err().code, ErrorCode::TimedOut);
    until(&tools, |status| !status.is_connected()).await;
    assert_eq!(call(&toolkit, "echo").await.unwrap_err().code, ErrorCode::Unavailable);
    sleep(Duration::from_secs(300)).await;
    far.state().silent.clear();
    until(&tools, ServerStatus::is_connected).await;
    assert!(call(&toolkit, "echo").await.is_ok());
    assert_eq!(far.state().opened, 1);
}

/// What is written to the log.
#[derive(Clone, Default)]
struct Written(Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn the_log_says_when_it_is_lost_and_back_and_not_too_often() {
    // What others log first may stay unheard in the same process.
    if !apart("remote::keeping::the_log_says_when_it_is_lost_and_back_and_not_too_often") {
        return;
    }
    let written = Written::default();
    let log = written.clone();
    let log = tracing_subscriber::fmt()
        .with_writer(move || log.clone())
        .with_max_level(tracing::Level::INFO)
        .without_time()
        .with_ansi(false)
        .with_target(true)
        .finish();
    let _log = tracing::subscriber::set_default(log);
    let far = Far::new(Era::Sessions);
    let (tools, _toolkit) = kept(&far).await;
    far.state().refuses = true;
    far.cut();
    until(&tools, |status| !status.is_connected()).await;
    sleep(Duration::from_secs(2)).await;
    far.state().refuses = false;
    until(&tools, ServerStatus::is_connected).await;
    let lines = || {
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        let ours = text.lines().filter(|line| line.contains(" rulebook_mcp::remote"));
        ours.map(str::to_owned).collect::<Vec<_>>()
    };
    insta::assert_snapshot!(lines().join("\n"), @r#"
    WARN rulebook_mcp::remote::connection::standing: the connection to the server is lost: the server ended the connection collection="far"
    WARN rulebook_mcp::remote::connection::noted: it is not there yet: the server cannot be reached: connection refused collection="far"
    WARN rulebook_mcp::remote::connection::noted: it is not there yet: the server cannot be reached: connection refused collection="far"
    INFO rulebook_mcp::remote::connection::standing: the server is connected again collection="far"
    "#);
    // One whose list fails at each of a storm of notifications.
    far.state().failing.insert("tools/list".to_owned());
    let before = lines().len();
    for _ in 0..1_000 {
        far.tell();
        sleep(Duration::from_millis(10)).await;
    }
    let noted = lines().len() - before;
    assert!((1..=11).contains(&noted), "{noted}");
}

#[tokio::test(start_paused = true)]
async fn closing_leaves_a_client_of_the_host_open() {
    let far = Far::new(Era::Sessions);
    let near = far.client().await;
    let tools = McpToolCollection::builder("far", near.peer().clone()).connect().await.unwrap();
    tools.close().await;
    drop(tools);
    assert!(near.peer().list_tools(None).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_choice_that_panics_loses_nothing() {
    let far = Far::new(Era::Sessions);
    let choose = |tool: &rulebook_mcp::OfferedTool| {
        assert!(tool.name != "boom", "boom");
        rulebook_mcp::ToolChoice::Keep
    };
    let tools = McpToolCollection::builder("far", far.streams()).choose(choose);
    let tools = tools.connect().await.unwrap();
    far.state().tools.push(tool("boom", "No."));
    tools.refresh().await.unwrap();
    assert_eq!(Arc::new(tools.clone()).tools().len(), 1);
    far.state().tools[1]["name"] = "fine".into();
    tools.refresh().await.unwrap();
    assert_eq!(Arc::new(tools.clone()).tools().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_thousand_losses_leave_nothing_behind() {
    let far = Far::new(Era::Stateless);
    let (tools, toolkit) = kept(&far).await;
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    sleep(Duration::from_secs(1)).await;
    let before = tasks();
    for time in 2..=1_000 {
        far.cut();
        until(&tools, |status| status.connections == time).await;
        assert!(call(&toolkit, "echo").await.is_ok());
        far.state().messages.clear();
    }
    sleep(Duration::from_secs(10)).await;
    assert!(tasks() <= before + 2, "{} tasks, and {before} before", tasks());
    tools.close().await;
    sleep(Duration::from_secs(10)).await;
    assert_eq!(tasks(), 0);
}
