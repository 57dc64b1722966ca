//! Scripts and host functions in a process of their own: a crash or a call that
//! never ends is one failed call.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]

use std::error::Error;
use std::time::Duration;

use rulebook::{Isolation, ToolSet, WorkerOptions, rhai};
use serde_json::{Value, json};

/// What the scripts can call beside what the language has.
fn functions(engine: &mut rhai::Engine) {
    engine.register_fn("vat", |net: i64| net * 19 / 100);
    engine.register_fn("forecast_of_a_library_that_crashes", || -> i64 { std::process::abort() });
}

fn main() -> Result<(), Box<dyn Error>> {
    // The worker is this program once more, and goes no further than here.
    rulebook::start_worker_if_asked(functions);
    tokio::runtime::Builder::new_current_thread().build()?.block_on(run())
}

async fn run() -> Result<(), Box<dyn Error>> {
    let rules = ToolSet::options()
        .host_functions(functions)
        .isolation(Isolation::Process)
        .worker(WorkerOptions::default().memory(256 * 1024 * 1024))
        .timeout(Duration::from_millis(500))
        .load("samples/isolated/rules.json")
        .await?;
    call(&rules, "price_with_vat", json!({ "net": 100 })).await;
    call(&rules, "forecast", json!({})).await;
    call(&rules, "never_ends", json!({})).await;
    call(&rules, "price_with_vat", json!({ "net": 200 })).await;
    Ok(())
}

async fn call(rules: &ToolSet, name: &str, arguments: Value) {
    match rules.call(name, arguments).await {
        Ok(result) => println!("{name}: {result}"),
        Err(error) => println!("{name}: {error}"),
    }
}
