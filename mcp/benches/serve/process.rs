//! Servers as processes of their own.

use std::process::{Child, Command, Stdio};

/// Which server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    Echo,
    Ours,
}

/// What it serves over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    Stdio,
    Http,
}

/// A server's process, which ends with this.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    pub(crate) fn start(which: Which, over: Over) -> Self {
        let words = [
            if which == Which::Echo { "--be-echo" } else { "--be-ours" },
            if over == Over::Stdio { "--over-stdio" } else { "--over-http" },
        ];
        let program = std::env::current_exe().unwrap();
        let mut command = Command::new(program);
        let command = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        Self(command.spawn().unwrap())
    }

    /// The memory that it has resident, in KiB, where the system tells.
    pub(crate) fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What this process is told to be, unless it measures.
pub(crate) fn role(words: &[String]) -> Option<(Which, Over)> {
    let told = |word: &str| words.iter().any(|given| given == word);
    let which = match () {
        () if told("--be-echo") => Which::Echo,
        () if told("--be-ours") => Which::Ours,
        () => return None,
    };
    Some((which, if told("--over-http") { Over::Http } else { Over::Stdio }))
}
