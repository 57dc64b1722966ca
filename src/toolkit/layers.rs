//! The layers of settings that a toolkit has for its tools.

use std::sync::{Arc, PoisonError, RwLock};

use super::catalogue::Catalogue;
use super::storing::Storing;
use crate::nearest::nearest;
use crate::panics;
use crate::quote::quoted;
use crate::settings::{
    ResolvedSettings, SettingsError, SettingsLayer, SettingsLayers, SettingsProblem,
    SettingsRecord, SettingsStore, SettingsValues, StoreError, StoreErrorKind,
};
use crate::tool::Tool;

/// The layers above the code, but for what a run is given.
#[derive(Default)]
pub(super) struct Layers {
    pub(super) host: SettingsValues,
    store: Option<Arc<dyn SettingsStore>>,
    /// The last document that was good.
    stored: RwLock<Arc<SettingsValues>>,
    /// One at a time, so that what came last counts here too.
    storing: Storing,
}

/// What is wrong with a layer, and what of it counts for nothing.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) problems: Vec<SettingsProblem>,
    pub(super) ignored: Vec<SettingsProblem>,
}

impl Findings {
    /// The notes, when nothing is wrong.
    pub(super) fn into_notes(self) -> Result<Vec<SettingsProblem>, SettingsError> {
        SettingsError::unless_none(self.problems)?;
        Ok(self.ignored)
    }

    /// Nothing, when nothing is wrong and everything counts.
    pub(super) fn into_strict(mut self) -> Result<(), SettingsError> {
        self.problems.append(&mut self.ignored);
        SettingsError::unless_none(self.problems)
    }
}

impl Layers {
    pub(super) fn new(host: SettingsValues, store: Option<Arc<dyn SettingsStore>>) -> Self {
        Self { host, store, ..Self::default() }
    }

