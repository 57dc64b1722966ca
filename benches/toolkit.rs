//! What a toolkit, a session and the checks of a Rust tool cost, beside the same call
//! without them.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    dead_code,
    reason = "a benchmark prints, and fails by panicking; the cases are those of others too"
)]

mod cases;

use std::hint::black_box;
use std::time::Duration;

use cases::measure;
use rulebook::{
    Approval, CallOutcome, Collection, FnTool, Session, SessionState, SettingsValues, Tool,
    ToolCall, ToolOutput, ToolSettings, ToolSpec, Toolkit, ToolkitBuilder, tool_collection,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Default, Serialize, Deserialize, SessionState)]
struct Count(u64);

#[derive(Default, Serialize, Deserialize, SessionState)]
struct Notes(Vec<String>);

/// Ten of them, as many as a tool may have that has many.
#[derive(Default, ToolSettings)]
#[settings(configurable)]
struct Limits {
    lines: u32,
    quantity: u64,
    discount: f64,
    region: String,
    tags: Vec<String>,
    strict: bool,
    days: i32,
    wait: Duration,
    price: rulebook::Decimal,
    endpoint: String,
}

struct Desk;

#[derive(Serialize, Deserialize, schemars::JsonSchema)]
struct Line {
    sku: String,
    quantity: u32,
    note: Option<String>,
}

#[tool_collection]
impl Desk {
    /// Adds the quantities.
    #[tool]
    fn add(&self, lines: Vec<Line>, discount: Option<u8>) -> u64 {
        let sum: u64 = lines.iter().map(|line| u64::from(line.quantity)).sum();
        sum - u64::from(discount.unwrap_or_default())
    }

    /// The same, within limits.
    #[tool]
    fn add_within(&self, lines: Vec<Line>, discount: Option<u8>, settings: &Limits) -> u64 {
        let _ = settings;
        self.add(lines, discount)
    }

    /// Counts.
    #[tool]
    fn count(&self, session: &Session) -> Result<u64, rulebook::SessionError> {
        session.update(|count: &mut Count| {
            count.0 += 1;
            count.0
        })
    }
}

/// The same sum, with arguments that nobody checks.
fn add_unchecked()
-> FnTool<impl Fn(ToolCall) -> std::future::Ready<Result<ToolOutput, rulebook::ToolError>>> {
    let mut spec = ToolSpec::new("add_unchecked", "Adds the quantities.");
    spec.input_schema = json!({ "type": "object" });
    FnTool::new(spec, |mut call| {
        let lines: Vec<Line> = serde_json::from_value(call.arguments["lines"].take()).unwrap();
        let sum: u64 = lines.iter().map(|line| u64::from(line.quantity)).sum();
        std::future::ready(Ok(ToolOutput::json(sum.into())))
    })
}

fn kit() -> ToolkitBuilder {
    let desk = Collection::builder("rest").tool(std::sync::Arc::new(add_unchecked()));
    Toolkit::builder().collection(Desk).collection(desk.build().unwrap())
}

fn lines(count: usize) -> Value {
    let line = json!({ "sku": "A-1", "quantity": 3, "note": "fragile" });
    json!({ "lines": vec![line; count] })
}

