//! Nothing of a server is left when it ends, by what the system says of processes.

use std::fs;
use std::time::{Duration, Instant};

use rulebook::Toolkit;
use rulebook_mcp::{McpToolCollection, ServerCommand};
use serde_json::json;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::{ODD, call, connected, odd};

const LONG: Duration = Duration::from_secs(30);

/// A server, and a mark that all that it starts has in its environment.
struct Marked {
    mark: String,
    command: ServerCommand,
    /// How many processes there are when it runs.
    processes: usize,
}

fn marked(command: ServerCommand, processes: usize) -> Marked {
    let mark = format!("RULEBOOK_MARK={}", Uuid::new_v4());
    let (name, value) = mark.split_once('=').unwrap();
    Marked { command: command.env(name, value), mark, processes }
}

/// Servers of every kind.
fn kinds() -> [Marked; 5] {
    let stubborn = |words: &str| {
        let line = format!("trap '' TERM INT HUP; exec \"$0\" {words}");
        ServerCommand::new("sh").args(["-c", &line, ODD.as_str()])
    };
    [
        marked(odd(&[]), 1),
        marked(odd(&["--leaves=1000"]), 2),
        marked(stubborn("--stubborn"), 1),
        marked(stubborn("--stubborn --leaves=1000"), 2),
        marked(odd(&["--flood=1000"]), 1),
    ]
}

impl Marked {
    /// The processes that are there.
    fn left(&self) -> Vec<String> {
        let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let marked = processes.filter(|process| {
            // What has ended, and is not taken note of, has none.
            let around = fs::read(process.path().join("environ")).unwrap_or_default();
            around.split(|byte| *byte == 0).any(|variable| variable == self.mark.as_bytes())
        });
        marked.map(|process| process.file_name().to_string_lossy().into_owned()).collect()
    }

    async fn runs(&self) {
        let all = async {
            while self.left().len() < self.processes {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(LONG, all)
            .await
            .unwrap_or_else(|_| panic!("{:?} of {}", self.left(), self.processes));
    }

    async fn is_gone(&self) {
        let gone = async {
            while !self.left().is_empty() {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(LONG, gone).await.unwrap_or_else(|_| panic!("left: {:?}", self.left()));
    }
}

#[tokio::test]
async fn nothing_is_left_when_it_is_closed() {
    for kind in kinds() {
        let (tools, _toolkit) = connected(kind.command.clone()).await;
        kind.runs().await;
        timeout(LONG, tools.close()).await.unwrap();
        assert_eq!(kind.left(), Vec::<String>::new(), "at once");
    }
}

#[tokio::test]
async fn nothing_is_left_when_it_is_dropped() {
    for kind in kinds() {
        let connected = connected(kind.command.clone()).await;
        kind.runs().await;
        drop(connected);
        kind.is_gone().await;
    }
}

#[tokio::test]
async fn nothing_is_left_of_a_server_that_dies() {
    for kind in kinds() {
        let first = Uuid::new_v4();
        let (tools, toolkit) =
            connected(kind.command.clone().env("FIRST", first.to_string())).await;
        kind.runs().await;
        let before = kind.left();
        call(&toolkit, "die", json!({})).await.unwrap_err();
        let gone = async {
            while kind.left().iter().any(|process| before.contains(process)) {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(LONG, gone).await.unwrap();
        tools.close().await;
        assert_eq!(kind.left(), Vec::<String>::new());
    }
}

#[test]
fn nothing_is_left_when_the_runtime_ends() {
    for is_kept in [true, false] {
        for kind in kinds() {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            let connected = runtime.block_on(async {
                let connected = connected(kind.command.clone()).await;
                kind.runs().await;
                connected
            });
            let kept = is_kept.then_some(connected);
            runtime.shutdown_background();
            let other = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            other.block_on(kind.is_gone());
            drop(kept);
        }
    }
}

#[tokio::test]
async fn nothing_is_left_of_a_start_that_fails() {
    let kinds = [
        marked(odd(&["--silent", "--leaves=1000"]), 2),
        marked(odd(&["--leaves=1000", "--exit=3"]), 2),
        marked(odd(&["--leaves=1000", "--chatter"]), 2),
        marked(odd(&["--leaves=1000", "--refuses"]), 2),
    ];
    for kind in kinds {
        let builder = McpToolCollection::builder("odd", kind.command.clone());
        let started = builder.start_timeout(Duration::from_secs(1)).connect().await;
        assert!(started.is_err());
        kind.is_gone().await;
    }
}

#[tokio::test]
async fn nothing_is_left_of_a_start_that_is_given_up() {
    let kind = marked(odd(&["--leaves=1000", "--silent"]), 2);
    let connecting = McpToolCollection::builder("odd", kind.command.clone()).connect();
    let mut connecting = Box::pin(connecting);
    tokio::select! {
        _ = &mut connecting => panic!("it never answers"),
        () = kind.runs() => {}
    }
    drop(connecting);
    kind.is_gone().await;
}

/// A server that was given up had its own time to end, whoever closed it meanwhile.
#[tokio::test]
async fn nothing_is_left_soon_of_a_server_that_is_closed_when_it_was_just_lost() {
    let line = "trap '' TERM INT HUP; exec \"$0\" --leaves=1000";
    let kind = marked(ServerCommand::new("sh").args(["-c", line, ODD.as_str()]), 2);
    let tools = McpToolCollection::builder("odd", kind.command.clone())
        .timeout(Duration::from_millis(100))
        .connect()
        .await
        .unwrap();
    let toolkit = Toolkit::builder().collection(tools.clone()).build().unwrap();
    let mut changes = tools.status_changes();
    call(&toolkit, "freeze", json!({})).await.unwrap_err();
    // It is lost when it gives no sign of life either.
    let lost = async { while changes.next().await.unwrap().is_connected() {} };
    timeout(LONG, lost).await.unwrap();
    let begun = Instant::now();
    timeout(LONG, tools.close_within(Duration::from_millis(300))).await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!(kind.left(), Vec::<String>::new());
}
