//! What scripts print belongs to the span of their call, on a thread of this process and
//! in a process of their own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rulebook::{Session, ToolSet, Toolkit};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Instrument, Metadata, Subscriber, info_span};
use tracing_core::span::Current;

use crate::support::FolderOf;
use crate::support::alone;

/// Keeps every line with the span that it was in, and every span that is open.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    last: u64,
    open: HashMap<u64, Open>,
    lines: Vec<(String, String)>,
}

struct Open {
    name: String,
    metadata: &'static Metadata<'static>,
    handles: usize,
}

thread_local! {
    static ENTERED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// The text of an event, or the number of a span.
#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if ["message", "n"].contains(&field.name()) {
            self.0 = format!("{value:?}");
        }
    }
}

impl Kept {
    fn current(&self) -> Option<u64> {
        ENTERED.with_borrow(|entered| entered.last().copied())
    }

    fn lines(&self) -> Vec<(String, String)> {
        std::mem::take(&mut self.0.lock().unwrap().lines)
    }

    fn open(&self) -> usize {
        self.0.lock().unwrap().open.len()
    }
}

impl Subscriber for Kept {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let target = metadata.target();
        metadata.is_span() || target == "rulebook::script" || target == "rulebook::panics"
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut number = Text::default();
        attributes.record(&mut number);
        let metadata = attributes.metadata();
        let name = if number.0.is_empty() { metadata.name().to_owned() } else { number.0 };
        let mut inner = self.0.lock().unwrap();
        inner.last += 1;
        let id = inner.last;
        inner.open.insert(id, Open { name, metadata, handles: 1 });
        Id::from_u64(id)
    }

    fn event(&self, event: &Event<'_>) {
        let mut text = Text::default();
        event.record(&mut text);
        let current = self.current();
        let mut inner = self.0.lock().unwrap();
        let span = current.and_then(|id| inner.open.get(&id)).map(|open| open.name.clone());
        inner.lines.push((span.unwrap_or_else(|| "none".to_owned()), text.0));
    }

    fn current_span(&self) -> Current {
        let inner = self.0.lock().unwrap();
        match self.current().and_then(|id| Some((id, inner.open.get(&id)?))) {
            Some((id, open)) => Current::new(Id::from_u64(id), open.metadata),
            None => Current::none(),
        }
    }

    fn clone_span(&self, id: &Id) -> Id {
        let mut inner = self.0.lock().unwrap();
        inner.open.get_mut(&id.into_u64()).unwrap().handles += 1;
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        let mut inner = self.0.lock().unwrap();
        let open = inner.open.get_mut(&id.into_u64()).unwrap();
        open.handles -= 1;
        let closed = open.handles == 0;
        if closed {
            inner.open.remove(&id.into_u64());
        }
        closed
    }

    fn enter(&self, id: &Id) {
        ENTERED.with_borrow_mut(|entered| entered.push(id.into_u64()));
    }

    fn exit(&self, id: &Id) {
        ENTERED.with_borrow_mut(|entered| {
            let left = entered.iter().rposition(|entered| *entered == id.into_u64());
            entered.remove(left.unwrap());
        });
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
}

const RULES: &str = "print(`started`);
    fn say(text: string) -> int { print(text); debug(text); print(text); 1 }
    fn say_forever(text: string) -> int { print(text); loop {} }
    fn fail(text: string) -> int { print(text); throw `no` }
    fn fault(text: string) -> int { print(text); broken() }";

async fn load<const ISOLATED: bool>() -> ToolSet {
    let tools = ["say", "say_forever", "fail", "fault"];
    let folder = FolderOf::<ISOLATED>::with_rules(RULES, &tools);
    let options = ToolSet::options().timeout(Duration::from_secs(60));
    folder.load_with_host(options).await.unwrap()
}

fn kept() -> Kept {
    let kept = Kept::default();
    tracing::subscriber::set_global_default(kept.clone()).unwrap();
    kept
}

/// A call that prints its number, in a span of that number.
async fn numbered(tools: ToolSet, tool: &'static str, n: usize) {
    let call = async {
        let _ended = tools.call(tool, json!({ "text": n.to_string() })).await;
    };
    call.instrument(info_span!("call", n)).await;
}

