//! What the other side is sent: whole lines, in order.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How many bytes may wait for a peer that does not read.
const WAITING: usize = 16 << 20;

/// How long a peer may read nothing while more than that waits for it.
const STALLED: Duration = Duration::from_secs(30);

/// What the other side is sent.
pub(crate) struct Outgoing {
    /// None once there are no more.
    lines: Option<mpsc::UnboundedSender<Queued>>,
    backlog: Arc<Backlog>,
    /// Nothing is written any more.
    closed: CancellationToken,
}

struct Queued {
    line: Vec<u8>,
    written: oneshot::Sender<()>,
}

#[derive(Default)]
struct Backlog {
    bytes: AtomicUsize,
    less: Notify,
}

impl Outgoing {
    /// Writes to a stream, until it fails or this is dropped, and no longer than until
    /// `stop`.
    pub(crate) fn new<W>(output: W, stop: impl Future<Output = ()> + Send + 'static) -> Self
    where
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (lines, queued) = mpsc::unbounded_channel();
        let (backlog, closed) = (Arc::<Backlog>::default(), CancellationToken::new());
        let (left, guard) = (Arc::clone(&backlog), closed.clone().drop_guard());
        tokio::spawn(async move {
            let _guard = guard;
            tokio::select! {
                written = write(output, queued, &left) => {
                    if let Err(error) = written {
                        tracing::debug!("the output can be written no more: {error}");
                    }
                }
                () = stop => {}
            }
        });
        Self { lines: Some(lines), backlog, closed }
    }

    /// Takes a message, at once and in order; the future ends when it is written.
    pub(crate) fn send<M: Serialize>(
        &self,
        message: &M,
    ) -> impl Future<Output = io::Result<()>> + Send + use<M> {
        let sent = serde_json::to_vec(message).map(|line| self.send_line(line));
        async move { sent.map_err(io::Error::other)?.await }
    }

    fn send_line(&self, mut line: Vec<u8>) -> impl Future<Output = io::Result<()>> + Send + use<> {
        line.push(b'\n');
        let (written, done) = oneshot::channel();
        self.backlog.bytes.fetch_add(line.len(), Ordering::AcqRel);
        let queued =
            self.lines.as_ref().is_some_and(|lines| lines.send(Queued { line, written }).is_ok());
        async move {
            match done.await {
                Ok(()) if queued => Ok(()),
                _ => Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }

    /// Waits until the other side has read enough of what waits for it.
    pub(crate) async fn has_room(&self) {
        loop {
            let less = self.backlog.less.notified();
            if self.backlog.bytes.load(Ordering::Acquire) <= WAITING {
                return;
            }
            less.await;
        }
    }

    /// Whether too much waits for the other side.
    #[cfg(feature = "client")]
    pub(crate) fn is_full(&self) -> bool {
        self.backlog.bytes.load(Ordering::Acquire) > WAITING
    }

    /// There are no more lines.
    pub(crate) fn finish(&mut self) {
        self.lines = None;
    }

    /// What tells that nothing is written any more.
    pub(crate) fn closed(&self) -> CancellationToken {
        self.closed.clone()
    }
}

async fn write<W: AsyncWrite + Unpin>(
    mut output: W,
    mut queued: mpsc::UnboundedReceiver<Queued>,
    backlog: &Backlog,
) -> io::Result<()> {
    let mut unflushed = Vec::new();
    while let Some(Queued { line, written }) = queued.recv().await {
        write_line(&mut output, &line, backlog).await?;
        backlog.bytes.fetch_sub(line.len(), Ordering::AcqRel);
        backlog.less.notify_waiters();
        unflushed.push(written);
        if queued.is_empty() {
            output.flush().await?;
            // Whoever does not wait does not have to know.
            unflushed.drain(..).for_each(|written: oneshot::Sender<()>| {
                let _ = written.send(());
            });
        }
    }
    Ok(())
}

/// Writes a line, as long as the other side reads any of it or there is room for what waits.
async fn write_line<W: AsyncWrite + Unpin>(
    output: &mut W,
    mut line: &[u8],
    backlog: &Backlog,
) -> io::Result<()> {
    while !line.is_empty() {
        match timeout(STALLED, output.write(line)).await {
            Ok(written) => match line.get(written?..) {
                Some(rest) if rest.len() < line.len() => line = rest,
                _ => return Err(io::ErrorKind::WriteZero.into()),
            },
            Err(_) if backlog.bytes.load(Ordering::Acquire) <= WAITING => {}
            Err(_) => {
                tracing::warn!(
                    "a connection is given up: the other side reads none of what waits for it"
                );
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }
    Ok(())
}
