//! What ends the command: the keyboard, the system, or a reader that goes away.

use std::io;

use tokio::sync::oneshot;

use crate::signals::Signals;

/// Whatever ends the command, listened for from early on.
pub(super) struct Endings {
    signals: Signals,
    reader_gone: Option<oneshot::Receiver<()>>,
}

impl Endings {
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self { signals: Signals::listen()?, reader_gone: reader_gone() })
    }

    /// Waits for the first of them.
    pub(super) async fn come(mut self) {
        let reader_gone = async {
            let told = match self.reader_gone {
                Some(told) => told.await.is_ok(),
                None => false,
            };
            if !told {
                // Nothing can tell of it.
                std::future::pending().await
            }
        };
        tokio::select! {
            () = self.signals.come() => {}
            () = reader_gone => {}
        }
    }
}

/// Tells when nobody can read standard output any more: there may be nothing to
/// write for hours, and only writing would show it.
#[cfg(unix)]
fn reader_gone() -> Option<oneshot::Receiver<()>> {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let (gone, told) = oneshot::channel();
    let watch = move || {
        let out = io::stdout();
        // What is asked for is nothing; that the other end is gone is always told.
        let mut asked = [PollFd::new(&out, PollFlags::empty())];
        loop {
            match poll(&mut asked, None) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => break,
                Err(_) => return,
            }
        }
        let ended = PollFlags::ERR | PollFlags::HUP;
        if asked.iter().any(|asked| asked.revents().intersects(ended)) {
            // Nobody waits for it when the command ends otherwise.
            let _ = gone.send(());
        }
    };
    // Without a thread the next line shows it.
    std::thread::Builder::new().name("rulebook-reader".to_owned()).spawn(watch).ok()?;
    Some(told)
}

#[cfg(not(unix))]
fn reader_gone() -> Option<oneshot::Receiver<()>> {
    None
}
