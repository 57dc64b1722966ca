//! The task that keeps a server connected.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::service::Peer;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::backoff::Backoff;
use super::keeper::{GRACE, Kept};
use super::listening::listen;
use super::open::Connection;
use super::probe::probe;
use super::refreshing::{Asked, refresh};
use crate::remote::endpoint::McpEndpoint;

/// How soon a lost connection is opened again, and how late at most.
const AGAIN: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));
/// How long a connection has to hold for the next wait to be the shortest again.
const LASTING: Duration = Duration::from_secs(60);
/// How often it is looked whether a client of the host is still open: nothing tells.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Whoever waits for the list to be read again.
type Askers = mpsc::UnboundedReceiver<Asked>;

/// Keeps a server connected until it is closed, or nobody has it any longer.
pub(in crate::remote) async fn keep(kept: Arc<Kept>, connection: Connection, asked: Askers) {
    // However it ends, with its runtime too, whoever asks has to know.
    let _over = Over(&kept);
    tokio::select! {
        biased;
        // Dropping a connection ends it.
        () = kept.stop.cancelled() => {}
        () = until_closed(&kept, connection, asked) => {}
    }
}

struct Over<'a>(&'a Kept);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.is_over();
    }
}

async fn until_closed(kept: &Kept, mut connection: Connection, mut asked: Askers) {
    let mut backoff = Backoff::new(AGAIN.0, AGAIN.1);
    loop {
        let begun = Instant::now();
        let why = tokio::select! {
            biased;
            () = kept.closing.cancelled() => return connection.end(kept.grace()).await,
            why = until_lost(kept, &connection, &mut asked) => why,
        };
        connection.live.pulse.lose(why.clone());
        if begun.elapsed() >= LASTING {
            backoff.begin_anew();
        }
        let next = next_attempt(kept, &mut backoff);
        kept.lost(why, next);
        // Two of one server at once may be in each other's way.
        let ending = refusing(kept, &mut asked, connection.end(GRACE));
        tokio::select! {
            biased;
            // What is given up half way is killed, and has its end waited for.
            () = kept.closing.cancelled() => return connection.end(kept.grace()).await,
            () = ending => {}
        }
        let again = reconnected(kept, &mut asked, (next, &mut backoff));
        tokio::select! {
            biased;
            () = kept.closing.cancelled() => return,
            again = again => connection = again,
        }
    }
}

/// Waits for a connection to be lost, while its list is read whenever it may have changed.
async fn until_lost(kept: &Kept, connection: &Connection, asked: &mut Askers) -> String {
    let live = &connection.live;
    tokio::select! {
        why = connection.lost() => why,
        why = until_host_closes(kept) => why,
        never = probe(live) => match never {},
        never = refresh(kept, live, asked) => match never {},
        never = listen(live) => match never {},
    }
}

async fn until_host_closes(kept: &Kept) -> String {
    let McpEndpoint::Client(peer) = &kept.endpoint else { return pending().await };
    while !peer.is_transport_closed() {
        sleep(LOOK_AGAIN).await;
    }
    "the host's client was closed".to_owned()
}

/// Connects again, as often as it takes.
async fn reconnected(
    kept: &Kept,
    asked: &mut Askers,
    (mut next, backoff): (Option<Instant>, &mut Backoff),
) -> Connection {
    loop {
        refusing(kept, asked, sleep_until_some(next)).await;
        kept.tries();
        match refusing(kept, asked, kept.connect()).await {
            Ok(connection) => return connection,
            Err(error) => {
                next = next_attempt(kept, backoff);
                kept.could_not(&error, next);
            }
        }
    }
}

/// When it is tried again; never, where a client of the host is closed.
fn next_attempt(kept: &Kept, backoff: &mut Backoff) -> Option<Instant> {
    let closed = |peer: &Peer<RoleClient>| peer.is_transport_closed();
    if matches!(&kept.endpoint, McpEndpoint::Client(peer) if closed(peer)) {
        return None;
    }
    let now = Instant::now();
    Some(now.checked_add(backoff.next()).unwrap_or(now))
}

async fn sleep_until_some(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}

/// What a future gives. Meanwhile there is no list to be read.
async fn refusing<F: Future>(kept: &Kept, asked: &mut Askers, future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        tokio::select! {
            biased;
            given = &mut future => return given,
            Some(one) = asked.recv() => {
                // Whoever asked may have gone.
                let _ = one.send(Err(kept.unreachable()));
            }
        }
    }
}
