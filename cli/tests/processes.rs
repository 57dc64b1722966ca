//! What other processes do, waited for.

use std::time::{Duration, Instant};

/// Waits for something that another process does.
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::yield_now();
    }
}

/// The processes that a process started, and that are still its own.
#[cfg(target_os = "linux")]
pub(crate) fn children_of(parent: u32) -> Vec<u32> {
    let Ok(tasks) = std::fs::read_dir(format!("/proc/{parent}/task")) else { return Vec::new() };
    let children =
        tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok());
    let children: Vec<_> = children.collect();
    children.iter().flat_map(|line| line.split_whitespace()).flat_map(str::parse).collect()
}

/// Whether a process is there, and not only its last status.
#[cfg(target_os = "linux")]
pub(crate) fn lives(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status.rsplit(')').next().unwrap_or_default().trim_start();
    !state.is_empty() && !state.starts_with('Z')
}
