//! A crate that knows `rulebook` by another name.

use serde::{Deserialize, Serialize};

/// State of a session.
#[derive(Default, Serialize, Deserialize, rb::SessionState)]
pub struct Greeted(Vec<String>);

/// A collection.
pub struct Greeter;

#[rb::tool_collection]
#[instruction("Greet once.")]
impl Greeter {
    /// Greets someone.
    #[tool(kind = "state")]
    async fn greet(&self, name: String, session: &rb::Session) -> Result<String, rb::ToolError> {
        session.update(|greeted: &mut Greeted| greeted.0.push(name.clone()))?;
        Ok(format!("hello {name}"))
    }

    #[context]
    fn greeted(&self, session: &rb::Session) -> Result<String, rb::SessionError> {
        Ok(session.get::<Greeted>()?.0.join(", "))
    }
}

/// The library by a path of one's own, as by one who exports it again.
pub mod again {
    pub use rb as rules;

    /// A collection that is told the path.
    pub struct Quiet;

    #[rb::tool_collection(crate = "crate::again::rules")]
    impl Quiet {
        /// Says nothing.
        #[tool]
        fn nothing(&self) {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rb::{Session, ToolCall, ToolCollection};

    #[tokio::test]
    async fn the_macros_find_the_library_by_its_other_name() {
        let (greeter, session) = (Arc::new(super::Greeter), Session::new());
        let mut call = ToolCall::default().in_session(&session);
        call.arguments.insert("name".to_owned(), "Ada".into());
        let tools = Arc::clone(&greeter).tools();
        assert_eq!(tools[0].call(call).await.unwrap().value, "hello Ada");
        let context = greeter.context(session.for_collection("greeter")).await;
        assert_eq!(context.unwrap().as_deref(), Some("Ada"));
    }

    #[tokio::test]
    async fn the_path_of_the_library_may_be_told() {
        let tools = Arc::new(super::again::Quiet).tools();
        let output = tools[0].call(ToolCall::default()).await.unwrap();
        assert!(output.value.is_null());
    }
}
