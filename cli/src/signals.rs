//! Signals that end the command.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The keyboard's wish and the system's to end the command, listened for from early on.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: Signal,
    terminate: Signal,
    quit: Signal,
    /// The terminal is gone. None where whoever started the command wants it to go on then.
    hangup: Option<Signal>,
}

#[cfg(unix)]
impl Signals {
    pub(crate) fn listen() -> io::Result<Self> {
        let hangup = hangup_ends().then(|| signal(SignalKind::hangup())).transpose()?;
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            quit: signal(SignalKind::quit())?,
            hangup,
        })
    }

    /// Waits for the next of them.
    pub(crate) async fn come(&mut self) {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = self.quit.recv() => {}
            _ = hangup => {}
        }
    }
}

/// Whether the end of the terminal ends the command, and not under `nohup`. To listen for
/// the signal would undo that it is ignored, so it is asked for before.
#[cfg(unix)]
fn hangup_ends() -> bool {
    // Elsewhere nothing tells, and the signal does what it does by itself.
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let mut lines = status.lines();
    let ignored = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The first signal is the lowest bit.
    ignored.is_some_and(|mask| mask & 1 == 0)
}

#[cfg(not(unix))]
pub(crate) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    pub(crate) async fn come(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}
