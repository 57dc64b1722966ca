//! One case, as data.

use serde_json::{Value, json};

/// What is loaded and called, and what that must end in.
pub(super) struct Case {
    pub(super) name: String,
    /// Paths and contents; `rules.json` is made when it is not among them.
    pub(super) files: Vec<(String, String)>,
    pub(super) arguments: fn() -> Value,
    pub(super) tool: &'static str,
    pub(super) ends: Ends,
}

/// What a case must end in.
pub(super) enum Ends {
    /// Exactly this.
    Gives(Value),
    /// One of these codes, each with a part of its message.
    Fails(&'static [(&'static str, &'static str)]),
    /// A load error of one of these codes.
    Refused(&'static [&'static str]),
}

/// The end of a call that has to be stopped.
pub(super) const TIMED_OUT: (&str, &str) = ("timed_out", "did not end within");

impl Case {
    /// A script with a function `f`.
    pub(super) fn script(name: &str, script: impl Into<String>, ends: Ends) -> Self {
        Self {
            name: name.to_owned(),
            files: vec![("rules.rhai".to_owned(), script.into())],
            arguments: || json!({}),
            tool: "f",
            ends,
        }
    }

    /// A function `f` that gives an array, with this body.
    pub(super) fn body(name: &str, body: impl AsRef<str>, ends: Ends) -> Self {
        Self::script(name, format!("fn f() -> array {{ {} }}", body.as_ref()), ends)
    }

    /// A body that passes a limit, of which the message says this.
    pub(super) fn limit(
        name: &str,
        body: impl AsRef<str>,
        ends: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self::body(name, body, Ends::Fails(ends))
    }

    /// The same case with a file more.
    pub(super) fn file(mut self, path: &str, content: impl Into<String>) -> Self {
        self.files.push((path.to_owned(), content.into()));
        self
    }

    /// The same case, called with arguments.
    pub(super) fn with(mut self, arguments: fn() -> Value) -> Self {
        self.arguments = arguments;
        self
    }

    /// The same case, calling another tool.
    pub(super) fn calling(mut self, tool: &'static str) -> Self {
        self.tool = tool;
        self
    }
}
