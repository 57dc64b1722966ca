//! The two objects that a manifest is made of, and what messages call them.

use super::raw::{EXPORT_FIELDS, MANIFEST_FIELDS};

/// Which of the two objects of a manifest the fields belong to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    Manifest,
    Export,
}

impl Owner {
    pub(super) const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Manifest => MANIFEST_FIELDS,
            Self::Export => EXPORT_FIELDS,
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::Manifest => Self::Export,
            Self::Export => Self::Manifest,
        }
    }

    /// One of its kind, in a message.
    pub(super) const fn any(self) -> &'static str {
        match self {
            Self::Manifest => "a manifest",
            Self::Export => "an entry of `exports`",
        }
    }

    /// Where its fields belong, in a message.
    pub(super) const fn home(self) -> &'static str {
        match self {
            Self::Manifest => "the manifest itself",
            Self::Export => "an entry of `exports`",
        }
    }

    /// The one at hand, in a message.
    pub(super) const fn this(self) -> &'static str {
        match self {
            Self::Manifest => "the manifest",
            Self::Export => "this entry of `exports`",
        }
    }
}
