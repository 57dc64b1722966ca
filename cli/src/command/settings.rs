//! `rulebook settings`: the settings of a tool, and where each comes from.

use std::io;
use std::path::PathBuf;

use clap::Args;
use rulebook::{ErrorCode, ResolvedSetting, SettingsMember, ToolError, ToolSet};
use serde::Serialize;
use serde_json::json;

use crate::escape;
use crate::exit::Exit;
use crate::failure;
use crate::loading::{Format, Loading};
use crate::output;
use crate::settings::{Layers, Note, Resolved};
use crate::table::Table;
use crate::terminal::Terminal;

/// Show the settings of a tool: each value, and the layer that it comes from
#[derive(Args)]
#[command(after_help = "\
The layers, lowest first: code, the defaults in the script; host, a program's own
configuration, which no command has; stored, the file of --store; run, --set.
Stored settings and runs reach configurable settings only.

What was stored and counts for nothing is told in notes, on standard error. No
migration runs: the file is taken in the version that it has. JSON looks like
{\"tool\",\"settings\":[{\"name\",\"value\",\"layer\",\"configurable\",\"description\"}],
\"notes\":[{\"tool\",\"member\",\"layer\",\"message\"}]}.

Examples:
  rulebook settings samples/settings/rules.json offer_refund
  rulebook settings samples/settings/rules.json offer_refund --set tone=friendly")]
pub(crate) struct Settings {
    /// The manifest that has the tool
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,

    /// The tool's name
    #[arg(value_name = "TOOL")]
    tool: String,

    #[command(flatten)]
    layers: Layers,

    #[command(flatten)]
    loading: Loading,
}

/// What `--format json` prints.
#[derive(Serialize)]
struct Shown<'a> {
    tool: &'a str,
    settings: Vec<Setting<'a>>,
    notes: &'a [Note],
}

#[derive(Serialize)]
struct Setting<'a> {
    #[serde(flatten)]
    resolved: &'a ResolvedSetting,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
}

impl Settings {
    /// The name that is set twice.
    pub(crate) fn set_twice(&self) -> Option<&str> {
        self.layers.set_twice()
    }

    pub(crate) async fn run(&self) -> io::Result<Exit> {
        let set = match self.loading.load(&self.manifest).await {
            Ok(set) => set,
            Err(error) => return failure::not_loaded(&error, &self.loading),
        };
        match self.resolved(&set).await {
            Ok(resolved) => self.show(&resolved),
            Err(error) => failure::failed(error, &self.loading, &self.manifest),
        }
    }

    async fn resolved(&self, set: &ToolSet) -> Result<Resolved, ToolError> {
        match set.tool(&self.tool) {
            Some(tool) => self.layers.resolve(&*tool),
            // A call of a tool that there is not says so, and names the nearest.
            None => Err(match set.call(&self.tool, json!({})).await {
                Err(error) => error,
                Ok(_) => ToolError::new(ErrorCode::UnknownTool, "there is no such tool"),
            }),
        }
    }

    fn show(&self, resolved: &Resolved) -> io::Result<Exit> {
        let settings: Vec<_> = resolved
            .settings
            .members
            .iter()
            .map(|one| Setting {
                resolved: one,
                description: resolved
                    .record
                    .as_ref()
                    .and_then(|record| record.member(&one.member))
                    .and_then(SettingsMember::description_text),
            })
            .collect();
        match self.loading.format {
            Format::Json => {
                output::json(&Shown { tool: &self.tool, settings, notes: &resolved.notes })?;
            }
            Format::Human => {
                resolved.tell_notes();
                output::stdout(&draw(&self.tool, &settings, Terminal::of_stdout()))?;
            }
        }
        Ok(Exit::Done)
    }
}

/// The settings for a person.
fn draw(tool: &str, settings: &[Setting<'_>], terminal: Terminal) -> String {
    if settings.is_empty() {
        return format!("`{}` takes no settings", escape::line(tool));
    }
    let mut table = Table::new(["setting", "layer", "configurable", "value"]);
    for Setting { resolved, description } in settings {
        let configurable = if resolved.configurable { "yes" } else { "no" };
        // As JSON, which tells the text `3` from the number.
        let value = resolved.value.to_string();
        table.row([&resolved.member, resolved.layer.as_str(), configurable, &value]);
        for line in description.iter().flat_map(|text| text.lines()) {
            table.text(line);
        }
    }
    format!("{}\n{}", terminal.bold(&escape::line(tool)), table.draw())
}
