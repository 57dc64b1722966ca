//! What a toolkit costs in a run of an agent: beside the same run with a tool of rig's own,
//! with one call and with eight, with live context, with a place to wait in, with a long
//! result, and many at once. `cargo bench -p rulebook-rig --bench agent`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and fails by panicking"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use rig_agent::{Agent, AgentBuilder};
use rig_core::message::ToolName;
use rig_core::tool::{DynamicTool, ToolExecutionError, ToolOutput};
use rulebook::{Collection, Session, ToolSet, Toolkit, tool_collection};
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{RunOutcome, ToolkitAgent, ToolkitRun};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Builder;

const ROUNDS: usize = 21;
const BATCH: u32 = 40;

/// Runs at once, and how long they are kept up.
const SESSIONS: usize = 64;
const A_WHILE: Duration = Duration::from_secs(3);

/// Rows of a result of about a megabyte.
const ROWS: usize = 20_000;

const SCRIPT: &str = "fn add(left: int, right: int) -> int { left + right }";

struct Till;

#[tool_collection]
impl Till {
    /// Adds two numbers.
    #[tool(kind = "read")]
    fn add(&self, left: i64, right: i64) -> i64 {
        left.saturating_add(right)
    }

    /// Gives many rows.
    #[tool(kind = "read")]
    fn rows(&self) -> Value {
        rows()
    }
}

fn rows() -> Value {
    Value::from(vec![json!({ "sku": "KT-20417", "title": "a kettle", "stock": 12 }); ROWS])
}

#[derive(Deserialize, JsonSchema)]
struct Sum {
    left: i64,
    right: i64,
}

/// The same tools, as rig has its own.
fn own() -> Vec<DynamicTool> {
    let schema = json!(schemars::schema_for!(Sum));
    let add = |given: Value| -> Result<ToolOutput, ToolExecutionError> {
        let Sum { left, right } = serde_json::from_value(given)
            .map_err(|error| ToolExecutionError::invalid_args(error.to_string()))?;
        Ok(ToolOutput::json(json!(left.saturating_add(right))))
    };
    let tool = |name: &str| ToolName::new(name).unwrap();
    vec![
        DynamicTool::new(tool("add"), "Adds two numbers.", schema, move |given| {
            let sum = add(given);
            Box::pin(async move { sum })
        }),
        DynamicTool::new(tool("rows"), "Gives many rows.", json!({ "type": "object" }), |_| {
            Box::pin(async { Ok(ToolOutput::json(rows())) })
        }),
    ]
}

/// A model that makes so many calls at once, and then has what it wants.
fn model(tool: &'static str, calls: usize) -> ScriptedModel {
    let arguments = if tool == "add" { json!({ "left": 1, "right": 2 }) } else { json!({}) };
    ScriptedModel::by(move |request| match request.tool_results().len() {
        0 => Turn::calls(vec![(tool, arguments.clone()); calls]),
        results if results == calls => Turn::say("3"),
        results => Turn::fail(format!("{results} results")),
    })
}

/// How a run is made.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Rig,
    Native,
    Script,
    Context,
    Waiting,
}

const KINDS: [(Kind, &str); 5] = [
    (Kind::Rig, "a tool of rig"),
    (Kind::Native, "a tool in Rust of a toolkit"),
    (Kind::Script, "a tool of a script"),
    (Kind::Context, "in Rust, with live context"),
    (Kind::Waiting, "in Rust, with a place to wait in"),
];

async fn agent(kind: Kind, model: &ScriptedModel) -> Agent {
    let builder = AgentBuilder::new(model.clone());
    let toolkit = match kind {
        Kind::Rig => return builder.dynamic_tools(own()).default_max_turns(20).build(),
        Kind::Script => Toolkit::builder().collection(rules().await),
        Kind::Context => {
            let desk = Collection::builder("desk").context(|_| async { Ok(Some("open".into())) });
            Toolkit::builder().collection(Till).collection(desk.build().unwrap())
        }
        Kind::Native | Kind::Waiting => Toolkit::builder().collection(Till),
    };
    builder.toolkit(&toolkit.build().unwrap()).unwrap().build()
}

async fn rules() -> ToolSet {
    let folder = tempfile::tempdir().unwrap();
    let exports = json!([{ "name": "add", "description": "Adds two numbers.", "kind": "read" }]);
    let manifest = json!({ "schemaVersion": 1, "script": "add.rhai", "exports": exports });
    let path = folder.path().join("add.json");
    std::fs::write(&path, manifest.to_string()).unwrap();
    std::fs::write(folder.path().join("add.rhai"), SCRIPT).unwrap();
    ToolSet::load(path.to_str().unwrap()).await.unwrap()
}

async fn run(kind: Kind, agent: &Agent) {
    let runner = agent.prompt("What is it?");
    let said = match kind {
        Kind::Rig => runner.await.unwrap().output(),
        Kind::Waiting => match runner.until_approval(&Session::new()).await.unwrap() {
            RunOutcome::Done(response) => response.output(),
            RunOutcome::NeedsApproval(_) => String::new(),
        },
        _ => runner.run_options(Session::new()).await.unwrap().output(),
    };
    assert_eq!(said, "3");
}

fn main() {
    // One thread, so that no figure is of waking another.
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        compare("one call", "add", 1, BATCH, &KINDS).await;
        compare("eight calls", "add", 8, BATCH, &KINDS).await;
        compare("a long result", "rows", 1, 1, &KINDS[..2]).await;
    });
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for (kind, name) in &KINDS[..4] {
            crowd(*kind, name).await;
        }
    });
}

/// Runs all contestants in turn, and prints their medians as ratios.
async fn compare(what: &str, tool: &'static str, calls: usize, batch: u32, kinds: &[(Kind, &str)]) {
    let mut contestants = Vec::new();
    for (kind, name) in kinds {
        contestants.push((*kind, *name, Vec::new()));
    }
    for round in 0..=ROUNDS {
        for (kind, _, times) in &mut contestants {
            // A new one each time: it keeps what it was sent.
            let agent = agent(*kind, &model(tool, calls)).await;
            let start = Instant::now();
            for _ in 0..batch {
                run(*kind, &agent).await;
            }
            // The first round warms up.
            if round > 0 {
                times.push(start.elapsed() / batch);
            }
        }
    }
    let mut alone = None;
    for (_, name, mut times) in contestants {
        times.sort();
        let median = times.into_iter().nth(ROUNDS / 2).unwrap();
        let alone = *alone.get_or_insert(median);
        let ratio = median.as_secs_f64() / alone.as_secs_f64();
        println!("{what}: {name}: {median:?}, {ratio:.2} of rig alone");
    }
}

/// Keeps many runs up for a while, and prints how many ended.
async fn crowd(kind: Kind, name: &str) {
    let agent = Arc::new(agent(kind, &model("add", 1)).await);
    let start = Instant::now();
    let runs = (0..SESSIONS).map(|_| {
        let agent = Arc::clone(&agent);
        tokio::spawn(async move {
            let mut ended = 0_u32;
            while start.elapsed() < A_WHILE {
                run(kind, &agent).await;
                ended += 1;
            }
            ended
        })
    });
    let mut ended = 0;
    for run in runs.collect::<Vec<_>>() {
        ended += run.await.unwrap();
    }
    let a_second = f64::from(ended) / start.elapsed().as_secs_f64();
    println!("{SESSIONS} sessions at once: {name}: {a_second:.0} runs a second");
}
