//! A server of ours whose tools are taken into a toolkit, which is served again.

use rulebook::Toolkit;
use rulebook_mcp::{McpServer, McpToolCollection, ServerStreams};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWriteExt, BufReader, WriteHalf, duplex, split};

use super::Era;
use super::raw::at;

/// The streams to a server in this process, in the way of an era.
pub(crate) fn streams(server: &McpServer, era: Era) -> ServerStreams {
    let server = server.clone();
    ServerStreams::new(move || {
        let (near, far) = duplex(1 << 16);
        let (input, output) = split(far);
        let server = server.clone();
        match era {
            Era::Stateless => drop(tokio::spawn(async move { server.serve(input, output).await })),
            Era::Sessions => {
                let (within, beyond) = duplex(1 << 16);
                let (answers, requests) = split(within);
                let (read, written) = split(beyond);
                tokio::spawn(async move { server.serve(read, written).await });
                tokio::spawn(older(input, requests, output, answers));
            }
        }
        async move { Ok(split(near)) }
    })
}

/// Passes on what is said, but for what only the newer revision has.
async fn older<S: AsyncWriteExt + AsyncRead + Send + 'static>(
    input: impl AsyncRead + Unpin,
    mut requests: WriteHalf<S>,
    mut output: impl AsyncWriteExt + Unpin + Send + 'static,
    mut answers: impl AsyncRead + Unpin + Send + 'static,
) {
    let mut lines = BufReader::new(input).lines();
    let Ok(Some(first)) = lines.next_line().await else { return };
    let asked: Value = serde_json::from_str(&first).unwrap();
    assert_eq!(*at(&asked, "/method"), "server/discover");
    let error = json!({ "code": -32601, "message": "there is no such method" });
    let refused = json!({ "jsonrpc": "2.0", "id": at(&asked, "/id"), "error": error });
    output.write_all(format!("{refused}\n").as_bytes()).await.unwrap();
    let answering = tokio::spawn(async move { tokio::io::copy(&mut answers, &mut output).await });
    while let Ok(Some(line)) = lines.next_line().await {
        if requests.write_all(format!("{line}\n").as_bytes()).await.is_err() {
            break;
        }
    }
    let _ = requests.shutdown().await;
    let _ = answering.await;
}

/// A collection of what a toolkit offers, which is served in between.
pub(crate) async fn collection(toolkit: Toolkit, era: Era) -> McpToolCollection {
    let served = streams(&McpServer::new(toolkit), era);
    McpToolCollection::builder("far", served).connect().await.unwrap()
}

/// A toolkit of what a toolkit offers, which is served in between.
pub(crate) async fn hop(toolkit: Toolkit, era: Era) -> Toolkit {
    Toolkit::builder().collection(collection(toolkit, era).await).build().unwrap()
}
