//! How servers are started.

use std::time::Duration;

use serde_json::json;
use tokio::time::{sleep, timeout};

use super::{call, connected, odd};

const LONG: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_server_that_dies_of_the_newer_revision_is_started_once_more() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    let starts = || std::fs::read_to_string(&count).unwrap().len();
    let counts = format!("--count={}", count.display());
    let (tools, toolkit) = connected(odd(&["--no-discovery", &counts])).await;
    assert_eq!(starts(), 2);
    assert_eq!(tools.status().protocol.as_deref(), Some("2025-11-25"));
    // What worked is remembered.
    call(&toolkit, "die", json!({})).await.unwrap_err();
    let mut changes = tools.status_changes();
    while tools.status().connections < 2 {
        timeout(LONG, changes.next()).await.unwrap().unwrap();
    }
    assert_eq!(starts(), 3);
    assert_eq!(call(&toolkit, "echo", json!({ "n": 1 })).await.unwrap(), json!({ "n": 1 }));
}

#[tokio::test]
async fn a_flood_of_standard_error_holds_up_nothing() {
    let (tools, toolkit) = connected(odd(&["--flood=50"])).await;
    while tools.status().standard_error.last().is_none_or(|line| line != "the flood is over") {
        let echo = timeout(LONG, call(&toolkit, "echo", json!({ "n": 1 })));
        assert_eq!(echo.await.unwrap().unwrap(), json!({ "n": 1 }));
        sleep(Duration::from_millis(1)).await;
    }
    let kept: usize = tools.status().standard_error.iter().map(String::len).sum();
    assert!(kept <= 4 << 10, "{kept}");
    assert!(tools.status().standard_error.len() <= 20);
}

#[tokio::test]
#[ignore = "takes 12 s, since the probe of the newer revision is waited for"]
async fn a_server_that_starts_slowly_is_spoken_to_in_its_revision() {
    for (words, protocol) in
        [(["--slow=11", ""], "2025-11-25"), (["--slow=11", "--stateless"], "2026-07-28")]
    {
        let (tools, toolkit) = connected(odd(&words)).await;
        assert_eq!(tools.status().protocol.as_deref(), Some(protocol));
        assert_eq!(call(&toolkit, "echo", json!({ "n": 1 })).await.unwrap(), json!({ "n": 1 }));
    }
}
