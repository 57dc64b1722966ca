//! The layers of settings that a toolkit has for its tools.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use super::catalogue::Catalogue;
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
    /// Held while the store is read or written, so that what came last counts here too.
    storing: Mutex<()>,
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

    /// The settings of a call; none where the tool takes none.
    pub(super) fn resolve(
        &self,
        tool: &dyn Tool,
        stored: Option<&SettingsValues>,
        run: &SettingsValues,
    ) -> Result<Option<ResolvedSettings>, SettingsError> {
        let Some(record) = tool.settings() else { return Ok(None) };
        let last = self.stored();
        let stored = stored.unwrap_or(&last);
        let layers =
            SettingsLayers { host: Some(&self.host), stored: Some(stored), run: Some(run) };
        record.resolve(&tool.spec().name, layers).map(Some)
    }

    /// What is wrong with the defaults and the host's configuration.
    pub(super) fn check_host(&self, catalogue: &Catalogue) -> Findings {
        let mut findings = check(catalogue, SettingsLayer::Host, &self.host);
        let named: Vec<_> = self.host.tools().collect();
        let others = catalogue.tools.iter().filter(|listed| !named.contains(&&*listed.spec.name));
        for listed in others {
            if let Some(record) = record(&*listed.tool) {
                let found = record.resolve(&listed.spec.name, SettingsLayers::default());
                add(&mut findings, found);
            }
        }
        findings
    }

    /// Reads what is stored, and takes it if it is good.
    pub(super) fn load(&self, catalogue: &Catalogue) -> Result<Vec<SettingsProblem>, StoreError> {
        let Some(store) = &self.store else { return Ok(Vec::new()) };
        let _storing = self.storing();
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
        let _storing = self.storing();
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

    fn storing(&self) -> MutexGuard<'_, ()> {
        self.storing.lock().unwrap_or_else(PoisonError::into_inner)
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
        let says_something =
            |name| values.of(name).into_iter().flatten().any(|(_, v)| !v.is_null());
        if !says_something(tool) {
            continue;
        }
        let listed = catalogue.find(tool);
        match listed.and_then(|listed| record(&*listed.tool)) {
            Some(record) => add(&mut findings, record.resolve(tool, only(layer, values))),
            None => {
                let message = match (listed, nearest(tool, catalogue.names())) {
                    (Some(_), _) => "the tool takes no settings".to_owned(),
                    (None, Some(near)) => {
                        format!("there is no such tool; did you mean {}?", quoted(near))
                    }
                    (None, None) => "there is no such tool".to_owned(),
                };
                let (tool, member) = (tool.to_owned(), String::new());
                let problem = SettingsProblem { tool, member, layer, message };
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

fn only(layer: SettingsLayer, values: &SettingsValues) -> SettingsLayers<'_> {
    let mut layers = SettingsLayers::default();
    match layer {
        SettingsLayer::Code => {}
        SettingsLayer::Host => layers.host = Some(values),
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
fn record(tool: &dyn Tool) -> Option<Arc<SettingsRecord>> {
    panics::contain(|| tool.settings()).flatten()
}

fn panicked() -> StoreError {
    StoreError::new(StoreErrorKind::Failed, "the store of the settings panicked, as the log says")
}
