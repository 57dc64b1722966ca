//! Why an agent cannot be set up.

/// Why an agent cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the toolkit and the tools beside it both have {}: rename one of each", quoted(.names))]
pub struct SetupError {
    names: Vec<String>,
}

impl SetupError {
    pub(crate) const fn names(names: Vec<String>) -> Self {
        Self { names }
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
