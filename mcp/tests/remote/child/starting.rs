//! How servers are started.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep, timeout};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

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

/// Counts what is logged of a server's standard error.
#[derive(Clone, Default)]
struct Counted(Arc<AtomicUsize>);

impl<S: tracing::Subscriber> tracing_subscriber::Layer<S> for Counted {
    fn on_event(&self, event: &tracing::Event<'_>, _: tracing_subscriber::layer::Context<'_, S>) {
        if event.metadata().target().ends_with("standard_error") {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[tokio::test]
async fn a_flood_of_standard_error_does_not_flood_the_log() {
    let counted = Counted::default();
    let _guard = tracing_subscriber::registry().with(counted.clone()).set_default();
    let begun = Instant::now();
    let (tools, _toolkit) = connected(odd(&["--flood=20"])).await;
    let over = async {
        while tools.status().standard_error.last().is_none_or(|line| line != "the flood is over") {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LONG, over).await.unwrap();
    // Of 200,000 lines.
    let (logged, seconds) = (counted.0.load(Ordering::Relaxed), begun.elapsed().as_secs());
    assert!(logged > 0, "some are");
    assert!(logged <= 22 * (usize::try_from(seconds).unwrap() + 2), "{logged} in {seconds} s");
}
