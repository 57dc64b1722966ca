//! A FastMCP server that changes its list, hangs, dies, floods and babbles.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rulebook::{
    CallOutcome, Collection, ErrorCode, FnTool, Session, ToolCall, ToolError, ToolOutput, ToolSpec,
    Toolkit,
};
use rulebook_mcp::{McpToolCollection, McpToolCollectionBuilder, ServerCommand};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::person::Person;
use crate::shown::{SOON, Shown, contains, expect, soon, until};

/// The command of the server, and a file that it notes its processes in.
pub(crate) struct Unruly {
    command: ServerCommand,
    notes: PathBuf,
}

impl Unruly {
    pub(crate) fn new(command: ServerCommand, folder: &Path) -> Self {
        let notes = folder.join("processes");
        Self { command: command.arg(&notes), notes }
    }

    fn builder(&self, how: &str) -> McpToolCollectionBuilder {
        McpToolCollection::builder("unruly", self.command.clone().arg(how))
    }

    /// The processes that were started, and still run.
    fn running(&self) -> Shown<Vec<String>> {
        let started = fs::read_to_string(&self.notes)?;
        let lives = |id: &&str| {
            let status = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            let state = status.rsplit(')').next().unwrap_or_default().trim_start();
            !state.is_empty() && !state.starts_with('Z')
        };
        Ok(started.lines().filter(lives).map(str::to_owned).collect())
    }
}

/// Uses the server in all its ways, in both revisions.
pub(crate) async fn show(unruly: &Unruly, ok: impl Fn(&str)) -> Shown {
    for (how, revision) in [("", "2026-07-28"), ("older", "2025-11-25")] {
        spoken(unruly, how, revision, |what| ok(&format!("{revision}: {what}"))).await?;
    }
    starts(unruly).await?;
    ok("says why a server does not start");
    expect("what is left of those", unruly.running()?, Vec::<String>::new())?;
    ok("leaves nothing behind of those either");
    Ok(())
}

async fn spoken(unruly: &Unruly, how: &str, revision: &str, ok: impl Fn(&str)) -> Shown {
    let builder = unruly.builder(how).timeout(Duration::from_secs(2));
    let collection = builder.pin_first_seen().connect().await?;
    expect("the revision", collection.status().protocol.as_deref(), Some(revision))?;
    let toolkit = Toolkit::builder().collection(collection.clone()).collection(own()?).build()?;
    plain(&toolkit).await?;
    ok("calls tools, with every digit, and answers what they ask");
    changes(&toolkit, &collection).await?;
    ok("takes a changed list in one step, and holds a changed tool until it is accepted");
    babbles(&toolkit).await?;
    ok("passes over what is no message");
    floods(&toolkit).await?;
    ok("reads a flooded standard error");
    hangs(&toolkit).await?;
    ok("gives up a call that hangs, and goes on with the same server");
    expect("connections so far", collection.status().connections, 1)?;
    stops(&toolkit, &collection).await?;
    ok("starts a server anew that answers nothing any more");
    dies(&toolkit, &collection).await?;
    ok("fails the calls of a server that dies at once, and starts it anew");
    collection.close().await;
    expect("what is left of it", unruly.running()?, Vec::<String>::new())?;
    ok("leaves nothing behind");
    Ok(())
}

/// A tool of another collection, which nothing may hold up.
fn own() -> Shown<Collection> {
    let spec = ToolSpec::new("own", "Is there.");
    let tool = FnTool::new(spec, |_: ToolCall| async { Ok(ToolOutput::json(json!("there"))) });
    Ok(Collection::builder("own").tool(tool).build()?)
}

async fn call(toolkit: &Toolkit, tool: &str, arguments: Value) -> Result<Value, ToolError> {
    let outcome = toolkit.call(tool, arguments, &Session::new()).await;
    Ok(outcome.and_then(CallOutcome::done)?.value)
}

/// The error of a call that has to fail.
async fn error(toolkit: &Toolkit, tool: &str) -> Shown<ToolError> {
    let ended = soon(tool, call(toolkit, tool, json!({}))).await?;
    ended.err().ok_or_else(|| format!("{tool} does not fail").into())
}

async fn plain(toolkit: &Toolkit) -> Shown {
    contains("the instructions", toolkit.instructions(), "Ask the unruly server last.")?;
    let value = call(toolkit, "number", json!({ "value": 9_007_199_254_740_993_i64 })).await?;
    expect("a number", value, json!({ "value": 9_007_199_254_740_993_i64 }))?;
    let failed = call(toolkit, "fail", json!({ "why": "closed" })).await;
    let failed = failed.err().ok_or("it does not fail")?;
    expect("the code of a failure", failed.code, ErrorCode::ScriptFailed)?;
    contains("its text", failed, "closed")?;
    let person = Person::who_answers(json!({ "value": "Ada" }));
    let outcome = toolkit.call("ask", json!({}), person.calls()).await?;
    contains("what was answered", outcome.done()?.value, "accept: Ada")?;
    let asked = person.questions();
    expect(
        "the question",
        asked.first().map(|it| &*it.message),
        Some("`unruly` asks: Who are you?"),
    )?;
    let sampled = error(toolkit, "sample").await?;
    expect("the code for what is not offered", sampled.code, ErrorCode::ScriptFailed)?;
    contains("what is not offered", sampled, "ampling")
}

