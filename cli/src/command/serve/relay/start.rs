//! Servers are started, all at the same time, and ended.

use std::pin::pin;
use std::time::Duration;

use rulebook::wording::quoted;
use rulebook_mcp::McpToolCollection;
use tokio::task::JoinSet;

use super::pins::Pins;
use super::plan::Plan;
use super::server::Server;

/// How long a server may take to end when its input ends, and again when it is told to: the
/// command ends within a second.
const GRACE: Duration = Duration::from_millis(300);

/// Starts all servers: their tools, in order, or why the first that failed did. None when
/// the command ends meanwhile. Nothing that was started is left then.
pub(super) async fn all(
    plan: &Plan<'_>,
    pins: Option<&Pins<'_>>,
    ended: impl Future<Output = ()>,
) -> Result<Option<Vec<McpToolCollection>>, String> {
    let (mut starting, mut told) = (JoinSet::new(), pin!(ended));
    for (place, server) in plan.servers.iter().enumerate() {
        let mut builder = plan.builder(server);
        if let Some(pins) = pins {
            builder = pins.pin(&server.name, builder);
        }
        let (connecting, server) = (builder.connect(), server.clone());
        starting.spawn(async move {
            let collection = connecting.await.map_err(|error| why(&server, &error.to_string()))?;
            Ok((place, collection))
        });
    }
    let mut started = Vec::new();
    let ended = loop {
        let next = tokio::select! {
            next = starting.join_next() => next,
            () = &mut told => break Ok(None),
        };
        match next {
            Some(Ok(Ok(one))) => started.push(one),
            Some(Ok(Err(problem))) => break Err(problem),
            Some(Err(error)) => break Err(error.to_string()),
            None => break Ok(Some(())),
        }
    };
    started.sort_by_key(|(place, _)| *place);
    let started: Vec<_> = started.into_iter().map(|(_, collection)| collection).collect();
    if let Ok(Some(())) = ended {
        return Ok(Some(started));
    }
    // The command waits for no task when it ends, so they are waited for here.
    tokio::join!(starting.shutdown(), end(&started));
    ended.map(|_| None)
}

/// Why a server is not there, and what to check, in words of the command line.
fn why(server: &Server, error: &str) -> String {
    let error = error
        .replace("`start_timeout`", "`--mcp-start-timeout`")
        .replace(
            "`inherit_env(\"PATH\")`, or `--mcp-env PATH` on the command line",
            "`--mcp-env PATH`",
        )
        .replace(", or allow it with `plain_http`", "")
        .replace("`choose` gives", "`--mcp-prefix` gives");
    let error = without_renames(&error);
    format!("the server {} of {}: {error}", quoted(&server.name), server.origin)
}

/// What to write is for a program; a prefix is all that the command line gives to names.
fn without_renames(error: &str) -> String {
    let (mut told, mut rest) = (String::new(), error);
    while let Some((before, after)) = rest.split_once("let `choose` give `ToolChoice::") {
        told.push_str(before);
        told.push_str("give another prefix, or choose in a program of yours what becomes of");
        rest = match after.split_once("` for ") {
            Some((_, after)) => {
                told.push(' ');
                after
            }
            None => after,
        };
    }
    told.push_str(rest);
    told
}

/// Ends all servers.
pub(super) async fn end(servers: &[McpToolCollection]) {
    let mut ending = JoinSet::new();
    for server in servers {
        let server = server.clone();
        ending.spawn(async move { server.close_within(GRACE).await });
    }
    while ending.join_next().await.is_some() {}
}
