//! A server that stops answering.

use std::sync::Arc;
use std::time::Duration;

use rulebook::{ErrorCode, Toolkit};
use rulebook_mcp::{McpToolCollection, ServerState, ServerStatus};
use tokio::time::{Instant, sleep, timeout};

use super::keeping::{call, kept, until};
use crate::support::Era;
use crate::support::far::{Far, tool};

/// A collection whose calls have ten seconds.
async fn timed(far: &Far) -> (McpToolCollection, Arc<Toolkit>) {
    far.state().tools.push(tool("hang", "Never answers."));
    let tools = McpToolCollection::builder("far", far.streams()).timeout(Duration::from_secs(10));
    let tools = tools.connect().await.unwrap();
    let toolkit = Toolkit::builder().collection(tools.clone()).build().unwrap();
    // A server that is listened to is asked for its list once more.
    sleep(Duration::from_secs(1)).await;
    (tools, Arc::new(toolkit))
}

fn is_silent(far: &Far) {
    far.state().silent.extend(["ping", "server/discover", "tools/call"].map(str::to_owned));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_answering_is_lost_and_started_anew() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, toolkit) = timed(&far).await;
        let probes = far.count(far.probe());
        is_silent(&far);
        let at = Instant::now();
        assert_eq!(call(&toolkit, "echo").await.unwrap_err().code, ErrorCode::TimedOut);
        assert_eq!(at.elapsed().as_secs(), 10);
        // One that begins meanwhile is told at once.
        let error = call(&toolkit, "echo").await.unwrap_err();
        assert_eq!((error.code, at.elapsed().as_secs()), (ErrorCode::Unavailable, 15));
        assert_eq!(far.count(far.probe()), probes + 1);
        let lost = until(&tools, |status| !status.is_connected()).await;
        let ServerState::Lost { why, .. } = lost.state else { panic!() };
        insta::allow_duplicates! {
            insta::assert_snapshot!(why, @"the server does not answer: not within 5s");
        }
        far.state().silent.clear();
        until(&tools, ServerStatus::is_connected).await;
        assert!(call(&toolkit, "echo").await.is_ok());
        assert_eq!(tools.status().connections, 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_of_which_one_tool_hangs_is_kept() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, toolkit) = timed(&far).await;
        let probes = far.count(far.probe());
        assert_eq!(call(&toolkit, "hang").await.unwrap_err().code, ErrorCode::TimedOut);
        far.heard("notifications/cancelled", 1).await;
        far.heard(far.probe(), probes + 1).await;
        // So it is where someone gives a call up.
        let given_up = timeout(Duration::from_secs(1), call(&toolkit, "hang")).await;
        assert!(given_up.is_err());
        far.heard(far.probe(), probes + 2).await;
        assert!(call(&toolkit, "echo").await.is_ok());
        assert_eq!(tools.status().connections, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn no_probe_is_sent_while_a_call_runs_within_its_time() {
    for era in Era::BOTH {
        let far = Far::new(era);
        far.state().tools.push(tool("hang", "Never answers."));
        let (tools, toolkit) = kept(&far).await;
        sleep(Duration::from_secs(1)).await;
        let probes = far.count(far.probe());
        let toolkit = Arc::new(toolkit);
        let calling = Arc::clone(&toolkit);
        let long = tokio::spawn(async move { call(&calling, "hang").await });
        far.heard("tools/call", 1).await;
        sleep(Duration::from_secs(10)).await;
        // Another one is given up meanwhile.
        assert!(timeout(Duration::from_secs(1), call(&toolkit, "hang")).await.is_err());
        sleep(Duration::from_secs(100)).await;
        assert_eq!(far.count(far.probe()), probes);
        assert_eq!(long.await.unwrap().unwrap_err().code, ErrorCode::TimedOut);
        far.heard(far.probe(), probes + 1).await;
        assert_eq!(tools.status().connections, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_called_all_the_time_is_found_out_too() {
    let far = Far::new(Era::Sessions);
    let (tools, toolkit) = timed(&far).await;
    is_silent(&far);
    let at = Instant::now();
    let callers = tokio::spawn(async move {
        loop {
            let toolkit = Arc::clone(&toolkit);
            tokio::spawn(async move { call(&toolkit, "echo").await });
            sleep(Duration::from_secs(1)).await;
        }
    });
    until(&tools, |status| !status.is_connected()).await;
    assert!(at.elapsed() < Duration::from_secs(30), "{:?}", at.elapsed());
    callers.abort();
}

#[tokio::test(start_paused = true)]
async fn an_idle_server_is_asked_whether_it_is_there() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, _toolkit) = kept(&far).await;
        sleep(Duration::from_secs(1)).await;
        let (probes, at) = (far.count(far.probe()), Instant::now());
        far.heard(far.probe(), probes + 10).await;
        let each = at.elapsed().as_secs() / 10;
        assert!((29..=31).contains(&each), "{each}");
        // One that does not know the question is there.
        far.state().failing.insert(far.probe().to_owned());
        sleep(Duration::from_secs(100)).await;
        assert_eq!(tools.status().connections, 1);
        far.state().failing.clear();
        is_silent(&far);
        let at = Instant::now();
        until(&tools, |status| !status.is_connected()).await;
        assert!(at.elapsed() <= Duration::from_secs(36), "{:?}", at.elapsed());
    }
}
