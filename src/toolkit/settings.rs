//! The settings of a toolkit's tools: shown, checked, stored.

use std::sync::Arc;

use super::catalogue::Listed;
use super::decision::Prepared;
use super::event::ToolkitEvent;
use super::kit::Toolkit;
use super::layers;
use super::options::CallOptions;
use super::refusals::unfit_settings;
use crate::error::ToolError;
use crate::panics;
use crate::quote::quoted;
use crate::settings::{
    ResolvedSettings, SettingsError, SettingsLayer, SettingsProblem, SettingsValues, StoreError,
};

impl Toolkit {
    /// The settings that a call of a tool would run with now: each member's value, and
    /// the layer that it comes from. None when the tool takes no settings, or there is
    /// no such tool.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// use rulebook::{CallOptions, Session, SettingsLayer, SettingsValues, ToolSet, Toolkit};
    ///
    /// let rules = ToolSet::load("samples/settings/rules.json").await?;
    /// let host = SettingsValues::new().set("offer_refund", "ceiling", 80);
    /// let toolkit = Toolkit::builder().collection(rules).settings(host).build()?;
    ///
    /// let run = SettingsValues::new().set("offer_refund", "tone", "friendly");
    /// let options = CallOptions::new(&Session::new()).settings(run);
    /// let settings = toolkit.settings("offer_refund", options)?.ok_or("it takes none")?;
    /// let layers: Vec<_> = settings.members.iter().map(|one| one.layer).collect();
    /// assert_eq!(layers, [SettingsLayer::Host, SettingsLayer::Code, SettingsLayer::Run]);
    /// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// Every value of a layer that does not fit. A call fails then, too.
    pub fn settings(
        &self,
        tool: &str,
        options: impl Into<CallOptions>,
    ) -> Result<Option<ResolvedSettings>, SettingsError> {
        let CallOptions { settings, stored_settings, .. } = options.into();
        let name = tool;
        let Some(tool) = self.tool(name) else { return Ok(None) };
        let resolved = panics::contain(|| {
            let tool = tool.pinned().unwrap_or_else(|| Arc::clone(&tool));
            self.0.layers.resolve(name, &*tool, stored_settings.as_ref(), &settings)
        });
        resolved.unwrap_or_else(|| {
            SettingsError::unless_none(vec![layers::unsaid(name)]).map(|()| None)
        })
    }

    /// Holds what one layer says to the tools that there are now, all of it at once:
    /// what counts for nothing, which only stored settings may hold.
    ///
    /// # Errors
    /// Every value that does not fit.
    pub fn check_settings(
        &self,
        layer: SettingsLayer,
        values: &SettingsValues,
    ) -> Result<Vec<SettingsProblem>, SettingsError> {
        layers::check(&self.catalogue(), layer, values).into_notes()
    }

    /// What is stored, as it was last good.
    #[must_use]
    pub fn stored_settings(&self) -> Arc<SettingsValues> {
        self.0.layers.stored()
    }

    /// Reads what is stored again, and gives what of it counts for nothing: of members
    /// that are fixed, or gone. It blocks until that is done.
    ///
    /// # Errors
    /// When it cannot be read, and every value that does not fit. What was last good
    /// stays then.
    pub fn reload_settings(&self) -> Result<Vec<SettingsProblem>, StoreError> {
        let notes = self.0.layers.load(&self.catalogue())?;
        note(&notes);
        Ok(notes)
    }

    /// Stores changes: a value takes the place of what is stored, and null takes it out,
    /// which leaves the member to the host and the code. It blocks until that is done.
    ///
    /// # Errors
    /// When it cannot be stored, and every value that does not fit, those of members
    /// that are fixed or not there among them. Nothing is stored then.
    pub fn save_settings(&self, changes: &SettingsValues) -> Result<(), StoreError> {
        self.0.layers.save(&self.catalogue(), changes)
    }

    /// The tool as it is now, with the settings of a call.
    pub(super) fn prepared(
        &self,
        listed: &Listed,
        options: &CallOptions,
    ) -> Result<Prepared, ToolError> {
        let Listed { tool, spec, .. } = listed;
        let tool = tool.pinned().unwrap_or_else(|| Arc::clone(tool));
        let CallOptions { settings, stored_settings, record, .. } = options;
        if let Some(record) = record {
            record.prepared(|| tool.revision());
        }
        match self.0.layers.resolve(&spec.name, &*tool, stored_settings.as_ref(), settings) {
            Ok(settings) => Ok(Prepared { tool, settings }),
            Err(unfit) => {
                tracing::error!("a call is refused: {unfit}");
                let (tool, problems) = (spec.name.clone(), unfit.problems().into());
                self.0.listing.tell(ToolkitEvent::SettingsRefused { tool, problems });
                Err(unfit_settings(&spec.name))
            }
        }
    }
}

/// Tells the log what counts for nothing.
pub(super) fn note(ignored: &[SettingsProblem]) {
    for problem in ignored {
        let SettingsProblem { tool, member, message, .. } = problem;
        let (tool, member) = (quoted(tool), quoted(member));
        tracing::warn!(%tool, %member, "a stored setting counts for nothing: {message}");
    }
}