fn every_line_is_in_its_span(lines: &[(String, String)]) {
    for (span, line) in lines {
        assert_eq!(*span, line.trim_matches(['"', '\\']), "{lines:#?}");
    }
}

async fn queued<const ISOLATED: bool>() {
    let kept = kept();
    let tools = load::<ISOLATED>().await;
    assert_eq!(kept.lines(), [("none".to_owned(), "started".to_owned())]);
    let calls = (0..60).map(|n| {
        let tool = if n % 7 == 3 { "fail" } else { "say" };
        tokio::spawn(numbered(tools.clone(), tool, n))
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
    let lines = kept.lines();
    assert!(lines.len() > 120, "{lines:#?}");
    every_line_is_in_its_span(&lines);
    // Nothing holds the span of a call that has ended.
    assert_eq!(kept.open(), 0);
    // Outside of any span, and within a span of the caller's own thread only.
    tools.call("say", json!({ "text": "none" })).await.unwrap();
    every_line_is_in_its_span(&kept.lines());
}

async fn stopped<const ISOLATED: bool>() {
    let kept = kept();
    let tools = load::<ISOLATED>().await;
    kept.lines();
    for n in [1, 3, 5] {
        let forever = tokio::spawn(numbered(tools.clone(), "say_forever", n));
        while kept.0.lock().unwrap().lines.is_empty() {
            tokio::task::yield_now().await;
        }
        let next = tokio::spawn(numbered(tools.clone(), "say", n + 1));
        tokio::task::yield_now().await;
        forever.abort();
        next.await.unwrap();
        let mut lines = kept.lines();
        // A worker that did not end in time is replaced, and starts in the next call.
        lines.retain(|(_, line)| line != "started");
        assert_eq!(lines.len(), 4, "{lines:#?}");
        every_line_is_in_its_span(&lines);
    }
}

async fn in_a_toolkit<const ISOLATED: bool>() {
    let kept = kept();
    let toolkit = Toolkit::builder().collection(load::<ISOLATED>().await).build().unwrap();
    kept.lines();
    let arguments = json!({ "text": "execute_tool" });
    let _done = toolkit.call("say", arguments.clone(), &Session::new()).await.unwrap();
    let lines = kept.lines();
    assert_eq!(lines.len(), 3);
    every_line_is_in_its_span(&lines);
    if !ISOLATED {
        toolkit.call("fault", arguments, &Session::new()).await.unwrap_err();
        let lines = kept.lines();
        assert_eq!(lines.len(), 2, "{lines:#?}");
        assert!(lines.iter().all(|(span, _)| span == "execute_tool"), "{lines:#?}");
    }
    assert_eq!(kept.open(), 0);
}

#[test]
fn calls_that_wait_beside_each_other_on_a_thread() {
    let test = "isolated::spans::calls_that_wait_beside_each_other_on_a_thread";
    alone::run(test, || alone::block_on(queued::<false>()));
}

#[test]
fn calls_that_wait_beside_each_other_in_a_process() {
    let test = "isolated::spans::calls_that_wait_beside_each_other_in_a_process";
    alone::run(test, || alone::block_on(queued::<true>()));
}

#[test]
fn the_call_after_one_that_was_stopped_on_a_thread() {
    let test = "isolated::spans::the_call_after_one_that_was_stopped_on_a_thread";
    alone::run(test, || alone::block_on(stopped::<false>()));
}

#[test]
fn the_call_after_one_that_was_stopped_in_a_process() {
    let test = "isolated::spans::the_call_after_one_that_was_stopped_in_a_process";
    alone::run(test, || alone::block_on(stopped::<true>()));
}

#[test]
fn the_span_of_a_toolkit_has_what_its_tool_prints_on_a_thread() {
    let test = "isolated::spans::the_span_of_a_toolkit_has_what_its_tool_prints_on_a_thread";
    alone::run(test, || alone::block_on(in_a_toolkit::<false>()));
}

#[test]
fn the_span_of_a_toolkit_has_what_its_tool_prints_in_a_process() {
    let test = "isolated::spans::the_span_of_a_toolkit_has_what_its_tool_prints_in_a_process";
    alone::run(test, || alone::block_on(in_a_toolkit::<true>()));
}
