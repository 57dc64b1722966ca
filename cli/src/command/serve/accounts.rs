//! `--audit`: a line for each call.

use std::path::PathBuf;

use clap::Args;
use rulebook_mcp::Audit;

/// What is kept of calls.
#[derive(Args)]
pub(super) struct Accounts {
    /// A file that gets a line of JSON for each call
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,

    /// Write of each argument its name and kind to that file, and not its value
    #[arg(long, requires = "audit")]
    mask_arguments: bool,
}

impl Accounts {
    /// The log of calls, where one is wanted.
    pub(super) fn audit(&self) -> Result<Option<Audit>, String> {
        let Some(path) = &self.audit else { return Ok(None) };
        let audit = Audit::to_file(path).map_err(|error| {
            format!("the audit log `{}` cannot be written: {error}", path.display())
        })?;
        Ok(Some(if self.mask_arguments { audit.masked() } else { audit }))
    }
}
