//! Servers that are reached over HTTP.

use rulebook::{Session, Toolkit};
use rulebook_mcp::http::HttpOptions;
use rulebook_mcp::{McpServer, McpToolCollection, ServerUrl};
use serde_json::json;

use crate::support::hold::Hold;
use crate::support::web::Site;

async fn site(hold: &Hold) -> Site {
    Site::start(&McpServer::new(hold.toolkit()), HttpOptions::new()).await
}

#[tokio::test]
async fn a_servers_tools_are_called_over_http() {
    let site = site(&Hold::default()).await;
    let server = ServerUrl::new(format!("http://{}/mcp", site.address));
    let desk = McpToolCollection::builder("desk", server).connect().await.unwrap();
    let toolkit = Toolkit::builder().collection(desk).build().unwrap();
    let given = json!({ "n": 9_007_199_254_740_993_i64 });
    let outcome = toolkit.call("echo", given.clone(), &Session::new()).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, given);
}
