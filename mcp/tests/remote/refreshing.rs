//! A list of tools that changes.

use std::sync::Arc;
use std::time::Duration;

use rulebook::ToolCollection;
use rulebook_mcp::{McpToolCollection, ServerStatus};
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use super::keeping::{kept, until};
use crate::support::Era;
use crate::support::far::{Far, tool};

const LONG: Duration = Duration::from_secs(3600);
const MOMENT: Duration = Duration::from_secs(2);

fn names(tools: &McpToolCollection) -> Vec<String> {
    let tools = Arc::new(tools.clone()).tools();
    tools.iter().map(|tool| tool.spec().name.clone()).collect()
}

#[tokio::test(start_paused = true)]
async fn a_change_that_is_told_is_taken_in_one_step() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, _toolkit) = kept(&far).await;
        sleep(MOMENT).await;
        let mut notice = tools.changes().unwrap();
        far.state().tools = vec![tool("first", "One."), tool("second", "Two.")];
        far.tell();
        assert!(timeout(LONG, notice.changed()).await.unwrap());
        assert_eq!(names(&tools), ["first", "second"]);
        far.state().tools[0]["inputSchema"]["required"] = json!(["a"]);
        far.tell();
        assert!(timeout(LONG, notice.changed()).await.unwrap());
        let first = Arc::clone(&Arc::new(tools.clone()).tools()[0]);
        assert_eq!(first.spec().input_schema["required"], json!(["a"]));
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_no_change_is_told_to_nobody() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, _toolkit) = kept(&far).await;
        sleep(MOMENT).await;
        let mut notice = tools.changes().unwrap();
        let lists = far.count("tools/list");
        far.tell();
        far.heard("tools/list", lists + 1).await;
        // The same in another order of members.
        far.state().tools[0] = json!({
            "inputSchema": { "type": "object" }, "description": "Gives back what it is given.",
            "name": "echo",
        });
        tools.refresh().await.unwrap();
        sleep(MOMENT).await;
        assert!(!notice.take());
    }
}

#[tokio::test(start_paused = true)]
async fn a_storm_of_notifications_leads_to_few_lists_and_the_last_change_is_seen() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, _toolkit) = kept(&far).await;
        sleep(MOMENT).await;
        let lists = far.count("tools/list");
        for round in 0..10_000 {
            far.state().tools = vec![tool(&format!("tool_{round}"), "One of many.")];
            far.tell();
            if round % 10 == 9 {
                sleep(Duration::from_millis(1)).await;
            }
        }
        sleep(MOMENT).await;
        assert_eq!(names(&tools), ["tool_9999"]);
        let times = far.times("tools/list");
        let asked = times.len() - lists;
        assert!((5..=40).contains(&asked), "{asked} lists, {era:?}");
        for pair in times[lists..].windows(2) {
            assert!(pair[1] - pair[0] >= Duration::from_millis(100), "{pair:?}");
        }
        assert_eq!(tools.status().connections, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_list_that_fails_leaves_the_last_one_and_is_tried_again() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, _toolkit) = kept(&far).await;
        sleep(MOMENT).await;
        far.state().tools.push(tool("more", "There is more."));
        far.state().failing.insert("tools/list".to_owned());
        let error = tools.refresh().await.unwrap_err();
        insta::allow_duplicates! {
            insta::assert_snapshot!(error, @"the server does not list its tools: not now");
        }
        assert_eq!(names(&tools), ["echo"]);
        let mut notice = tools.changes().unwrap();
        sleep(Duration::from_secs(10)).await;
        assert!((3..=8).contains(&far.count("tools/list")), "{}", far.count("tools/list"));
        far.state().failing.clear();
        assert!(timeout(LONG, notice.changed()).await.unwrap());
        assert_eq!(names(&tools), ["echo", "more"]);
        let lists = far.count("tools/list");
        sleep(Duration::from_secs(100)).await;
        assert_eq!(far.count("tools/list"), lists, "then it rests");
    }
}

