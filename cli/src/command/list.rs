//! `rulebook list`: the tools as an agent sees them.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rulebook::{ToolKind, ToolSpec};

use crate::escape;
use crate::exit::Exit;
use crate::loading::{Format, Loading};
use crate::notation;
use crate::output;
use crate::report;
use crate::terminal::Terminal;

/// Show the tools of manifests: what they do, what they take, what they give
#[derive(Args)]
#[command(after_help = "\
With --format json the tools are one array, with their JSON Schemas. When a
manifest does not load, nothing is listed.

Example:
  rulebook list manifests/returns.json --root .")]
pub(crate) struct List {
    /// The manifests whose tools to show
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    loading: Loading,
}

impl List {
    pub(crate) async fn run(&self) -> io::Result<Exit> {
        let mut listed = Vec::new();
        let mut exit = Exit::Done;
        for manifest in &self.manifests {
            match self.loading.load(manifest).await {
                Ok(set) => {
                    let specs: Vec<_> = set.tools().iter().map(|tool| tool.spec()).collect();
                    listed.push((manifest, specs));
                }
                Err(error) => {
                    exit = Exit::Failed;
                    report::show(error.diagnostics());
                }
            }
        }
        if exit != Exit::Done {
            return Ok(exit);
        }
        match self.loading.format {
            Format::Json => {
                let specs = listed.iter().flat_map(|(_, specs)| specs);
                output::json(&specs.map(Arc::as_ref).collect::<Vec<&ToolSpec>>())?;
            }
            Format::Human => {
                let terminal = Terminal::of_stdout();
                let mut blocks = Vec::new();
                for (manifest, specs) in &listed {
                    blocks.push(escape::line(&manifest.display().to_string()).into_owned());
                    blocks.extend(specs.iter().map(|spec| draw(spec, terminal)));
                }
                output::stdout(&blocks.join("\n\n"))?;
            }
        }
        Ok(exit)
    }
}

/// One tool for a person.
fn draw(spec: &ToolSpec, terminal: Terminal) -> String {
    let mut lines = vec![terminal.bold(&escape::line(&spec.name))];
    for line in spec.description.lines() {
        lines.push(format!("  {}", escape::line(line)).trim_end().to_owned());
    }
    lines.push(row("kind", spec.kind.map_or("not stated", ToolKind::as_str)));
    lines.push(row("approval", if spec.requires_approval { "needed" } else { "not needed" }));
    let fields = notation::fields(&spec.input_schema);
    if fields.is_empty() {
        lines.push(row("takes", "nothing"));
    }
    for (index, field) in fields.iter().enumerate() {
        let label = if index == 0 { "takes" } else { "" };
        lines.push(row(label, &format!("{}: {}", field.label(), field.type_name())));
        for line in field.description().into_iter().flat_map(str::lines) {
            lines.push(row("", &format!("  {line}")));
        }
    }
    let gives = spec.output_schema.as_ref().map(notation::type_of);
    lines.push(row("gives", gives.as_deref().unwrap_or("not stated")));
    if let Some(source) = &spec.source {
        lines.push(row("from", &format!("{}, function `{}`", source.script, source.function)));
    }
    lines.join("\n")
}

fn row(label: &str, text: &str) -> String {
    format!("  {label:<9} {}", escape::line(text)).trim_end().to_owned()
}
