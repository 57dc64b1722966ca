//! Whoever reads standard output, and may go away.

use std::io;

use tokio::sync::oneshot;

/// Whoever reads standard output, watched from early on.
pub(crate) struct Reader(Option<oneshot::Receiver<()>>);

impl Reader {
    pub(crate) fn watch() -> Self {
        Self(reader_gone())
    }

    /// Waits until nobody can read standard output any more.
    pub(crate) async fn gone(self) {
        let told = match self.0 {
            Some(told) => told.await.is_ok(),
            None => false,
        };
        if !told {
            // Nothing can tell of it.
            std::future::pending().await
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
