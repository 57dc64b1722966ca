//! Tests of what a whole process has, each run in a process of its own.

use std::process::Command;

/// Runs an ignored test of this binary in a process of its own.
pub(super) fn run(test: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = command.args([test, "--exact", "--ignored", "--nocapture"]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let cried = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("1 passed"), "{told}\n{cried}");
}
