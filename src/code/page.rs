//! What the guide says about one diagnostic code.

/// The page of a diagnostic code: what is wrong, why it matters, how it is mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The problem in one sentence.
    pub title: &'static str,
    /// Why it is a problem and how to mend it, as Markdown.
    pub explanation: &'static str,
    /// What causes it.
    pub wrong: Example,
    /// The same without the problem.
    pub right: Example,
}

/// An example in a [`Page`].
///
/// Manifests and scripts are whole files: a test loads each and looks at what
/// is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Example {
    /// A manifest, beside the guide's `rules.rhai`.
    Manifest(&'static str),
    /// A script, of which the guide's manifest exports `decide`.
    Script(&'static str),
    /// Something that no text can show, in words.
    Words(&'static str),
}

impl Page {
    pub(super) const fn new(
        title: &'static str,
        explanation: &'static str,
        wrong: Example,
        right: Example,
    ) -> Self {
        Self { title, explanation, wrong, right }
    }
}

impl Example {
    /// The text, without a line break at its end.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Manifest(text) | Self::Script(text) | Self::Words(text) => text,
        }
    }

    /// The language of its code block in Markdown.
    #[must_use]
    pub const fn language(self) -> &'static str {
        match self {
            Self::Manifest(_) => "json",
            Self::Script(_) => "rhai",
            Self::Words(_) => "text",
        }
    }
}