async fn changes(toolkit: &Toolkit, collection: &McpToolCollection) -> Shown {
    call(toolkit, "change", json!({})).await?;
    until("the changed tool is held", || !collection.held().is_empty()).await?;
    let gone = toolkit.spec("fail").is_none();
    expect("whether the removed tool is gone", gone, true)?;
    let held = collection.held();
    let names: Vec<_> = held.iter().map(|tool| tool.name()).collect();
    expect("what is held", names.clone(), vec!["echo"; names.len()])?;
    let error = call(toolkit, "echo", json!({ "text": "a" })).await.err();
    let error = error.ok_or("a tool that is held runs")?;
    expect("the code for a tool that is held", error.code, ErrorCode::NeedsApproval)?;
    contains("what differs", &error, "its input schema")?;
    let leaks = error.message.contains("several times");
    expect("whether the model sees what nobody accepted", leaks, false)?;
    collection.accept(held.first().ok_or("nothing is held")?)?;
    let value = call(toolkit, "echo", json!({ "text": "a", "times": 3 })).await?;
    expect("the tool that was accepted", value, json!({ "result": "aaa" }))?;
    let value = call(toolkit, "fresh", json!({})).await?;
    expect("the tool that is new", value, json!({ "result": "fresh" }))
}

async fn babbles(toolkit: &Toolkit) -> Shown {
    let value = call(toolkit, "babble", json!({})).await?;
    expect("a call amid garbage", value, json!({ "result": "babbled" }))
}

async fn floods(toolkit: &Toolkit) -> Shown {
    let begun = Instant::now();
    let value = call(toolkit, "flood", json!({ "megabytes": 16 })).await?;
    expect("a call amid a flood", value, json!({ "result": "flooded" }))?;
    expect("whether it was in time", begun.elapsed() < Duration::from_secs(2), true)
}

async fn hangs(toolkit: &Toolkit) -> Shown {
    let (hung, other) = tokio::join!(error(toolkit, "hang"), call(toolkit, "own", json!({})));
    expect("the code of a call that hangs", hung?.code, ErrorCode::TimedOut)?;
    expect("another collection", other?, json!("there"))?;
    let value = call(toolkit, "number", json!({ "value": 1 })).await?;
    expect("the next call", value, json!({ "value": 1 }))
}

async fn stops(toolkit: &Toolkit, collection: &McpToolCollection) -> Shown {
    let stopped = error(toolkit, "stop").await?;
    expect("the code of a call that stops all", stopped.code, ErrorCode::TimedOut)?;
    returned(toolkit, collection, 2).await
}

async fn dies(toolkit: &Toolkit, collection: &McpToolCollection) -> Shown {
    let begun = Instant::now();
    let (died, hung) = tokio::join!(error(toolkit, "die"), error(toolkit, "hang"));
    for (what, error) in [("the call that kills", died?), ("another call", hung?)] {
        expect(what, error.code, ErrorCode::Unavailable)?;
        contains(what, &error, "unruly")?;
        let leaks = format!("{error:?}").contains("python") || format!("{error:?}").contains('/');
        expect("whether the model sees a path", leaks, false)?;
    }
    expect("whether they fail at once", begun.elapsed() < Duration::from_millis(1_500), true)?;
    expect("another collection", call(toolkit, "own", json!({})).await?, json!("there"))?;
    returned(toolkit, collection, 3).await
}

/// Waits until a server is there for this time.
async fn returned(toolkit: &Toolkit, collection: &McpToolCollection, times: u64) -> Shown {
    until("it is started anew", || {
        let status = collection.status();
        status.is_connected() && status.connections == times
    })
    .await?;
    let value = call(toolkit, "number", json!({ "value": 2 })).await?;
    expect("a call of the server that is there again", value, json!({ "value": 2 }))
}

async fn starts(unruly: &Unruly) -> Shown {
    // How long it takes to start by itself is another matter.
    for (how, within, part) in [
        ("ends", 60, "there is no configuration at /etc/unruly"),
        ("silent", 5, "did not answer within 5s"),
        ("garbage", 60, "progress: 7 percent"),
    ] {
        let within = Duration::from_secs(within);
        let connected = unruly.builder(how).start_timeout(within).connect();
        let connected = timeout(within + SOON, connected).await?;
        let error = connected.err().ok_or_else(|| format!("{how}: it starts"))?;
        contains(how, error.to_string(), part)?;
    }
    Ok(())
}
