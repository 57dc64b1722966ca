//! The deepest values and the deepest recursion together, at the limits that are
//! the default and at the largest that are let through.

use std::time::Duration;

use rhai::Dynamic;
use rulebook::{Limits, ToolSet, rhai};
use serde_json::json;

use super::support::Folder;
use crate::support::worker::Host;

/// What a script can make in minutes, at once.
fn nested(arrays: i64, maps: i64) -> Dynamic {
    let value = (0..arrays).fold(Dynamic::ONE, |inner, _| Dynamic::from_array(vec![inner]));
    (0..maps).fold(value, |inner, _| Dynamic::from_map([("a".into(), inner)].into_iter().collect()))
}

fn functions(engine: &mut rhai::Engine) {
    engine.register_fn("nested", nested);
}

/// The functions, and the test that is a worker with them.
const HOST: Host = Host::new(functions, concat!(module_path!(), "::worker")).memory(4 << 30);

#[test]
fn worker() {
    rulebook::start_worker_if_asked(functions);
}

/// Values as deep as one may be, used where recursion is as deep as it may be.
async fn deepest(limits: Limits, expressions: usize, arrays: usize, maps: usize) {
    let (switch, end) = ("switch 1 { 1 => ".repeat(expressions), " }".repeat(expressions));
    let script = format!(
        "fn both() {{ nested({arrays}, {maps}) }}
fn down(v) {{ {switch} down(v) {end} }}
fn deep() -> array {{ let v = both(); let w = v; [v == w, v.len(), w.to_string().len()] }}
fn recurse() -> array {{ down(1) }}
fn both_at_once() -> array {{ let v = both(); down_with(v) }}
fn down_with(v) {{ let w = v; {switch} down_with(0) {end} }}
fn ping() -> int {{ 42 }}"
    );
    let tools = ["deep", "recurse", "both_at_once", "ping"];
    let folder = Folder::with_rules(&script, &tools);
    let options = ToolSet::options().limits(limits).timeout(Duration::from_secs(60));
    let tools = folder.load_with_functions(options, HOST).await.expect("a script that loads");
    tools.call("deep", json!({})).await.expect("a deep value");
    for name in ["recurse", "both_at_once"] {
        let error = tools.call(name, json!({})).await.expect_err("too deep");
        assert_eq!(error.code.as_str(), "limit_exceeded", "{}", error.message);
    }
    assert_eq!(tools.call("ping", json!({})).await.expect("a next call"), 42);
}

#[tokio::test]
async fn the_default_limits_fit_the_stack() {
    deepest(Limits::default(), 40, 99_900, 99_900).await;
}

#[tokio::test]
async fn the_largest_limits_fit_the_stack() {
    let mut limits = Limits::default();
    limits.array_items = usize::MAX;
    limits.map_items = usize::MAX;
    limits.call_depth = usize::MAX;
    limits.closures = usize::MAX;
    limits.value_depth = usize::MAX;
    deepest(limits, 40, 499_900, 249_900).await;
}

#[tokio::test]
async fn recursion_of_what_is_counted_fits_the_stack() {
    let script = "fn assigns(m) { m.x = 1; assigns(m) }
fn grows(m) { m.a.push(grows(m)); m }
fn captures(n) { let f = |x| captures(n); f.call(1) }
fn maps(n) { [1].map(|x| maps(n)) }
fn this_grows() { this.a.push(1); this.this_grows() }
fn f(how: int) -> array { let m = #{ a: [] };
switch how { 0 => assigns(m), 1 => grows(m), 2 => captures(1), 3 => maps(1), _ => m.this_grows() } }";
    for expression_depth in [128, 24, 12] {
        let mut limits = Limits::default();
        limits.expression_depth = expression_depth;
        limits.call_depth = usize::MAX;
        let options = ToolSet::options().limits(limits).timeout(Duration::from_secs(60));
        let tools = Folder::with_rules(script, &["f"]).load_with(options).await.expect("a script");
        for how in 0..5 {
            let error = tools.call("f", json!({ "how": how })).await.expect_err("no end");
            assert_eq!(error.code.as_str(), "limit_exceeded", "{how}: {}", error.message);
        }
    }
}
