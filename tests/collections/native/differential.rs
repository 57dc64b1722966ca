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

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,2}",
        Just("true".to_owned()),
        Just("null".to_owned()),
        any::<i64>().prop_map(|int| int.to_string()),
        any::<u64>().prop_map(|int| int.to_string()),
        any::<f64>().prop_map(|float| float.to_string()),
        "-?0?[0-9]{1,3}(\\.[0-9]{1,2})?(e[0-9])?",
        " ?[\\[{\"]{1,2}[a-z\":,0-9 ]{0,6}[\\]}\"]{0,2}",
    ]
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-3_i64..3).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i32>().prop_map(|whole| Value::from(f64::from(whole))),
        any::<i64>().prop_map(|whole| Value::from(whole as f64)),
        any::<f64>().prop_map(Value::from),
        Just(Value::from(-0.0)),
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number(),
        text().prop_map(Value::from),
    ];
    let tree = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            vec(("[abcdexyz]{1,2}", inner), 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    });
    // As models send it, too.
    (tree, 0..4).prop_map(|(value, kind)| if kind == 0 { value.to_string().into() } else { value })
}

/// Changes that are made to one place, found by steps.
#[derive(Clone, Debug)]
enum Change {
    Put(Value),
    Drop,
    Add(String, Value),
    Write,
}

fn change() -> impl Strategy<Value = (Vec<usize>, Change)> {
    let change = prop_oneof![
        4 => any_json().prop_map(Change::Put),
        1 => Just(Change::Drop),
        1 => ("[abcdexyzi]{1,2}", any_json()).prop_map(|(name, value)| Change::Add(name, value)),
        2 => Just(Change::Write),
    ];
    (vec(any::<usize>(), 1..5), change)
}

fn apply(value: &mut Value, steps: &[usize], change: &Change, top: bool) {
    if let ([step, rest @ ..], true) = (steps, top || steps.len() > 1) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                let name = members.keys().nth(step % members.len()).unwrap().clone();
                match (change, rest) {
                    // A script's parameter cannot be left out where it may be null.
                    (Change::Drop, []) if !(top && name == "e") => {
                        drop(members.shift_remove(&name))
                    }
                    (Change::Add(name, new), []) => drop(members.insert(name.clone(), new.clone())),
                    _ => apply(&mut members[&name], rest, change, false),
                }
                return;
            }
            Value::Array(items) if !items.is_empty() => {
                let index = step % items.len();
                return apply(&mut items[index], rest, change, false);
            }
            _ => {}
        }
    }
    match change {
        Change::Put(new) | Change::Add(_, new) => *value = new.clone(),
        Change::Write => *value = value.to_string().into(),
        Change::Drop => *value = Value::Null,
    }
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
        let Value::Object(mut members) = arguments else { unreachable!() };
        members.extend(more);
        if turned {
            members = members.into_iter().rev().collect::<Map<_, _>>();
        }
        let arguments = Value::Object(members);
        let [script, native] = both(&arguments);
        prop_assert_eq!(script, native, "{}", arguments);
    }
}
