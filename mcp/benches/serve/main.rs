//! What serving costs: a call beside one of the smallest server that `rmcp` makes, over
//! stdio and HTTP, and then many clients for a while. `cargo bench -p rulebook-mcp --bench
//! serve`; a number after `--` is how many seconds the clients stay, and 0 leaves them out.
//!
//! Each server is a process of its own: this program, told what to be.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a benchmark prints, and fails by panicking"
)]

mod crowd;
mod echo;
mod http;
mod ours;
mod process;
mod stdio;

use std::time::{Duration, Instant};

use process::Which;

/// What a call is made on, and the name of its tool.
type Contestant = (&'static str, Which, &'static str);

const CONTESTANTS: [Contestant; 3] = [
    ("the smallest server", Which::Echo, "echo"),
    ("a tool in Rust", Which::Ours, "echo"),
    ("a tool of a script", Which::Ours, "say"),
];

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some((which, over)) = process::role(&words) {
        runtime.block_on(async {
            match which {
                Which::Echo => echo::serve(over).await,
                Which::Ours => ours::serve(over).await,
            }
        });
        return;
    }
    let seconds = words.iter().find_map(|word| word.parse().ok()).unwrap_or(60);
    compare("stdio", stdio::clients, |client, turn| client.call(turn));
    for revision in ["2025-11-25", "2026-07-28"] {
        compare(
            &format!("HTTP, {revision}"),
            || http::clients(revision),
            |client, turn| client.call(turn),
        );
    }
    if seconds > 0 {
        crowd::stay(Duration::from_secs(seconds));
    }
}

/// Measures the calls of all contestants in turn, and prints their medians as ratios.
fn compare<C>(what: &str, clients: impl Fn() -> Vec<C>, mut call: impl FnMut(&mut C, u32)) {
    const ROUNDS: usize = 41;
    const BATCH: u32 = 50;
    let mut clients = clients();
    let mut times = vec![Vec::new(); clients.len()];
    for round in 0..ROUNDS + 1 {
        for (client, times) in clients.iter_mut().zip(&mut times) {
            let start = Instant::now();
            (0..BATCH).for_each(|turn| call(client, turn));
            // The first round warms up.
            if round > 0 {
                times.push(start.elapsed() / BATCH);
            }
        }
    }
    let medians: Vec<Duration> = times
        .into_iter()
        .map(|mut times| {
            times.sort();
            times[times.len() / 2]
        })
        .collect();
    for ((name, ..), median) in CONTESTANTS.iter().zip(&medians) {
        let ratio = median.as_secs_f64() / medians[0].as_secs_f64();
        println!("{what}: {name}: {median:?}, {ratio:.2} of the smallest server");
    }
}
