//! What is generated keeps to the strictest lints, whatever the methods are.

#![deny(warnings, missing_docs, clippy::pedantic)]
#![deny(unused_qualifications, unused_results, elided_lifetimes_in_paths, single_use_lifetimes)]
#![deny(trivial_casts, let_underscore_drop, unused_lifetimes)]

use std::sync::Arc;

use rulebook::{Session, SessionState, ToolCollection, tool_collection};
use serde::{Deserialize, Serialize};

/// Notes.
#[derive(Debug, Default, Serialize, Deserialize, SessionState)]
struct Notes(Vec<String>);

/// A desk.
#[derive(Debug)]
struct Desk<T, const N: usize>(T, [u8; N]);

#[tool_collection(name = "desk")]
impl<T: Send + Sync + Clone + 'static, const N: usize> Desk<T, N>
where
    Vec<T>: Send,
{
    /** Takes
     * nothing. */
    #[tool(kind = "read")]
    fn nothing(&self, unit: ()) {
        let () = unit;
        let _ = (&self.0, self.1);
    }

    #[doc = "Old."]
    #[tool]
    #[deprecated = "of old"]
    #[must_use]
    fn r#type(&self, mut r#fn: [u8; 2], session: &Session) -> [u8; 2] {
        r#fn.swap(0, 1);
        let _ = (&self.0, session);
        r#fn
    }

    /// Waits.
    #[tool]
    #[inline]
    async fn waits(
        &self,
        session: &Session,
        text: std::borrow::Cow<'static, str>,
    ) -> Result<Option<String>, rulebook::SessionError> {
        let notes = session.get::<Notes>()?;
        let first = notes.0.first();
        tokio::task::yield_now().await;
        let _ = (&self.0, first);
        Ok(Some(text.into_owned()))
    }

    #[context]
    #[deprecated]
    fn context(&self) -> String {
        let _ = &self.0;
        "now".to_owned()
    }
}

#[tokio::test]
async fn generated_code_keeps_to_lints() {
    let desk = Arc::new(Desk("x".to_owned(), [0; 3]));
    let tools = Arc::clone(&desk).tools();
    assert_eq!(tools.len(), 3);
    let call = rulebook::ToolCall::from_json(serde_json::json!({ "fn": [1, 2] })).unwrap();
    assert_eq!(tools[1].call(call).await.unwrap().value, serde_json::json!([2, 1]));
    let context = ToolCollection::context(desk, Session::new()).await.unwrap();
    assert_eq!(context.as_deref(), Some("now"));
}
