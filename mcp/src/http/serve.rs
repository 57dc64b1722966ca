//! Serving on a listener, to its orderly end.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::error::HttpError;
use super::patient::Patient;
use super::service::HttpService;

/// How long connections have to send what is left once all calls are over.
const CLOSING: Duration = Duration::from_secs(3);

impl HttpService {
    /// Serves on a listener until `shutdown` comes. From then on no calls and sessions
    /// are taken; those in flight finish, for the
    /// [time of grace](super::HttpOptions::grace) at most, and may be given answers that
    /// they wait for; then streams, sessions and connections are closed.
    ///
    /// # Errors
    /// [`HttpError`] when the listener can be reached from other machines and there is no
    /// token, or when it has no address.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()>,
    ) -> Result<(), HttpError> {
        self.may_listen_on(listener.local_addr().map_err(HttpError::Listener)?)?;
        let connections = Connections::new(&self);
        {
            let mut over = pin!(async {
                shutdown.await;
                self.shut_down().await;
            });
            loop {
                tokio::select! {
                    () = &mut over => break,
                    (stream, room) = connections.next(&listener) => connections.serve(stream, room),
                }
            }
        }
        drop(listener);
        connections.close().await;
        Ok(())
    }
}

/// The connections that are open.
struct Connections {
    router: Router,
    /// For the head of a request, and for some of a response to be read.
    time: Duration,
    room: Arc<Semaphore>,
    open: TaskTracker,
    /// No more requests are read.
    closing: CancellationToken,
    /// Nothing more is written.
    cut: CancellationToken,
}

impl Connections {
    fn new(service: &HttpService) -> Self {
        let most = service.options.max_connections.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            router: service.router.clone(),
            time: service.options.request_time,
            room: Arc::new(Semaphore::new(most)),
            open: TaskTracker::new(),
            closing: CancellationToken::new(),
            cut: CancellationToken::new(),
        }
    }

    /// The next connection, once there is room for one.
    async fn next(&self, listener: &TcpListener) -> (TcpStream, OwnedSemaphorePermit) {
        let Ok(room) = Arc::clone(&self.room).acquire_owned().await else {
            return std::future::pending().await;
        };
        loop {
            match listener.accept().await {
                Ok((stream, _)) => return (stream, room),
                Err(error) if is_of_one(&error) => {}
                Err(error) => {
                    // As when there are too many open files: it passes, or is seen to.
                    tracing::error!("no connection can be accepted: {error}");
                    sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }

    fn serve(&self, stream: TcpStream, room: OwnedSemaphorePermit) {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!("a connection may be slow: {error}");
        }
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(self.time);
        let service = TowerToHyperService::new(self.router.clone());
        let stream = TokioIo::new(Patient::new(stream, self.time));
        let connection = builder.serve_connection(stream, service);
        let (closing, cut) = (self.closing.clone(), self.cut.clone());
        self.open.spawn(async move {
            let _room = room;
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = &mut connection => ended,
                () = closing.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    tokio::select! {
                        ended = connection => ended,
                        () = cut.cancelled() => Ok(()),
                    }
                }
            };
            if let Err(error) = ended {
                tracing::debug!("a connection broke off: {error}");
            }
        });
    }

    async fn close(self) {
        self.closing.cancel();
        self.open.close();
        if timeout(CLOSING, self.open.wait()).await.is_err() {
            self.cut.cancel();
            self.open.wait().await;
        }
    }
}

/// Whether an error is one of a single connection, not of the listener.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
