//! What a process of their own adds to calls: each figure beside that of calls
//! on a thread, measured in turn in one run.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark prints, and fails by panicking"
)]

#[expect(dead_code, reason = "other benchmarks need more of it")]
mod cases;

use std::hint::black_box;
use std::time::Duration;

use cases::measure;
use rulebook::{Isolation, LoadOptions, ToolSet, rhai};
use serde_json::{Value, json};

fn functions(engine: &mut rhai::Engine) {
    engine.register_fn("leave", || -> i64 { std::process::exit(0) });
    engine.register_fn("resident", || resident().to_string());
}

/// Resident memory of this process in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn main() {
    rulebook::start_worker_if_asked(functions);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let script = format!(
        "{}\n{}\nfn leaves() -> int {{ leave() }}\nfn memory() -> string {{ resident() }}",
        cases::return_rule("evaluate_return", true),
        cases::order_rule(true)
    );
    let names = ["evaluate_return", "price_order", "leaves", "memory"].map(str::to_owned);
    let folder = cases::folder(&script, &names);
    let path = folder.path().join("rules.json");
    let options = ToolSet::options().host_functions(functions);
    let isolated_options = options.clone().isolation(Isolation::Process);
    let load = |options: &LoadOptions| runtime.block_on(options.load(&path)).unwrap();
    let call = |set: &ToolSet, name: &str, arguments: &Value| {
        runtime.block_on(set.call(name, arguments.clone()))
    };
    let (thread, isolated) = (load(&options), load(&isolated_options));

    println!("{:<50} {:>10} {:>10} {:>10}", "", "thread", "process", "more");
    for (what, name, arguments, batch) in [
        ("a call of a small rule", "evaluate_return", cases::return_arguments(), 1000),
        ("a call with an order of 50 lines", "price_order", cases::order_arguments(), 50),
    ] {
        let arguments: Value = serde_json::from_str(&arguments).unwrap();
        assert_eq!(
            call(&thread, name, &arguments).unwrap(),
            call(&isolated, name, &arguments).unwrap()
        );
        let times = measure(
            || drop(black_box(call(&thread, name, &arguments).unwrap())),
            || drop(black_box(call(&isolated, name, &arguments).unwrap())),
            batch,
        );
        show(what, times);
    }
    let times = measure(|| drop(load(&options)), || drop(load(&isolated_options)), 1);
    show("loading, the start of a worker with it", times);
    let nothing = json!({});
    let times = measure(
        || drop(call(&thread, "memory", &nothing).unwrap()),
        || {
            call(&isolated, "leaves", &nothing).unwrap_err();
            call(&isolated, "memory", &nothing).unwrap();
        },
        1,
    );
    show("a worker that dies, and the next call", times);
    let fresh = load(&isolated_options);
    let idle = call(&fresh, "memory", &nothing).unwrap();
    println!("resident memory of an idle worker: {} KiB", idle.as_str().unwrap());
}

fn show(what: &str, (thread, process): (Duration, Duration)) {
    let more = process.saturating_sub(thread);
    println!("{what:<50} {thread:>10.1?} {process:>10.1?} {more:>10.1?}");
}
