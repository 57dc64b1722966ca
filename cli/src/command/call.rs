//! `rulebook call`: runs one tool.

use std::io;
use std::path::PathBuf;

use clap::Args;
use rulebook::{ErrorCode, ResolvedSettings, Tool, ToolCall, ToolError, ToolSet};
use serde_json::{Map, Value};

use crate::exit::Exit;
use crate::failure;
use crate::input;
use crate::loading::Loading;
use crate::output;
use crate::settings::Layers;

/// Call one tool and print its result as a line of JSON
#[derive(Args)]
#[command(after_help = "\
Standard output holds the result and nothing else. When there is none, the
reason goes to standard error; with --format json it goes to standard output, as
{\"error\":{\"code\",\"message\",...}}.

A tool with settings runs with the defaults in its script, what --store says, and
what --set says; `rulebook settings` shows them. What was stored and counts for
nothing is told in notes, on standard error.

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
    layers: Layers,

    #[command(flatten)]
    loading: Loading,
}

impl Call {
    /// The name that is set twice.
    pub(crate) fn set_twice(&self) -> Option<&str> {
        self.layers.set_twice()
    }

    pub(crate) async fn run(&self) -> io::Result<Exit> {
        let set = match self.loading.load(&self.manifest).await {
            Ok(set) => set,
            Err(error) => return failure::not_loaded(&error, &self.loading),
        };
        match self.answer(&set).await {
            Ok(value) => {
                output::json(&value)?;
                Ok(Exit::Done)
            }
            Err(error) => failure::failed(error, &self.loading, &self.manifest),
        }
    }

    async fn answer(&self, set: &ToolSet) -> Result<Value, ToolError> {
        // A name or a setting that is wrong is told at once, before anyone types arguments.
        let Some(tool) = set.tool(&self.tool) else {
            return set.call(&self.tool, Value::Object(Map::new())).await;
        };
        let settings = match self.layers.are_silent() {
            true => None,
            false => self.settings(&*tool)?,
        };
        let arguments = match &self.arguments {
            Some(word) => {
                let text = input::text(word)
                    .map_err(|problem| ToolError::new(ErrorCode::InvalidArguments, problem))?;
                rulebook::parse_arguments(&text)?
            }
            None => Map::new(),
        };
        let call = ToolCall::new(arguments);
        let call = match settings {
            Some(settings) => call.with_settings(settings),
            None => call,
        };
        Ok(tool.call(call).await?.value)
    }

    /// The settings that it runs with; none where the tool takes none.
    fn settings(&self, tool: &dyn Tool) -> Result<Option<ResolvedSettings>, ToolError> {
        let resolved = self.layers.resolve(tool)?;
        // For a program as well: standard output is for the result.
        resolved.tell_notes();
        Ok(resolved.record.is_some().then_some(resolved.settings))
    }
}
