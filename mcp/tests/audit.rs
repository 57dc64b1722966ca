//! The audit log.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use rmcp::model::{CallToolRequestParams, CallToolResult, JsonObject};
use rmcp::service::ServiceError;
use rulebook::{ToolSet, Toolkit};
use rulebook_mcp::http::HttpOptions;
use rulebook_mcp::{Audit, McpServer, Metrics};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::asking::support::{self as asking, Person, accept, till};
use crate::support::hold::Hold;
use crate::support::web::{LONG, Site, Web};
use crate::support::{Connected, Era, connect, who};

type Client = Connected<rmcp::model::ClientConfig>;

async fn call(
    client: &Client,
    tool: &'static str,
    arguments: Value,
) -> Result<CallToolResult, ServiceError> {
    let arguments: JsonObject = serde_json::from_value(arguments).unwrap();
    client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await
}

/// What is written, and whether writing works.
#[derive(Clone, Default)]
struct Disk {
    text: Arc<Mutex<Vec<u8>>>,
    is_full: Arc<AtomicBool>,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_full.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.text.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Disk {
    fn lines(&self) -> Vec<Value> {
        let text = String::from_utf8(self.text.lock().unwrap().clone()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

async fn logged(audit: Audit, toolkit: Toolkit, era: Era) -> Client {
    connect(&McpServer::builder(toolkit).audit(audit).build(), era, who()).await
}

/// A line without what is different each time.
fn steady(mut line: Value) -> String {
    for name in ["time", "session", "durationMs", "queueMs", "generation"] {
        if let Some(value) = line.get_mut(name) {
            *value = json!("...");
        }
    }
    line.to_string()
}

#[tokio::test]
async fn each_call_has_a_line_before_it_is_answered() {
    for era in Era::BOTH {
        let disk = Disk::default();
        let audit = Audit::to_writer(disk.clone()).unwrap();
        let client = logged(audit, Hold::default().toolkit(), era).await;
        call(&client, "echo", json!({ "text": "a\nb", "n": 3 })).await.unwrap();
        let line = disk.lines().remove(0);
        let members: Vec<_> = line.as_object().unwrap().keys().collect();
        let expected =
            ["time", "session", "client", "tool", "arguments", "outcome", "durationMs", "queueMs"];
        assert_eq!(members, expected, "{era:?} {line}");
        let time = line["time"].as_str().unwrap();
        assert_eq!((time.len(), time.get(23..)), (24, Some("Z")), "{time}");
        assert!(line["durationMs"].is_f64(), "{line}");
        insta::allow_duplicates! {
            insta::assert_snapshot!(steady(line), @r#"{"time":"...","session":"...","client":{"name":"test","version":"1"},"tool":"echo","arguments":{"text":"a\nb","n":3},"outcome":"ok","durationMs":"...","queueMs":"..."}"#);
        }

        call(&client, "nothing", json!({})).await.unwrap_err();
        let line = disk.lines().remove(1);
        assert_eq!((&line["tool"], &line["outcome"]), (&json!("nothing"), &json!("unknown_tool")));
    }
}

#[tokio::test]
async fn a_call_of_a_script_has_its_generation_and_its_wait() {
    let options = ToolSet::options().root("..");
    let rules = options.load("../manifests/returns.json").await.unwrap();
    let toolkit = Toolkit::builder().collection(rules).build().unwrap();
    let disk = Disk::default();
    let client = logged(Audit::to_writer(disk.clone()).unwrap(), toolkit, Era::Sessions).await;
    let result = call(&client, "calculate_refund_amount", json!({})).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    let line = disk.lines().remove(0);
    assert_eq!(line["outcome"], "invalid_arguments");
    assert!(line["generation"].is_string(), "{line}");
}

#[tokio::test]
async fn arguments_are_masked_or_cut() {
    let disk = Disk::default();
    let masked = Audit::to_writer(disk.clone()).unwrap().masked();
    let client = logged(masked, Hold::default().toolkit(), Era::Sessions).await;
    let secret =
        json!({ "a": "secret", "b": { "secret": 1 }, "c": [1], "d": 1, "e": true, "f": null });
    call(&client, "echo", secret).await.unwrap();
    insta::assert_snapshot!(disk.lines()[0]["arguments"], @r#"{"a":"a string","b":"an object","c":"an array","d":"a number","e":"a boolean","f":"null"}"#);

    let disk = Disk::default();
    let audit = Audit::to_writer(disk.clone()).unwrap();
    let client = logged(audit, Hold::default().toolkit(), Era::Sessions).await;
    call(&client, "echo", json!({ "text": "é".repeat(50_000) })).await.unwrap();
    let line = disk.lines().remove(0);
    assert_eq!(line.get("arguments"), None);
    assert_eq!(line["argumentsCut"]["bytes"], 100_011);
    let start = line["argumentsCut"]["start"].as_str().unwrap();
    assert!(start.starts_with("{\"text\":\"éé") && start.len() <= 65_540, "{}", start.len());
}

#[tokio::test]
async fn a_call_that_is_given_up_has_a_line() {
    let (disk, hold) = (Disk::default(), Hold::default());
    let client =
        logged(Audit::to_writer(disk.clone()).unwrap(), hold.toolkit(), Era::Sessions).await;
    let peer = client.peer().clone();
    let call =
        tokio::spawn(async move { peer.call_tool(CallToolRequestParams::new("hold")).await });
    hold.begun().await;
    client.cancel().await.unwrap();
    hold.given_up().await;
    let _ = call.await;
    while disk.lines().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(disk.lines()[0]["outcome"], "cancelled");
}

#[tokio::test]
async fn nothing_runs_unrecorded_while_the_disk_is_full() {
    let (disk, metrics) = (Disk::default(), Metrics::new());
    let audit = Audit::to_writer(disk.clone()).unwrap();
    let server = McpServer::builder(Hold::default().toolkit()).audit(audit).metrics(&metrics);
    let client = connect(&server.build(), Era::Sessions, who()).await;
    disk.is_full.store(true, Ordering::SeqCst);
    // Nobody could know before; from then on nothing runs.
    let first = call(&client, "echo", json!({ "n": 1 })).await.unwrap();
    assert_eq!(first.is_error, Some(false));
    let second = call(&client, "echo", json!({ "n": 2 })).await.unwrap();
    assert_eq!(second.is_error, Some(true));
    let text = second.content[0].as_text().unwrap().text.clone();
    insta::assert_snapshot!(text, @"the call was not run, since it cannot be recorded in the audit log; tell whoever runs this server");
    assert!(metrics.render().contains("rulebook_audit_failures_total 2"));

    disk.is_full.store(false, Ordering::SeqCst);
    let third = call(&client, "echo", json!({ "n": 3 })).await.unwrap();
    assert_eq!(third.is_error, Some(false));
    let lines = disk.lines();
    let outcomes: Vec<_> =
        lines.iter().map(|line| (&line["arguments"]["n"], line["outcome"].as_str())).collect();
    let expected =
        [(&json!(1), Some("ok")), (&json!(2), Some("unavailable")), (&json!(3), Some("ok"))];
    assert_eq!(outcomes, expected);
}

#[tokio::test]
async fn calls_run_unrecorded_where_that_was_chosen() {
    let disk = Disk::default();
    disk.is_full.store(true, Ordering::SeqCst);
    let audit = Audit::to_writer(disk.clone()).unwrap().best_effort();
    let client = logged(audit, Hold::default().toolkit(), Era::Sessions).await;
    for _ in 0..2 {
        let result = call(&client, "echo", json!({})).await.unwrap();
        assert_eq!(result.is_error, Some(false));
    }
}

#[tokio::test]
async fn a_line_that_broke_off_is_written_again_on_a_line_of_its_own() {
    /// A disk on which nothing fits after a few bytes, once.
    struct Small(Disk, bool);
    impl Write for Small {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.1 {
                return self.0.write(bytes);
            }
            let written = self.0.text.lock().unwrap().len();
            match written {
                0 => self.0.write(&bytes[..10]),
                _ => {
                    self.1 = true;
                    Err(io::ErrorKind::StorageFull.into())
                }
            }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let disk = Disk::default();
    let audit = Audit::to_writer(Small(disk.clone(), false)).unwrap();
    let client = logged(audit, Hold::default().toolkit(), Era::Sessions).await;
    for n in 1..=2 {
        call(&client, "echo", json!({ "n": n })).await.unwrap();
    }
    let text = String::from_utf8(disk.text.lock().unwrap().clone()).unwrap();
    let whole: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((text.lines().count(), whole.len()), (3, 2));
    assert_eq!((&whole[0]["arguments"]["n"], &whole[1]["arguments"]["n"]), (&json!(1), &json!(2)));
}

fn lines_of(path: &Path) -> usize {
    std::fs::read_to_string(path).unwrap().lines().count()
}

#[tokio::test]
async fn a_file_is_appended_to_and_made_anew_when_it_is_moved() {
    let folder = tempfile::tempdir().unwrap();
    let (path, moved) = (folder.path().join("audit.jsonl"), folder.path().join("audit.1"));
    std::fs::write(&path, "{}\n").unwrap();
    let audit = Audit::to_file(&path).unwrap();
    let client = logged(audit, Hold::default().toolkit(), Era::Sessions).await;
    call(&client, "echo", json!({})).await.unwrap();
    assert_eq!(lines_of(&path), 2);

    std::fs::rename(&path, &moved).unwrap();
    call(&client, "echo", json!({})).await.unwrap();
    assert_eq!((lines_of(&path), lines_of(&moved)), (1, 2));
    std::fs::remove_file(&path).unwrap();
    call(&client, "echo", json!({})).await.unwrap();
    assert_eq!(lines_of(&path), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

/// The first line after it became part of the line that had broken off.
#[tokio::test]
async fn a_file_that_ends_within_a_line_is_begun_on_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    for (before, lines) in [("{}\n{\"tool\":\"ec", 3), ("{}\n", 2), ("", 1), ("{", 2)] {
        std::fs::write(&path, before).unwrap();
        let audit = Audit::to_file(&path).unwrap();
        let client = logged(audit, Hold::default().toolkit(), Era::Sessions).await;
        call(&client, "echo", json!({})).await.unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), lines, "{before} {text}");
        let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(last["tool"], "echo", "{before}");
    }
}

/// They were told as none at all.
#[tokio::test]
async fn arguments_that_cannot_be_read_are_not_told_as_none() {
    for era in Era::BOTH {
        for masked in [false, true] {
            let disk = Disk::default();
            let audit = Audit::to_writer(disk.clone()).unwrap();
            let audit = if masked { audit.masked() } else { audit };
            let server = McpServer::builder(Hold::default().toolkit()).audit(audit).build();
            let site = Site::start(&server, HttpOptions::new()).await;
            let web = Web::connect(site.address, era).await;
            let call = web.call("echo", json!({ "here": 1 }));
            call.edit(r#"{"here":1}"#, r#"{"n":1,"n":2}"#).to(site.address).await;
            let lines = disk.lines();
            assert_eq!(lines.len(), 1, "{era:?}");
            assert_eq!(lines[0]["outcome"], "invalid_arguments", "{era:?} {}", lines[0]);
            assert_eq!(lines[0].get("arguments"), None, "{era:?} {}", lines[0]);
            assert_eq!(lines[0]["argumentsCut"], json!({}), "{era:?} {}", lines[0]);
        }
    }
}

/// A disk on which nothing ever ends.
struct Stuck(std::sync::mpsc::Receiver<()>);

impl Write for Stuck {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.recv();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Calls never ended, and neither did the server.
#[tokio::test(start_paused = true)]
async fn a_disk_that_does_nothing_is_not_waited_for() {
    let (stuck, wait) = std::sync::mpsc::channel();
    let metrics = Metrics::new();
    let audit = Audit::to_writer(Stuck(wait)).unwrap();
    let server = McpServer::builder(Hold::default().toolkit()).audit(audit).metrics(&metrics);
    let client = connect(&server.build(), Era::Sessions, who()).await;
    let first = call(&client, "echo", json!({ "n": 1 })).await.unwrap();
    assert_eq!(first.is_error, Some(false));
    let second = call(&client, "echo", json!({ "n": 2 })).await.unwrap();
    assert_eq!(second.is_error, Some(true));
    assert!(metrics.render().contains("rulebook_audit_failures_total 2"));
    client.cancel().await.unwrap();
    drop(stuck);
}

/// They were not counted.
#[tokio::test]
async fn lines_of_calls_that_are_given_up_count_when_they_cannot_be_written() {
    let (disk, hold, metrics) = (Disk::default(), Hold::default(), Metrics::new());
    let audit = Audit::to_writer(disk.clone()).unwrap();
    let server = McpServer::builder(hold.toolkit()).audit(audit).metrics(&metrics).build();
    let client = connect(&server, Era::Sessions, who()).await;
    let peer = client.peer().clone();
    let call =
        tokio::spawn(async move { peer.call_tool(CallToolRequestParams::new("hold")).await });
    hold.begun().await;
    disk.is_full.store(true, Ordering::SeqCst);
    client.cancel().await.unwrap();
    hold.given_up().await;
    let _ = call.await;
    let counted = async {
        while !metrics.render().contains("rulebook_audit_failures_total 1") {
            tokio::task::yield_now().await;
        }
    };
    timeout(LONG, counted).await.expect("it is not counted");
}

#[test]
fn a_file_that_cannot_be_opened_is_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Audit::to_file(folder.path().join("none/audit.jsonl")).is_err());
    assert!(Audit::to_file(folder.path()).is_err());
}

/// What the lines of an approval say, one for each thing that happened.
fn approvals(lines: &[Value]) -> String {
    let said = lines.iter().map(|line| {
        let (outcome, approval) = (line["outcome"].as_str().unwrap(), &line["approval"]);
        format!("{} {outcome}", approval["answer"].as_str().unwrap_or("-"))
    });
    said.collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn what_became_of_an_approval_is_told_in_lines_of_its_own() {
    for (answer, expected) in [
        (accept(json!({ "approve": true })), "asked needs_approval, granted ok"),
        (accept(json!({ "approve": false })), "asked needs_approval, denied denied"),
    ] {
        for era in Era::BOTH {
            let (disk, metrics) = (Disk::default(), Metrics::new());
            let audit = Audit::to_writer(disk.clone()).unwrap();
            let server = McpServer::builder(till().0).audit(audit).metrics(&metrics).build();
            let client = connect(&server, era, Person::answering([answer.clone()])).await;
            asking::call(&client, "pay_back", json!({ "cents": 5 })).await;
            let lines = disk.lines();
            assert_eq!(approvals(&lines), expected, "{era:?}");
            let requests = lines.iter().map(|line| line["approval"]["request"].as_str());
            let requests: Vec<_> = requests.collect();
            assert!(requests[0].is_some() && requests[0] == requests[1], "{era:?} {requests:?}");
            assert_eq!(lines[1]["arguments"], json!({ "cents": 5 }), "{era:?}");
            let text = metrics.render();
            let asked = "rulebook_calls_total{outcome=\"needs_approval\",tool=\"pay_back\"} 1";
            assert!(text.contains(asked), "{era:?} {text}");
        }
    }
}

#[tokio::test]
async fn a_call_that_waits_for_an_answer_is_not_told_as_given_up() {
    for (era, expected) in [(Era::Sessions, "- ok"), (Era::Stateless, "- input_required, - ok")] {
        let disk = Disk::default();
        let audit = Audit::to_writer(disk.clone()).unwrap();
        let server = McpServer::builder(asking::asking([asking::question("size")]).0);
        let person = Person::answering([accept(json!({ "size": "XL" }))]);
        let client = connect(&server.audit(audit).build(), era, person).await;
        asking::call(&client, "order", json!({})).await;
        assert_eq!(approvals(&disk.lines()), expected, "{era:?}");
    }
}
