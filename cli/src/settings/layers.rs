//! `--store` and `--set`: the layers that a command knows, and what comes of them.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rulebook::{
    ErrorCode, Problem, ResolvedSettings, SettingsDocument, SettingsError, SettingsLayer,
    SettingsLayers, SettingsProblem, SettingsRecord, SettingsValues, Tool, ToolError,
};
use rulebook_store::JsonStore;
use serde::Serialize;

use super::assignment::{self, Assignment};
use crate::{escape, output};

/// How much is shown of a name, which may be anything.
const LONGEST: usize = 100;

/// What is said of settings, above the defaults of the code.
#[derive(Args)]
pub(crate) struct Layers {
    /// The file with the stored settings, which is only read
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// A setting of this run: text where it takes text, else JSON; once for each
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment::parse)]
    set: Vec<Assignment>,
}

/// The settings of a tool, and what is to be told of them.
pub(crate) struct Resolved {
    /// What declares them; none where the tool takes no settings.
    pub(crate) record: Option<Arc<SettingsRecord>>,
    pub(crate) settings: ResolvedSettings,
    pub(crate) notes: Vec<Note>,
}

/// Something that was stored and counts for nothing, or is of another version.
#[derive(Debug, Serialize)]
pub(crate) struct Note {
    tool: String,
    /// None where it is about all of them.
    member: Option<String>,
    layer: SettingsLayer,
    message: String,
}

impl Resolved {
    /// Tells a person the notes, on standard error.
    pub(crate) fn tell_notes(&self) {
        for note in &self.notes {
            output::stderr(&format!("note: {}", escape::line(&note.text())));
        }
    }
}

impl Note {
    fn text(&self) -> String {
        let Self { tool, member, layer, message } = self;
        match member {
            Some(member) => {
                let member = escape::start_of(member, LONGEST, "…");
                format!("the {layer} settings of `{tool}`: `{member}`: {message}")
            }
            None => format!("the {layer} settings of `{tool}`: {message}"),
        }
    }
}

impl From<SettingsProblem> for Note {
    fn from(problem: SettingsProblem) -> Self {
        let SettingsProblem { tool, member, layer, message, .. } = problem;
        Self { tool, member: Some(member), layer, message }
    }
}

impl Layers {
    /// Whether they say nothing.
    pub(crate) const fn are_silent(&self) -> bool {
        self.store.is_none() && self.set.is_empty()
    }

    /// The name that is set twice, which says no value.
    pub(crate) fn set_twice(&self) -> Option<&str> {
        let mut seen = HashSet::new();
        self.set.iter().map(|one| one.name.as_str()).find(|name| !seen.insert(*name))
    }

    /// The settings that a tool runs with.
    pub(crate) fn resolve(&self, tool: &dyn Tool) -> Result<Resolved, ToolError> {
        let (record, name) = (tool.settings(), tool.spec().name.clone());
        let nothing = SettingsRecord::new("", Vec::new());
        let members = record.as_deref().unwrap_or(&nothing);
        let stored = self.stored()?;
        let run = self.set.iter().fold(SettingsValues::new(), |run, one| {
            run.set(&name, &one.name, one.value(members.member(&one.name)))
        });
        let layers = SettingsLayers {
            stored: stored.as_ref().map(|stored| &stored.values),
            run: Some(&run),
            ..SettingsLayers::default()
        };
        let mut settings = members.resolve(&name, layers).map_err(|error| self.refused(&error))?;
        let version = stored.and_then(|stored| of_version(&name, &stored));
        let ignored = std::mem::take(&mut settings.ignored);
        let notes = version.into_iter().chain(ignored.into_iter().map(Note::from)).collect();
        Ok(Resolved { record, settings, notes })
    }

    fn stored(&self) -> Result<Option<SettingsDocument>, ToolError> {
        let Some(path) = &self.store else { return Ok(None) };
        let cannot = |message| ToolError::new(ErrorCode::Unavailable, message);
        match JsonStore::at(path).peek() {
            Ok(Some(document)) => Ok(Some(document)),
            Ok(None) => Err(cannot(format!("the file `{}` does not exist", path.display()))),
            Err(error) => Err(cannot(error.to_string())),
        }
    }

    fn refused(&self, error: &SettingsError) -> ToolError {
        let problems = error.problems().iter();
        let problems = problems.map(|problem| {
            let SettingsProblem { member, layer, message, .. } = problem;
            let set =
                self.set.iter().find(|one| *layer == SettingsLayer::Run && one.name == *member);
            let broken = set.is_some_and(Assignment::is_broken_json);
            let broken = if broken { "; as JSON it cannot be read" } else { "" };
            Problem::new(member, format!("{layer} settings: {message}{broken}"))
        });
        ToolError::with_problems(ErrorCode::Unavailable, problems.collect())
    }
}

/// A version that migrations made, or that they would have to raise.
fn of_version(tool: &str, stored: &SettingsDocument) -> Option<Note> {
    let version = stored.schema_version;
    (version != 1).then(|| Note {
        tool: tool.to_owned(),
        member: None,
        layer: SettingsLayer::Stored,
        message: format!(
            "they are of schema version {version}, and are taken as they are: a program may \
             raise them to its own version first"
        ),
    })
}
