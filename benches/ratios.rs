//! The figures the project promises, as ratios: both sides of each are measured
//! in turn in one run, so that a noisy machine disturbs them alike.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a benchmark prints, and fails by panicking"
)]

mod cases;

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cases::{Raw, measure};
use rulebook::{FnTool, Tool, ToolCall, ToolError, ToolOutput, ToolSet, ToolSpec};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle as JoinTask;

/// The median time of one call while something runs beside it, and while nothing
/// does; what runs ends when what started it is dropped.
fn beside<T>(mut call: impl FnMut(), start: impl Fn() -> T) -> (Duration, Duration) {
    const BATCH: u32 = 500;
    let mut time = || {
        let start = Instant::now();
        (0..BATCH).for_each(|_| call());
        start.elapsed() / BATCH
    };
    let rounds = (0..41).map(|_| {
        let running = start();
        let left = time();
        drop(running);
        (left, time())
    });
    let (mut lefts, mut rights): (Vec<_>, Vec<_>) = rounds.unzip();
    lefts.sort();
    rights.sort();
    (lefts[lefts.len() / 2], rights[rights.len() / 2])
}

/// A thread that only keeps a core busy, until this is dropped.
struct Busy(Arc<AtomicBool>, Option<JoinHandle<()>>);

impl Busy {
    fn start() -> Self {
        let on = Arc::new(AtomicBool::new(true));
        let go_on = Arc::clone(&on);
        let spin = move || while black_box(go_on.load(Ordering::Relaxed)) {};
        Self(on, Some(std::thread::spawn(spin)))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
        self.1.take().unwrap().join().unwrap();
    }
}

/// A call that loops, until this is dropped and it has ended.
struct Loop<'a>(&'a Runtime, Option<JoinTask<Result<Value, ToolError>>>);

impl<'a> Loop<'a> {
    fn start(runtime: &'a Runtime, tools: &ToolSet) -> Self {
        let tools = tools.clone();
        let call = async move { tools.call("forever", serde_json::json!({})).await };
        Self(runtime, Some(runtime.spawn(call)))
    }
}

impl Drop for Loop<'_> {
    fn drop(&mut self) {
        let task = self.1.take().unwrap();
        task.abort();
        assert!(self.0.block_on(task).unwrap_err().is_cancelled());
    }
}

fn show(what: &str, aim: &str, (left, right): (Duration, Duration)) {
    let ratio = left.as_secs_f64() / right.as_secs_f64();
    println!("{what:<58} {left:>12.2?} {right:>12.2?}   {ratio:>5.2}   {aim}");
}

fn main() {
    println!("{:<58} {:>12} {:>12}   ratio   aim", "", "measured", "beside");
    let arguments = cases::return_arguments();
    let name = "evaluate_return";
    let one = cases::folder(&cases::return_rule(name, true), &[name.to_owned()]);
    let tools = cases::load(&one);
    let raw = Raw::new(&cases::return_rule(name, false));
    let same = |left: &str, right: &str| {
        let read = |text| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(left), read(right));
    };
    same(&cases::rulebook(&tools, name, &arguments), &raw.call(name, &arguments));
    let times = measure(
        || drop(black_box(cases::rulebook(&tools, name, &arguments))),
        || drop(black_box(raw.call(name, &arguments))),
        2000,
    );
    show("(a) the return rule / raw Rhai", "at most 1.0", times);

    let order = cases::order_arguments();
    let folder = cases::folder(&cases::order_rule(true), &["price_order".to_owned()]);
    let pricing = cases::load(&folder);
    let raw_pricing = Raw::new(&cases::order_rule(false));
    same(
        &cases::rulebook(&pricing, "price_order", &order),
        &raw_pricing.call("price_order", &order),
    );
    let times = measure(
        || drop(black_box(cases::rulebook(&pricing, "price_order", &order))),
        || drop(black_box(raw_pricing.call("price_order", &order))),
        50,
    );
    show("(b) an order of 50 lines / raw Rhai", "at most 0.75", times);

    let names: Vec<_> = (0..1000).map(|n| format!("rule_{n}")).collect();
    let script: String = names.iter().map(|name| cases::return_rule(name, true)).collect();
    let thousand_folder = cases::folder(&script, &names);
    let thousand = cases::load(&thousand_folder);
    let mut turn = names.iter().cycle();
    let times = measure(
        || drop(black_box(cases::rulebook(&thousand, turn.next().unwrap(), &arguments))),
        || drop(black_box(cases::rulebook(&tools, name, &arguments))),
        2000,
    );
    show("(c) one of 1,000 exports in turn / the only one", "at most 1.3", times);
    let times = measure(
        || drop(black_box(cases::rulebook(&thousand, "rule_500", &arguments))),
        || drop(black_box(cases::rulebook(&tools, name, &arguments))),
        2000,
    );
    show("    one of 1,000 exports again and again / the only one", "", times);
    let plain: String = names.iter().map(|name| cases::return_rule(name, false)).collect();
    let raw_thousand = Raw::new(&plain);
    let mut turn = names.iter().cycle();
    let times = measure(
        || drop(black_box(raw_thousand.call(turn.next().unwrap(), &arguments))),
        || drop(black_box(raw.call(name, &arguments))),
        200,
    );
    show("    raw Rhai: one of 1,000 in turn / the only one", "", times);
    let times = measure(
        || drop(black_box(raw_thousand.call("rule_500", &arguments))),
        || drop(black_box(raw.call(name, &arguments))),
        200,
    );
    show("    raw Rhai: one of 1,000 again and again / the only one", "", times);

    let runtime = cases::runtime();
    let times = measure(
        || {
            let call = tools.call(name, serde_json::from_str(&arguments).unwrap());
            drop(black_box(runtime.block_on(call).unwrap().to_string()));
        },
        || drop(black_box(cases::rulebook(&tools, name, &arguments))),
        500,
    );
    show("a call with the hop to its thread / without", "", times);

    let folder = cases::folder("fn forever() -> int { loop {} }", &["forever".to_owned()]);
    let looping = cases::load(&folder);
    let others = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    let call = || {
        let call = tools.call(name, serde_json::from_str(&arguments).unwrap());
        drop(black_box(runtime.block_on(call).unwrap()));
    };
    let times = beside(call, || Loop::start(&others, &looping));
    show("a call while another tool set loops / while none does", "as the next", times);
    let times = beside(call, Busy::start);
    show("    the same beside a thread that keeps a core busy", "", times);
    let native = FnTool::new(ToolSpec::new("three", "Gives 3."), |_| async {
        Ok(ToolOutput::json(3.into()))
    });
    let times = beside(
        || drop(black_box(runtime.block_on(native.call(ToolCall::default())).unwrap())),
        || Loop::start(&others, &looping),
    );
    show("a native tool while a tool set loops / while none does", "about 1", times);

    let engine = rhai::Engine::new();
    for (count, batch) in [(1, 20), (1000, 1)] {
        let names = &names[..count];
        let script: String = names.iter().map(|name| cases::return_rule(name, true)).collect();
        let plain: String = names.iter().map(|name| cases::return_rule(name, false)).collect();
        let folder = cases::folder(&script, names);
        let manifest = folder.path().join("rules.json");
        let times = measure(
            || drop(black_box(runtime.block_on(ToolSet::load(&manifest)).unwrap())),
            || drop(black_box(engine.compile(&plain).unwrap())),
            batch,
        );
        let aim = if count == 1 { "" } else { "at most 1.5" };
        show(&format!("loading {count} exports / raw compilation"), aim, times);
    }
}
