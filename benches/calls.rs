//! Calls and loads, each beside raw Rhai: `cargo bench --bench calls`.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a benchmark fails by panicking"
)]

#[expect(dead_code, reason = "other benchmarks need more of it")]
mod cases;

use cases::Raw;
use divan::Bencher;
use rulebook::ToolSet;

fn main() {
    divan::main();
}

const NAME: &str = "evaluate_return";

#[divan::bench]
fn return_rule_rulebook(bencher: Bencher) {
    let folder = cases::folder(&cases::return_rule(NAME, true), &[NAME.to_owned()]);
    let (tools, arguments) = (cases::load(&folder), cases::return_arguments());
    bencher.bench_local(|| cases::rulebook(&tools, NAME, &arguments));
}

#[divan::bench]
fn return_rule_raw(bencher: Bencher) {
    let (raw, arguments) = (Raw::new(&cases::return_rule(NAME, false)), cases::return_arguments());
    bencher.bench_local(|| raw.call(NAME, &arguments));
}

#[divan::bench]
fn return_rule_with_the_hop(bencher: Bencher) {
    let folder = cases::folder(&cases::return_rule(NAME, true), &[NAME.to_owned()]);
    let (tools, arguments) = (cases::load(&folder), cases::return_arguments());
    let runtime = cases::runtime();
    bencher.bench_local(|| {
        let call = tools.call(NAME, serde_json::from_str(&arguments).unwrap());
        runtime.block_on(call).unwrap().to_string()
    });
}

#[divan::bench]
fn order_rulebook(bencher: Bencher) {
    let folder = cases::folder(&cases::order_rule(true), &["price_order".to_owned()]);
    let (tools, arguments) = (cases::load(&folder), cases::order_arguments());
    bencher.bench_local(|| cases::rulebook(&tools, "price_order", &arguments));
}

#[divan::bench]
fn order_raw(bencher: Bencher) {
    let (raw, arguments) = (Raw::new(&cases::order_rule(false)), cases::order_arguments());
    bencher.bench_local(|| raw.call("price_order", &arguments));
}

#[divan::bench(args = [1, 100, 1000])]
fn load(bencher: Bencher, count: usize) {
    let names: Vec<_> = (0..count).map(|n| format!("rule_{n}")).collect();
    let script: String = names.iter().map(|name| cases::return_rule(name, true)).collect();
    let folder = cases::folder(&script, &names);
    let (runtime, manifest) = (cases::runtime(), folder.path().join("rules.json"));
    bencher.bench_local(|| runtime.block_on(ToolSet::load(&manifest)).unwrap());
}

#[divan::bench(args = [1, 100, 1000])]
fn compile_raw(bencher: Bencher, count: usize) {
    let script: String =
        (0..count).map(|n| cases::return_rule(&format!("rule_{n}"), false)).collect();
    let engine = rhai::Engine::new();
    bencher.bench_local(|| engine.compile(&script).unwrap());
}