fn main() {
    println!("{:<62} {:>6}  {:>9} / {:>9}", "", "ratio", "this", "that");
    let runtime = cases::runtime();
    let (toolkit, session) = (kit().build().unwrap(), Session::new());
    let call = |toolkit: &Toolkit, name: &str, arguments: Value| {
        let outcome = runtime.block_on(toolkit.call(name, arguments, &session)).unwrap();
        drop(black_box(outcome.done().unwrap()));
    };
    let bare = |tool: &dyn Tool, arguments: Value| {
        let call = ToolCall::from_json(arguments).unwrap().in_session(&session);
        drop(black_box(runtime.block_on(tool.call(call)).unwrap()));
    };

    for count in [1, 50] {
        let arguments = lines(count);
        let (checked, plain) =
            (toolkit.tool("add").unwrap(), toolkit.tool("add_unchecked").unwrap());
        let times = measure(
            || bare(&*checked, arguments.clone()),
            || bare(&*plain, arguments.clone()),
            2000,
        );
        show(&format!("a Rust tool with {count} lines, checked / by serde alone"), times);
        let times = measure(
            || call(&toolkit, "add", arguments.clone()),
            || bare(&*checked, arguments.clone()),
            2000,
        );
        show("    the same through a toolkit / by itself", times);
    }

    let name = "evaluate_return".to_owned();
    let folder = cases::folder(&cases::return_rule(&name, true), std::slice::from_ref(&name));
    let rules = cases::load(&folder);
    let arguments: Value = serde_json::from_str(&cases::return_arguments()).unwrap();
    let script = rules.tool(&name).unwrap();
    let with_rules = kit().collection(rules.clone()).build().unwrap();
    let times = measure(
        || call(&with_rules, &name, arguments.clone()),
        || bare(&*script, arguments.clone()),
        500,
    );
    show("a script's tool through a toolkit / by itself", times);

    let keeps = r#"fn plain() -> int { 1 }
        fn keeps(notes: session) -> int { notes.count = (notes.get("count") ?? 0) + 1; notes.count }"#;
    let folder = cases::folder(keeps, &["plain".to_owned(), "keeps".to_owned()]);
    let rules = cases::load(&folder);
    let (plain, keeps) = (rules.tool("plain").unwrap(), rules.tool("keeps").unwrap());
    let times = measure(|| bare(&*keeps, json!({})), || bare(&*plain, json!({})), 500);
    show("a script's tool that counts in the session / that does not", times);

    let (count, add) = (toolkit.tool("count").unwrap(), toolkit.tool("add").unwrap());
    let times = measure(|| bare(&*count, json!({})), || bare(&*add, lines(0)), 2000);
    show("a Rust tool that counts in the session / that does not", times);
    let full = Session::new().for_collection("notes");
    full.put(&Notes(vec!["a note of some length, as people write them".to_owned(); 1000])).unwrap();
    let few = Session::new().for_collection("notes");
    few.put(&Notes(vec!["one".to_owned(); 10])).unwrap();
    let change = |session: &Session| {
        session.update(|notes: &mut Notes| notes.0[0].push_str("")).unwrap();
    };
    let times = measure(|| change(&full), || change(&few), 200);
    show("a change of 1,000 notes / of 10", times);

    let host = SettingsValues::new().set("add_within", "lines", 1);
    let layered = kit().settings(host).build().unwrap();
    let times = measure(
        || call(&layered, "add_within", lines(1)),
        || call(&layered, "add", lines(1)),
        2000,
    );
    show("a Rust tool with 10 settings / without, in a toolkit", times);
    let script = r#"settings Limits = #{ a: int = 1, b: decimal = 2, c: string = "x", d: array<int> = [1, 2, 3], e: bool = true };
        fn without() -> int { 1 }
        fn within(limits: Limits) -> int { limits.a }"#;
    let folder = cases::folder(script, &["without".to_owned(), "within".to_owned()]);
    let rules = kit().collection(cases::load(&folder)).build().unwrap();
    let times =
        measure(|| call(&rules, "within", json!({})), || call(&rules, "without", json!({})), 500);
    show("a script's tool with 5 settings / without, in a toolkit", times);

    let thousand: Vec<_> = (0..1000).map(|number| format!("tool_{number}")).collect();
    let many = thousand.iter().fold(Collection::builder("many"), |many, name| {
        let spec = ToolSpec::new(name, "Gives 3.");
        let tool = FnTool::new(spec, |_| async { Ok(ToolOutput::json(3.into())) });
        many.tool(std::sync::Arc::new(tool))
    });
    let many = kit().collection(many.build().unwrap()).build().unwrap();
    let times = measure(|| call(&many, "add", lines(1)), || call(&toolkit, "add", lines(1)), 2000);
    show("a call in a toolkit of 1,000 tools / of 4", times);

    let guarded = Collection::builder("guarded").collection(Desk).requires_approval("add");
    let guarded = Toolkit::builder().collection(guarded.build().unwrap()).build().unwrap();
    let approved = || {
        let session = Session::new();
        let asked = runtime.block_on(guarded.call("add", lines(1), &session)).unwrap();
        let CallOutcome::NeedsApproval(request) = asked else { return };
        let answer = guarded.answer(*request, Approval::Granted, &session);
        drop(black_box(runtime.block_on(answer).unwrap()));
    };
    let times = measure(approved, || call(&toolkit, "add", lines(1)), 500);
    show("a call that is asked about and approved / that is not", times);
}

fn show(what: &str, (this, that): (Duration, Duration)) {
    let ratio = this.as_secs_f64() / that.as_secs_f64();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    println!("{what:<62} {ratio:>6.2}  {:>6.2} us / {:>6.2} us", micros(this), micros(that));
}
