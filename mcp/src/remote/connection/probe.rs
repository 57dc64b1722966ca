//! Asking a server whether it is still there.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use rmcp::model::{ClientRequest, DiscoverRequest, DiscoverRequestParams, PingRequest};
use rmcp::service::ServiceError;
use tokio::time::timeout;

use super::asked::{ask, told_to_host};
use super::live::Live;

/// How long it has to answer, with whatever.
const ANSWER: Duration = Duration::from_secs(5);

/// Asks a server again and again whether it is still there, each time when that is due. Where
/// it is not, the connection is lost.
pub(in crate::remote) async fn probe(live: &Live) -> Infallible {
    live.pulse.lose(until_silent(live).await);
    pending().await
}

async fn until_silent(live: &Live) -> String {
    loop {
        live.pulse.due().await;
        let mut answers = live.pulse.answers();
        let asked = async {
            tokio::select! {
                answer = ask(&live.peer, question(live)) => answer.err(),
                _ = answers.changed() => None,
            }
        };
        match timeout(ANSWER, asked).await {
            // That it does not know the question is an answer too.
            Ok(None | Some(ServiceError::McpError(_) | ServiceError::UnexpectedResponse)) => {
                live.pulse.answered();
            }
            Ok(Some(ServiceError::TransportClosed)) => {
                return "the connection was closed".to_owned();
            }
            Ok(Some(error)) => {
                return format!("the server cannot be asked: {}", told_to_host(&error));
            }
            Err(_) => return format!("the server does not answer: not within {ANSWER:?}"),
        }
    }
}

/// What each revision has for it.
fn question(live: &Live) -> ClientRequest {
    if live.speaks_of_sessions() {
        ClientRequest::PingRequest(PingRequest::default())
    } else {
        ClientRequest::DiscoverRequest(DiscoverRequest::new(DiscoverRequestParams {}))
    }
}