#[tokio::test(start_paused = true)]
async fn a_list_that_never_comes_holds_nobody_up() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, toolkit) = kept(&far).await;
        sleep(MOMENT).await;
        far.state().silent.insert("tools/list".to_owned());
        let at = Instant::now();
        let refreshing = tools.refresh();
        let calling = async {
            assert!(super::keeping::call(&toolkit, "echo").await.is_ok());
            assert_eq!(names(&tools), ["echo"]);
            at.elapsed()
        };
        let (refreshed, called) = tokio::join!(refreshing, calling);
        assert!(called < Duration::from_millis(100), "{called:?}");
        assert_eq!(at.elapsed().as_secs(), 30);
        assert!(refreshed.is_err());
        assert_eq!(tools.status().connections, 1, "it answers otherwise");
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_between_listing_and_listening_is_seen() {
    let far = Far::new(Era::Stateless);
    let (tools, _toolkit) = kept(&far).await;
    // Nothing runs before this: nobody listens yet, and nobody is told.
    assert_eq!(far.count("subscriptions/listen"), 0);
    far.state().tools.push(tool("more", "There is more."));
    let mut notice = tools.changes().unwrap();
    assert!(timeout(LONG, notice.changed()).await.unwrap());
    assert_eq!(names(&tools), ["echo", "more"]);
}

#[tokio::test(start_paused = true)]
async fn what_listens_is_opened_again_when_it_ends() {
    let far = Far::new(Era::Stateless);
    let (tools, _toolkit) = kept(&far).await;
    far.heard("subscriptions/listen", 1).await;
    sleep(MOMENT).await;
    far.stop_telling();
    far.state().tools.push(tool("more", "There is more."));
    far.heard("subscriptions/listen", 2).await;
    sleep(MOMENT).await;
    assert_eq!(names(&tools), ["echo", "more"], "what nobody told is seen");
    far.state().tools.push(tool("another", "And more."));
    far.tell();
    sleep(MOMENT).await;
    assert_eq!(names(&tools), ["echo", "more", "another"]);
    assert_eq!(tools.status().connections, 1);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_ends_what_listens_all_the_time_is_not_pestered() {
    let far = Far::new(Era::Stateless);
    let (_tools, _toolkit) = kept(&far).await;
    for _ in 0..3_000 {
        far.stop_telling();
        sleep(Duration::from_millis(100)).await;
    }
    let times = far.count("subscriptions/listen");
    assert!((5..=25).contains(&times), "{times}");
}

#[tokio::test(start_paused = true)]
async fn a_refresh_asks_whatever_the_server_says_of_freshness() {
    for era in Era::BOTH {
        let far = Far::new(era);
        far.state().ttl = Some(3_600_000);
        let (tools, _toolkit) = kept(&far).await;
        sleep(MOMENT).await;
        far.state().tools.push(tool("more", "There is more."));
        tools.refresh().await.unwrap();
        assert_eq!(names(&tools), ["echo", "more"]);
    }
}

#[tokio::test(start_paused = true)]
async fn the_list_is_read_again_after_a_reconnect_by_whoever_declares_nothing() {
    for era in Era::BOTH {
        let far = Far::new(era);
        far.state().declares = false;
        let (tools, _toolkit) = kept(&far).await;
        sleep(MOMENT).await;
        assert_eq!(far.count("subscriptions/listen"), 0);
        far.state().tools.push(tool("more", "There is more."));
        far.state().instructions = Some("Ask it first.".to_owned());
        far.cut();
        until(&tools, |status| !status.is_connected()).await;
        let error = tools.refresh().await.unwrap_err();
        insta::allow_duplicates! {
            insta::assert_snapshot!(error, @"the server of `far` cannot be reached now: it is connected again by itself, so call again later");
        }
        until(&tools, ServerStatus::is_connected).await;
        assert_eq!(names(&tools), ["echo", "more"]);
        assert_eq!(tools.instructions(), ["Ask it first."]);
    }
}
