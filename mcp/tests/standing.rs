//! The standing text as instructions.

use rulebook_mcp::McpServer;

use crate::support::shelf::Shelf;
use crate::support::{Era, connect};

/// What a new client is told.
async fn instructions(server: &McpServer, era: Era) -> Option<String> {
    let client = connect(server, era, ()).await;
    client.peer_info().unwrap().instructions.clone()
}

#[tokio::test]
async fn a_client_is_told_the_lines_as_they_are_when_it_comes() {
    for era in Era::BOTH {
        let shelf = Shelf::with_tools(&["a"]);
        let server = McpServer::new(shelf.toolkit());
        assert_eq!(instructions(&server, era).await, None);
        shelf.set_lines(
            &["Order numbers look like A-1234.", " ", "One.\nTwo."],
            &["Never # guess."],
        );
        let told = instructions(&server, era).await.unwrap();
        insta::allow_duplicates! {
            insta::assert_snapshot!(told, @"
            # Instructions

            - Order numbers look like A-1234.
            - One.
              Two.

            # Constraints

            - Never # guess.
            ");
        }
        shelf.set_lines(&[], &["Never guess."]);
        let told = instructions(&server, era).await;
        assert_eq!(told.as_deref(), Some("# Constraints\n\n- Never guess."));
        shelf.set_lines(&[""], &[]);
        assert_eq!(instructions(&server, era).await, None);
    }
}