    /// What is stored, as it was last good.
    pub(super) fn stored(&self) -> Arc<SettingsValues> {
        Arc::clone(&self.stored.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The settings of a call of the tool with a name; none where it takes none.
    pub(super) fn resolve(
        &self,
        name: &str,
        tool: &dyn Tool,
        stored: Option<&SettingsValues>,
        run: &SettingsValues,
    ) -> Result<Option<ResolvedSettings>, SettingsError> {
        let Some(record) = tool.settings() else {
            // The tool may have taken some before its rules were loaded again.
            let said = [(SettingsLayer::Host, &self.host), (SettingsLayer::Run, run)];
            let said = said.into_iter().filter(|(_, values)| says_something(values, name));
            let problems = said.map(|(layer, _)| takes_none(name, layer)).collect();
            return SettingsError::unless_none(problems).map(|()| None);
        };
        let last = stored.is_none().then(|| self.stored());
        let stored = stored.or(last.as_deref());
        let layers = SettingsLayers { host: Some(&self.host), stored, run: Some(run) };
        record.resolve(name, layers).map(Some)
    }

    /// What is wrong with the defaults and the host's configuration.
    pub(super) fn check_host(&self, catalogue: &Catalogue) -> Findings {
        let mut findings = check(catalogue, SettingsLayer::Host, &self.host);
        let others =
            catalogue.tools.iter().filter(|listed| !says_something(&self.host, &listed.spec.name));
        for listed in others {
            match record(&listed.spec.name, &*listed.tool) {
                Ok(Some(record)) => {
                    let found = record.resolve(&listed.spec.name, SettingsLayers::default());
                    add(&mut findings, found);
                }
                Ok(None) => {}
                Err(problem) => findings.problems.push(problem),
            }
        }
        findings
    }

    /// Reads what is stored, and takes it if it is good.
    pub(super) fn load(&self, catalogue: &Catalogue) -> Result<Vec<SettingsProblem>, StoreError> {
        let Some(store) = &self.store else { return Ok(Vec::new()) };
        let _turn = self.storing.turn()?;
        let values = panics::contain(|| store.load()).unwrap_or_else(|| Err(panicked()))?;
        let notes = check(catalogue, SettingsLayer::Stored, &values).into_notes()?;
        self.take(values);
        Ok(notes)
    }

    /// Stores changes, if all of them can be stored.
    pub(super) fn save(
        &self,
        catalogue: &Catalogue,
        changes: &SettingsValues,
    ) -> Result<(), StoreError> {
        let store = self.store.as_ref().ok_or_else(|| {
            let text = "there is nowhere to store settings: give the toolkit a store";
            StoreError::new(StoreErrorKind::Failed, text)
        })?;
        check(catalogue, SettingsLayer::Stored, changes).into_strict()?;
        let _turn = self.storing.turn()?;
        let mut change = |mut values: SettingsValues| {
            values.apply(changes.clone());
            check(catalogue, SettingsLayer::Stored, &values).into_notes()?;
            Ok(values)
        };
        let update = || store.update(&mut change);
        let values = panics::contain(update).unwrap_or_else(|| Err(panicked()))?;
        self.take(values);
        Ok(())
    }

    fn take(&self, values: SettingsValues) {
        let values = Arc::new(values);
        *self.stored.write().unwrap_or_else(PoisonError::into_inner) = values;
    }
}

/// What is wrong with what one layer says of the tools that there are.
pub(super) fn check(
    catalogue: &Catalogue,
    layer: SettingsLayer,
    values: &SettingsValues,
) -> Findings {
    let mut findings = Findings::default();
    for tool in values.tools() {
        if !says_something(values, tool) {
            continue;
        }
        let listed = catalogue.find(tool);
        match listed.map_or(Ok(None), |listed| record(tool, &*listed.tool)) {
            Ok(Some(record)) => add(&mut findings, record.resolve(tool, only(layer, values))),
            Err(problem) => findings.problems.push(problem),
            Ok(None) => {
                let problem = match listed {
                    Some(_) => takes_none(tool, layer),
                    None => unknown(tool, layer, nearest(tool, catalogue.names())),
                };
                match layer {
                    // It may have been there when it was stored.
                    SettingsLayer::Stored => findings.ignored.push(problem),
                    _ => findings.problems.push(problem),
                }
            }
        }
    }
    findings
}

/// Whether a layer has a value for a member of a tool: null is none.
fn says_something(values: &SettingsValues, tool: &str) -> bool {
    values.of(tool).into_iter().flatten().any(|(_, value)| !value.is_null())
}

fn only(layer: SettingsLayer, values: &SettingsValues) -> SettingsLayers<'_> {
    let mut layers = SettingsLayers::default();
    match layer {
        // What the code itself says is held to the same.
        SettingsLayer::Code | SettingsLayer::Host => layers.host = Some(values),
        SettingsLayer::Stored => layers.stored = Some(values),
        SettingsLayer::Run => layers.run = Some(values),
    }
    layers
}

fn add(findings: &mut Findings, resolved: Result<ResolvedSettings, SettingsError>) {
    match resolved {
        Ok(resolved) => findings.ignored.extend(resolved.ignored),
        Err(error) => findings.problems.extend_from_slice(error.problems()),
    }
}

/// What a tool takes, which is code of others.
fn record(name: &str, tool: &dyn Tool) -> Result<Option<Arc<SettingsRecord>>, SettingsProblem> {
    panics::contain(|| tool.settings()).ok_or_else(|| unsaid(name))
}

/// The problem of a tool that panics when it is asked what it takes.
pub(super) fn unsaid(tool: &str) -> SettingsProblem {
    of_tool(tool, SettingsLayer::Code, panics::MESSAGE.to_owned())
}

fn takes_none(tool: &str, layer: SettingsLayer) -> SettingsProblem {
    of_tool(tool, layer, "the tool takes no settings".to_owned())
}

fn unknown(tool: &str, layer: SettingsLayer, near: Option<&str>) -> SettingsProblem {
    let near = near.map(|near| format!("; did you mean {}?", quoted(near))).unwrap_or_default();
    of_tool(tool, layer, format!("there is no such tool{near}"))
}

/// What is wrong with all that a layer says of a tool.
fn of_tool(tool: &str, layer: SettingsLayer, message: String) -> SettingsProblem {
    SettingsProblem { tool: tool.to_owned(), member: String::new(), layer, message }
}

fn panicked() -> StoreError {
    StoreError::new(StoreErrorKind::Failed, "the store of the settings panicked, as the log says")
}
