//! Whether memory stays flat over 100,000 calls: `cargo bench --bench soak`.
//! A number after `--` makes it that many calls; `isolated` makes them in a process
//! of their own, and measures this one.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark prints, and fails by panicking"
)]

use std::future::Future;
use std::time::{Duration, Instant};

use rulebook::{ErrorCode, Isolation, LoadOptions, ToolSet, rhai};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How much more memory than after the first tenth of the calls there may be
/// after the last: what an allocator and the caches of threads come to, and far
/// less than 1 KiB a call.
const BOUND: u64 = 8 * 1024 * 1024;

/// The time of calls that loop.
const SHORT: Duration = Duration::from_millis(4);

const SCRIPT: &str = r##"
import "more" as more;
const RATES = #{ A: 19, B: 7 };
type Line = #{ sku: string, cents: int };
fn rule(days: int, code: string) -> #{ status: string, rate: int } {
    if days > 30 { return #{ status: "late", rate: 0 }; }
    #{ status: `ok ${days}`, rate: RATES[code] }
}
fn throws(n: int) -> int { throw #{ code: n, text: `number ${n}` } }
fn fails(n: int) -> int { [1, 2][n + 5] }
fn closures(n: int) -> int {
    let sum = 0;
    let add = |x| sum += x;
    let twice = |f, x| { f.call(x); f.call(x) };
    for i in 0..20 { twice.call(add, i + n); }
    [3, 1, 2].map(|x| x * n).filter(|x| x > n).reduce(|a, b| a + b, sum)
}
fn imports(n: int) -> int { more::twice(n) + { import "other" as other; other::one() } }
fn big(n: int) -> array<Line> {
    let lines = [];
    for i in 0..500 { lines.push(#{ sku: `S-${i}`, cents: i * n }); }
    lines
}
fn deep(n: int) -> array { let a = []; for i in 0..100 { a = [a]; } a }
fn wrong(n: int) -> string { n }
fn many(n: int) -> int { loop { n += 1; } }
fn cycle(n: int) -> int { let a = #{ n: n }; let f = || a; a.f = f; n }
fn block(n: int) -> int { pause(); n }
fn panics(n: int) -> int { host_panics(); n }
"##;

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let names = [
        "rule", "throws", "fails", "closures", "imports", "big", "deep", "wrong", "many", "cycle",
        "block", "panics",
    ];
    let exports = names.map(|name| json!({ "name": name, "description": "A rule." }));
    let manifest = json!({ "schemaVersion": 1, "script": "rules.rhai", "exports": exports });
    std::fs::write(folder.path().join("rules.rhai"), SCRIPT).unwrap();
    std::fs::write(folder.path().join("more.rhai"), "fn twice(n) { n * 2 }").unwrap();
    std::fs::write(folder.path().join("other.rhai"), "fn one() { 1 }").unwrap();
    std::fs::write(folder.path().join("rules.json"), manifest.to_string()).unwrap();
    folder
}

/// The memory of this process that is resident, in bytes.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

/// One call of the mix, and the code that it has to end in.
fn call(turn: u64) -> (&'static str, Value, Option<ErrorCode>) {
    let n = json!({ "n": turn % 1000 });
    match turn % 100 {
        0 => ("throws", n, Some(ErrorCode::ScriptFailed)),
        1 => ("fails", n, Some(ErrorCode::ScriptFailed)),
        2 => ("wrong", n, Some(ErrorCode::InvalidResult)),
        3 => ("rule", json!({ "days": turn, "kode": "A" }), Some(ErrorCode::InvalidArguments)),
        4 => ("no_such_tool", n, Some(ErrorCode::UnknownTool)),
        5 => ("big", n, None),
        6 => ("deep", n, None),
        7 | 8 => ("imports", n, None),
        9..=20 => ("closures", n, None),
        50 => ("many", n, Some(ErrorCode::TimedOut)),
        51 if turn % 10_000 == 51 => ("block", n, Some(ErrorCode::TimedOut)),
        52 if turn % 1_000 == 52 => ("panics", n, Some(ErrorCode::ScriptFailed)),
        53 => ("throws", json!({ "n": turn }), Some(ErrorCode::ScriptFailed)),
        _ => ("rule", json!({ "days": turn % 40, "code": "A" }), None),
    }
}

/// What the scripts call of the host.
fn functions(engine: &mut rhai::Engine) {
    engine.register_fn("pause", || std::thread::sleep(SHORT * 30));
    engine.register_fn("host_panics", || std::panic::resume_unwind(Box::new("quietly")));
}

/// Makes the calls of the mix with what options load, and gives the memory after
/// some of them.
async fn soak(options: LoadOptions, calls: u64) -> Vec<(u64, u64)> {
    let folder = folder();
    let manifest = folder.path().join("rules.json");
    let tools = options.load(&manifest).await.unwrap();
    let hasty = options.timeout(SHORT).load(&manifest).await.unwrap();
    let mut seen = Vec::new();
    for turn in 0..calls {
        let (name, arguments, ends) = call(turn);
        let tools = if matches!(name, "many" | "block") { &hasty } else { &tools };
        if turn % 500 == 499 {
            give_up(tools.call("many", json!({ "n": 1 }))).await;
        }
        let result = tools.call(name, arguments).await;
        assert_eq!(result.as_ref().err().map(|error| error.code), ends, "{name}: {result:?}");
        let done = turn + 1;
        if [100, 10, 5, 2, 1].iter().any(|part| done == calls / part) {
            seen.push((done, resident()));
        }
    }
    seen
}

/// What one value that holds itself leaves behind: nothing, since what closures
/// captured is emptied when a call ends.
async fn cycles(options: LoadOptions) -> u64 {
    const MANY: u64 = 10_000;
    let folder = folder();
    let tools = options.load(folder.path().join("rules.json")).await.unwrap();
    let before = resident();
    for n in 0..MANY {
        tools.call("cycle", json!({ "n": n })).await.unwrap();
    }
    resident().saturating_sub(before) / MANY
}

/// Has a call begin, and gives it up.
async fn give_up(call: impl Future) {
    let _ = tokio::time::timeout(Duration::from_micros(500), call).await;
}

fn main() {
    rulebook::start_worker_if_asked(functions);
    let isolated = std::env::args().any(|word| word == "isolated");
    let isolation = if isolated { Isolation::Process } else { Isolation::Thread };
    let options = ToolSet::options().host_functions(functions).isolation(isolation);
    let wanted = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let calls = wanted.unwrap_or(100_000);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let begin = Instant::now();
    let seen = runtime.block_on(soak(options.clone(), calls));
    println!("{calls} calls in {:.1?}", begin.elapsed());
    for (done, bytes) in &seen {
        println!("after {done:>7} calls {:>8.1} MiB resident", *bytes as f64 / 1_048_576.0);
    }
    let each = runtime.block_on(cycles(options));
    println!("a value that holds itself leaves {each} bytes behind, and is no part of the mix");
    let after = |part: u64| seen.iter().find(|(done, _)| *done == calls / part).unwrap().1;
    let growth = after(1).saturating_sub(after(10));
    println!("grown by {} KiB since the first tenth; at most {} KiB", growth / 1024, BOUND / 1024);
    assert!(growth <= BOUND, "memory does not stay flat");
}
