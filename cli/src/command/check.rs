//! `rulebook check`: every problem of manifests and their scripts.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use rulebook::{Diagnostic, ToolSet};

use crate::escape;
use crate::exit::Exit;
use crate::loading::{Format, Loading};
use crate::output;
use crate::record::Record;
use crate::report;
use crate::tally::{self, counted};

/// Find every mistake in manifests and in the scripts they name
#[derive(Args)]
#[command(after_help = "\
The start-up statements of the scripts run; no tool is called. All manifests are
checked, and the exit status is 1 when one of them has an error. JSON looks like
{\"diagnostics\":[{\"code\",\"severity\",\"message\",\"file\",\"line\",\"column\",\"help\"}]}.

Examples:
  rulebook check manifests/returns.json manifests/incidents.json --root .
  rulebook check --format json manifests/returns.json --root .")]
pub(crate) struct Check {
    /// The manifests to check
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    loading: Loading,
}

/// What came of one manifest.
struct Outcome {
    /// How many tools it has; none when it did not load.
    tools: Option<usize>,
    diagnostics: Vec<Diagnostic>,
}

#[derive(serde::Serialize)]
struct Listing<'a> {
    diagnostics: Vec<Record<'a>>,
}

impl Check {
    pub(crate) async fn run(&self) -> io::Result<Exit> {
        let mut diagnostics = Vec::new();
        let mut exit = Exit::Done;
        for manifest in &self.manifests {
            let outcome = self.check(manifest).await;
            if outcome.tools.is_none() {
                exit = Exit::Failed;
            }
            match self.loading.format {
                Format::Human => show(manifest, &outcome)?,
                Format::Json => diagnostics.extend(outcome.diagnostics),
            }
        }
        if self.loading.format == Format::Json {
            output::json(&Listing { diagnostics: diagnostics.iter().map(Record::from).collect() })?;
        }
        Ok(exit)
    }

    async fn check(&self, manifest: &Path) -> Outcome {
        match self.loading.load(manifest).await {
            Ok(set) => Outcome::loaded(&set),
            Err(error) => Outcome { tools: None, diagnostics: error.diagnostics().to_vec() },
        }
    }
}

impl Outcome {
    fn loaded(set: &ToolSet) -> Self {
        Self { tools: Some(set.tools().len()), diagnostics: set.warnings().to_vec() }
    }
}

fn show(manifest: &Path, outcome: &Outcome) -> io::Result<()> {
    report::show(&outcome.diagnostics);
    let name = manifest.display().to_string();
    let name = escape::line(&name);
    let warnings = tally::and_warnings(&outcome.diagnostics);
    match outcome.tools {
        Some(tools) => {
            output::stdout(&format!("{name}: ok ({}{warnings})", counted(tools, "tool")))
        }
        None => {
            let errors = tally::errors(&outcome.diagnostics);
            output::stderr(&format!("{name}: {errors}{warnings}"));
            Ok(())
        }
    }
}
