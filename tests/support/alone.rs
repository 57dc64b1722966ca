//! Tests of what a whole process has, each run in a process of its own.

use std::process::Command;

/// Set where a test runs alone, to what it is told.
const ALONE: &str = "RULEBOOK_ALONE";

/// What a test that runs alone was told; nothing where others run beside it.
pub(crate) fn told() -> Option<String> {
    std::env::var(ALONE).ok()
}

/// This binary, to run one test alone.
pub(crate) fn command(test: &str, told: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([test, "--exact", "--nocapture"]).env(ALONE, told);
    command
}

/// Runs a test's body in a process of its own: here, when this is that process.
pub(crate) fn run(test: &str, body: impl FnOnce()) {
    if told().is_some() {
        return body();
    }
    let output = command(test, "run").output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let cried = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("1 passed"), "{told}\n{cried}");
}

/// Runs what waits for calls.
pub(crate) fn block_on(body: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(body);
}
