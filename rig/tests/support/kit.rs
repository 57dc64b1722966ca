//! A toolkit with a script and a native collection whose parameters are of every kind.

use std::collections::BTreeMap;

use rulebook::{ToolSet, Toolkit, tool_collection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const SCRIPT: &str = r##"
type Line = #{ sku: string, price: decimal, quantity: int, note?: string };
type Order = #{ number: string, lines: array<Line>, gift?: #{ wrap: bool, card?: string } };

fn scalars(yes: bool, count: int, ratio: float, price: decimal, text: string) -> #{ count: int, price: decimal, ratio: float } {
    #{ count: count, price: price, ratio: ratio }
}
fn choice(reason: "damaged" | "late", again: "damaged" | "late"?) -> string { reason }
fn nullable(count: int?, line: Line?) -> string { `${count} ${line}` }
fn order(order: Order) -> Order { order }
fn texts(texts: array<string>) -> array<string> { texts }
fn counts(counts: map<int>) -> map<int> { counts }
fn anything(map: map) -> map { map }
fn list(list: array) -> array { list }
fn nothing() -> string { "nothing" }
"##;

const NAMES: [&str; 9] =
    ["scalars", "choice", "nullable", "order", "texts", "counts", "anything", "list", "nothing"];

/// The rules alone.
pub(crate) async fn rules() -> ToolSet {
    let folder = tempfile::tempdir().unwrap();
    let exports: Vec<_> = NAMES
        .iter()
        .map(
            |name| json!({ "name": name, "description": format!("Takes {name}."), "kind": "read" }),
        )
        .collect();
    let manifest = json!({ "schemaVersion": 1, "script": "rules.rhai", "exports": exports });
    let path = folder.path().join("rules.json");
    std::fs::write(&path, manifest.to_string()).unwrap();
    std::fs::write(folder.path().join("rules.rhai"), SCRIPT).unwrap();
    ToolSet::load(path.to_str().unwrap()).await.unwrap()
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Search {
    /// What is looked for.
    query: String,
    /// How many at most.
    #[serde(default = "ten")]
    limit: u32,
    /// Only from here.
    place: Option<Place>,
}

fn ten() -> u32 {
    10
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Place {
    city: String,
    #[serde(default)]
    street: Option<String>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Target {
    /// One order.
    Order {
        number: String,
    },
    Customer {
        id: u64,
        since: Option<String>,
    },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Level {
    /// Fine.
    Low,
    High,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Tree {
    name: String,
    children: Vec<Tree>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Flat {
    name: String,
    #[serde(flatten)]
    place: Place,
}

pub(crate) struct Native;

#[tool_collection(name = "native")]
impl Native {
    /// Optional ones.
    #[tool(kind = "read")]
    fn optional(&self, note: Option<String>, count: Option<i64>) -> Value {
        json!({ "note": note, "count": count })
    }
    /// A record with a default.
    #[tool(kind = "read")]
    fn search(
        &self,
        /// How to look.
        search: Search,
    ) -> Search {
        search
    }
    /// One of several records.
    #[tool(kind = "read")]
    fn target(&self, target: Target) -> Target {
        target
    }
    /// One of some words.
    #[tool(kind = "read")]
    fn level(&self, level: Level) -> Level {
        level
    }
    /// By name.
    #[tool(kind = "read")]
    fn by_name(&self, counts: BTreeMap<String, u32>) -> BTreeMap<String, u32> {
        counts
    }
    /// Anything.
    #[tool(kind = "read")]
    fn any(&self, value: Value, object: serde_json::Map<String, Value>) -> Value {
        json!([value, object])
    }
    /// Records in records.
    #[tool(kind = "read")]
    fn tree(&self, tree: Tree) -> Tree {
        tree
    }
    /// One record in another.
    #[tool(kind = "read")]
    fn flat(&self, flat: Flat) -> Flat {
        flat
    }
}

pub(crate) async fn kit() -> Toolkit {
    Toolkit::builder().collection(rules().await).collection(Native).build().unwrap()
}
