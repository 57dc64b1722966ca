//! The sections of a prompt.

/// A section, in the order in which they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Role,
    Objective,
    Background,
    Instructions,
    Constraints,
    OutputFormat,
    Examples,
}

impl Section {
    /// The name that the section is given by.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Role => "role",
            Self::Objective => "objective",
            Self::Background => "background",
            Self::Instructions => "instructions",
            Self::Constraints => "constraints",
            Self::OutputFormat => "output_format",
            Self::Examples => "examples",
        }
    }

    /// The heading that a model reads.
    pub(super) const fn heading(self) -> &'static str {
        match self {
            Self::Role => "# Role",
            Self::Objective => "# Objective",
            Self::Background => "# Background",
            Self::Instructions => "# Instructions",
            Self::Constraints => "# Constraints",
            Self::OutputFormat => "# Output format",
            Self::Examples => "# Examples",
        }
    }
}
