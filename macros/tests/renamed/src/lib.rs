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

/// How to greet.
#[derive(Clone, Copy, Debug, rb::SettingValue)]
#[settings(rename_all = "lowercase")]
pub enum Tone {
    /// As to anyone.
    Plain,
    /// As to a friend.
    Warm,
}

/// Settings.
#[derive(rb::ToolSettings)]
pub struct GreetingSettings {
    #[setting(configurable)]
    tone: Tone,
}

impl Default for GreetingSettings {
    fn default() -> Self {
        Self { tone: Tone::Plain }
    }
}

/// A collection whose tool takes settings.
pub struct Doorman;

#[rb::tool_collection]
impl Doorman {
    /// Greets.
    #[tool]
    fn welcome(&self, settings: &GreetingSettings) -> &'static str {
        match settings.tone {
            Tone::Plain => "welcome",
            Tone::Warm => "come in",
        }
    }
}

/// The library by a path of one's own, as by one who exports it again.
pub mod again {
    pub use rb as rules;

    /// Settings that are told the path.
    #[derive(Default, rb::ToolSettings)]
    #[settings(crate = "crate::again::rules", configurable)]
    pub struct QuietSettings {
        words: Vec<Word>,
    }

    /// A word.
    #[derive(Clone, Debug, rb::SettingValue)]
    #[settings(crate = "crate::again::rules")]
    pub struct Word(String);

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
    async fn settings_are_found_by_both() {
        let tools = Arc::new(super::Doorman).tools();
        let output = tools[0].call(ToolCall::default()).await.unwrap();
        assert_eq!(output.value, "welcome");
        let run = rb::SettingsValues::new().set("welcome", "tone", "warm");
        let layers = rb::SettingsLayers { run: Some(&run), ..Default::default() };
        let settings = tools[0].settings().unwrap().resolve("welcome", layers).unwrap();
        let output = tools[0].call(ToolCall::default().with_settings(settings)).await.unwrap();
        assert_eq!(output.value, "come in");
        let record = <super::again::QuietSettings as rb::ToolSettings>::record();
        assert!(record.members()[0].is_configurable());
    }

    #[tokio::test]
    async fn the_path_of_the_library_may_be_told() {
        let tools = Arc::new(super::again::Quiet).tools();
        let output = tools[0].call(ToolCall::default()).await.unwrap();
        assert!(output.value.is_null());
    }
}
