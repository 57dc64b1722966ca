//! What a server offers, page by page.

use rmcp::RoleClient;
use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult};
use rmcp::service::{Peer, ServiceError};

use super::asked::ask;
use super::offered::OfferedTool;

/// How many tools one server can have.
const MOST: usize = 1_000;
/// How many pages they may come in.
const PAGES: usize = 100;

/// Every tool that a server offers, in its order; no more than anyone needs.
pub(super) async fn list(peer: &Peer<RoleClient>) -> Result<Vec<OfferedTool>, ServiceError> {
    let (mut tools, mut cursor) = (Vec::new(), None);
    for _ in 0..PAGES {
        let asked = PaginatedRequestParams::default().with_cursor(cursor);
        let request = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(asked));
        let ServerResult::ListToolsResult(page) = ask(peer, request).await? else {
            return Err(ServiceError::UnexpectedResponse);
        };
        tools.extend(page.tools.into_iter().map(OfferedTool::from));
        cursor = page.next_cursor;
        if cursor.is_none() || tools.len() >= MOST {
            break;
        }
    }
    tools.truncate(MOST);
    Ok(tools)
}
