//! `rulebook call`: runs one tool.

use std::io;
use std::path::PathBuf;

use clap::Args;
use rulebook::{ErrorCode, LoadError, ToolError, ToolSet};
use serde_json::{Map, Value};

use crate::exit::Exit;
use crate::failure::{self, Failure};
use crate::input;
use crate::loading::{Format, Loading};
use crate::output;
use crate::report::Report;
use crate::terminal::Terminal;

/// Call one tool and print its result as a line of JSON
#[derive(Args)]
#[command(after_help = "\
Standard output holds the result and nothing else. When there is none, the
reason goes to standard error; with --format json it goes to standard output, as
{\"error\":{\"code\",\"message\",...}}.

Examples:
  rulebook call manifests/referrals.json assess_referral_readiness '{
    \"service_line\": \"cardiology\", \"has_signed_order\": true,
    \"has_insurance_authorization\": true, \"has_clinical_summary\": false,
    \"has_relevant_imaging\": true }' --root .
  rulebook call manifests/returns.json calculate_refund_amount @order.json --root .
  cat order.json | rulebook call manifests/returns.json calculate_refund_amount - --root .")]
pub(crate) struct Call {
    /// The manifest that has the tool
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,

    /// The tool's name
    #[arg(value_name = "TOOL")]
    tool: String,

    /// A JSON object in one word, - for standard input, @PATH for a file [default: {}]
    #[arg(value_name = "ARGUMENTS")]
    arguments: Option<String>,

    #[command(flatten)]
    loading: Loading,
}

impl Call {
    pub(crate) async fn run(&self) -> io::Result<Exit> {
        let set = match self.loading.load(&self.manifest).await {
            Ok(set) => set,
            Err(error) => return self.did_not_load(&error),
        };
        match self.answer(&set).await {
            Ok(value) => {
                output::json(&value)?;
                Ok(Exit::Done)
            }
            Err(error) => self.failed(error),
        }
    }

    async fn answer(&self, set: &ToolSet) -> Result<Value, ToolError> {
        // A name that is wrong is told at once, before anyone types arguments.
        let known = set.tools().iter().any(|tool| tool.spec().name == self.tool);
        let arguments = match &self.arguments {
            Some(word) if known => {
                let text = input::text(word)
                    .map_err(|problem| ToolError::new(ErrorCode::InvalidArguments, problem))?;
                rulebook::parse_arguments(&text)?
            }
            _ => Map::new(),
        };
        set.call(&self.tool, Value::Object(arguments)).await
    }

    fn did_not_load(&self, error: &LoadError) -> io::Result<Exit> {
        match self.loading.format {
            Format::Human => {
                let drawn = |problem| Report::from(problem).draw(Terminal::of_stderr());
                let reports: Vec<String> = error.diagnostics().iter().map(drawn).collect();
                output::stderr(&reports.join("\n\n"));
            }
            Format::Json => output::json(&Failure::from(error))?,
        }
        Ok(Exit::Failed)
    }

    fn failed(&self, error: ToolError) -> io::Result<Exit> {
        match self.loading.format {
            Format::Human => {
                let root = self.loading.root_of(&self.manifest);
                output::stderr(&failure::draw(&error, root, Terminal::of_stderr()));
            }
            Format::Json => output::json(&Failure::from(error))?,
        }
        Ok(Exit::Failed)
    }
}
