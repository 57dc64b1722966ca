//! A script and a Rust function with the same parameters take the same arguments as
//! the same values, and tell the same of what they do not take.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use proptest::collection::vec;
use proptest::prelude::*;
use rulebook::macro_support::{Arguments, Definition, IntoOutput, MethodTool};
use rulebook::{Session, Tool, ToolCall, ToolError, ToolFuture, ToolSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::values::{any_json, apply, change};
use crate::support::Folder;

const SCRIPT: &str = r#"
type Inner = #{ x: int, y?: string, z?: Choice };
type Choice = "a" | "b";

fn f(a: int, b: array<string>, c: Inner, d: Choice, e: float?, g: bool, h: map<float>, i: array<Inner>)
    -> #{ a: int, b: array<string>, c: Inner, d: Choice, e: float?, g: bool, h: map<float>, i: array<Inner> }
{
    #{ a: a, b: b, c: c, d: d, e: e, g: g, h: h, i: i }
}
"#;

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Choice {
    A,
    B,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Inner {
    x: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    z: Option<Choice>,
}

#[derive(Serialize, JsonSchema)]
struct All {
    a: i64,
    b: Vec<String>,
    c: Inner,
    d: Choice,
    e: Option<f64>,
    g: bool,
    h: BTreeMap<String, f64>,
    i: Vec<Inner>,
}

fn run<'a>(_: &'a (), mut taken: Arguments, _: &'a Session) -> ToolFuture<'a> {
    Box::pin(async move {
        let all = All {
            a: taken.take("a")?,
            b: taken.take("b")?,
            c: taken.take("c")?,
            d: taken.take("d")?,
            e: taken.take("e")?,
            g: taken.take("g")?,
            h: taken.take("h")?,
            i: taken.take("i")?,
        };
        all.into_output()
    })
}

struct Both {
    runtime: tokio::runtime::Runtime,
    script: ToolSet,
    native: MethodTool<()>,
}

static BOTH: LazyLock<Both> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let script = runtime.block_on(Folder::with_rules(SCRIPT, &["f"]).load()).unwrap();
    let definition = Definition::new("f", "Runs f.")
        .parameter::<i64>("a", None)
        .parameter::<Vec<String>>("b", None)
        .parameter::<Inner>("c", None)
        .parameter::<Choice>("d", None)
        .parameter::<Option<f64>>("e", None)
        .parameter::<bool>("g", None)
        .parameter::<BTreeMap<String, f64>>("h", None)
        .parameter::<Vec<Inner>>("i", None);
    Both { runtime, script, native: MethodTool::new(Arc::new(()), "f", definition, run) }
});

fn both(arguments: &Value) -> [Result<Value, ToolError>; 2] {
    let Both { runtime, script, native } = &*BOTH;
    let call = ToolCall::from_json(arguments.clone()).unwrap();
    let native = runtime.block_on(native.call(call)).map(|output| output.value);
    [runtime.block_on(script.call("f", arguments.clone())), native]
}

fn right() -> Value {
    json!({
        "a": 1,
        "b": ["x"],
        "c": { "x": 2, "y": "y", "z": null },
        "d": "a",
        "e": 0.5,
        "g": true,
        "h": { "k": 1.5 },
        "i": [{ "x": 3, "z": "b" }],
    })
}

#[test]
fn the_same_is_taken() {
    let [script, native] = both(&right());
    assert_eq!(script.unwrap(), native.unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn scripts_and_rust_take_and_tell_the_same(
        changes in vec(change(), 0..4),
        more in vec(("[abcdefghi]{1,2}", any_json()), 0..2),
        turned in any::<bool>(),
    ) {
        let mut arguments = right();
        for (steps, change) in &changes {
            apply(&mut arguments, steps, change, true);
        }
        let mut members = arguments.as_object().cloned().unwrap_or_default();
        members.extend(more);
        if turned {
            members = members.into_iter().rev().collect::<Map<_, _>>();
        }
        let arguments = Value::Object(members);
        let [script, native] = both(&arguments);
        prop_assert_eq!(script, native, "{}", arguments);
    }
}
