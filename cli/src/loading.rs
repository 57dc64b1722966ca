//! The flags that every command shares, and what they mean for loading.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use rulebook::{Isolation, LoadError, LoadOptions, ToolSet};

use crate::timeout;

/// The flags of every command that loads a manifest.
#[derive(Args)]
pub(crate) struct Bounds {
    /// The folder that no path may leave [default: the manifest's folder]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,

    /// How long the start-up statements or a call may take: 300ms, 2s [default: 2m]
    #[arg(long, value_name = "TIME", value_parser = timeout::parse)]
    pub(crate) timeout: Option<Duration>,
}

/// How to load a manifest, and how to show what comes of it.
#[derive(Args)]
pub(crate) struct Loading {
    #[command(flatten)]
    bounds: Bounds,

    /// Run scripts in a process of their own, with 512 MiB of memory
    #[arg(long)]
    isolate: bool,

    /// Whether a person reads the outcome, or a program
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

/// Who reads the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Human,
    Json,
}

impl Loading {
    /// Loads a manifest with these flags.
    pub(crate) async fn load(&self, manifest: &Path) -> Result<ToolSet, LoadError> {
        self.options().load(manifest).await
    }

    /// Options to load a manifest with, as these flags say.
    pub(crate) fn options(&self) -> LoadOptions {
        let options = self.bounds.options();
        if self.isolate { options.isolation(Isolation::Process) } else { options }
    }

    /// The folder that the files of a manifest are relative to.
    pub(crate) fn root_of<'a>(&'a self, manifest: &'a Path) -> &'a Path {
        self.bounds.root_of(manifest)
    }
}

impl Bounds {
    /// Options to load a manifest with, as these flags say.
    pub(crate) fn options(&self) -> LoadOptions {
        let mut options = ToolSet::options();
        if let Some(root) = &self.root {
            options = options.root(root);
        }
        if let Some(timeout) = self.timeout {
            options = options.timeout(timeout);
        }
        options
    }

    /// The folder that the files of a manifest are relative to.
    pub(crate) fn root_of<'a>(&'a self, manifest: &'a Path) -> &'a Path {
        match &self.root {
            Some(root) => root,
            None => manifest.parent().unwrap_or(manifest),
        }
    }
}
