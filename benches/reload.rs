//! What following files costs: loading again beside loading anew, and how long a
//! save takes to serve.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark prints, and fails by panicking"
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rulebook::{Event, LiveToolSet, ToolSet};
use serde_json::json;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// How many functions each script has.
const FUNCTIONS: usize = 20;

/// How often each figure is measured; the median is told.
const TIMES: usize = 21;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    println!("{:<34} {:>10} {:>10} {:>10} {:>10}", "", "load", "all new", "one new", "none new");
    for scripts in [1, 10, 100] {
        let folder = Rules::new(scripts, FUNCTIONS);
        let live = runtime.block_on(LiveToolSet::load(folder.manifest())).unwrap();
        let load =
            median(|_| timed(|| runtime.block_on(ToolSet::load(folder.manifest())).unwrap()));
        let reload = || timed(|| runtime.block_on(live.reload()).unwrap());
        let all = median(|time| {
            (0..scripts).for_each(|script| folder.write(script, time));
            reload()
        });
        let one = median(|time| {
            folder.write(0, TIMES + time);
            reload()
        });
        let none = median(|_| reload());
        let name = format!("{scripts} scripts of {FUNCTIONS} functions");
        print!("{name:<34} {:>7.1} ms", millis(load));
        for figure in [all, one, none] {
            print!(" {:>7.1} ms", millis(figure));
        }
        println!("   one new: {:.2} of a load", one.as_secs_f64() / load.as_secs_f64());
    }
    println!();
    for functions in [20, 200] {
        let Saved { loading, serving, told } = saved(&runtime, functions);
        println!(
            "a save of {functions} functions serves after the quiet time and {:.1} ms, of which \
             loading takes {:.1} ms; listeners know after {:.1} ms",
            millis(serving),
            millis(loading),
            millis(told),
        );
    }
}

/// How long it takes from the end of a save, without the quiet time.
struct Saved {
    /// Loading, by its own account.
    loading: Duration,
    /// Until calls run on the new generation.
    serving: Duration,
    /// Until listeners know what changed.
    told: Duration,
}

fn saved(runtime: &Runtime, functions: usize) -> Saved {
    let quiet = Duration::from_millis(60);
    let folder = Rules::new(1, functions);
    let options = ToolSet::options().live().quiet_time(quiet);
    let live = runtime.block_on(options.load(folder.manifest())).unwrap();
    let (_, mut events) = live.subscribe();
    let generation = || live.current().unwrap().generation();
    let (mut loading, mut told) = (Vec::new(), Vec::new());
    let serving = median(|time| {
        let before = generation();
        folder.write(0, time);
        let start = Instant::now();
        while generation() == before {
            std::thread::sleep(Duration::from_micros(50));
        }
        let serving = start.elapsed();
        match runtime.block_on(events.next()) {
            Some(Event::Loaded(loaded)) => loading.push(loaded.took),
            other => panic!("{other:?}"),
        }
        told.push(start.elapsed());
        serving
    });
    let middle = |mut times: Vec<Duration>| {
        times.sort();
        *times.get(TIMES / 2).unwrap()
    };
    let (serving, told) = (serving.saturating_sub(quiet), middle(told).saturating_sub(quiet));
    Saved { loading: middle(loading), serving, told }
}

/// A manifest that exports one function of each of its scripts.
struct Rules {
    folder: TempDir,
    functions: usize,
}

impl Rules {
    fn new(scripts: usize, functions: usize) -> Self {
        let rules = Self { folder: TempDir::new().unwrap(), functions };
        let export = |script| {
            json!({
                "name": format!("rule_{script}"),
                "function": "rule_0",
                "script": name(script),
                "description": "A rule.",
            })
        };
        let exports: Vec<_> = (0..scripts).map(export).collect();
        let manifest = json!({ "schemaVersion": 1, "exports": exports });
        std::fs::write(rules.manifest(), manifest.to_string()).unwrap();
        (0..scripts).for_each(|script| rules.write(script, usize::MAX));
        rules
    }

    fn manifest(&self) -> PathBuf {
        self.folder.path().join("rules.json")
    }

    /// Saves a script whose functions name a version.
    fn write(&self, script: usize, version: usize) {
        let mut text = String::new();
        for function in 0..self.functions {
            write!(
                text,
                "/// Whether an item may come back.\n\
                 fn rule_{function}(days: int, reason: \"damaged\" | \"late\", paid: decimal) \
                 -> #{{ status: string, fee: decimal, version: int }} {{\n    \
                 let fee = if days > 30 {{ paid / decimal(10) }} else {{ decimal(0) }};\n    \
                 if reason == \"damaged\" {{ fee = decimal(0); }}\n    \
                 let status = if days > 60 {{ \"refused\" }} else {{ \"accepted\" }};\n    \
                 #{{ status: status, fee: fee, version: {} }}\n}}\n\n",
                version % 1_000_000,
            )
            .unwrap();
        }
        std::fs::write(self.folder.path().join(name(script)), text).unwrap();
    }
}

fn name(script: usize) -> String {
    format!("rules_{script}.rhai")
}

fn median(mut run: impl FnMut(usize) -> Duration) -> Duration {
    let mut times: Vec<_> = (0..TIMES).map(&mut run).collect();
    times.sort();
    *times.get(TIMES / 2).unwrap()
}

fn timed<T>(run: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(run());
    start.elapsed()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
