//! From layers to the values that a call runs with.

use serde::Serialize;
use serde_json::{Map, Value};

use super::error::{SettingsError, SettingsProblem};
use super::layer::SettingsLayer;
use super::record::{SettingsMember, SettingsRecord};
use super::value::SettingFault;
use super::values::SettingsValues;
use crate::convert::is_nested_deeper;
use crate::nearest::nearest;
use crate::quote::quoted;

/// How deep a value may be nested: common readers of JSON stop at 128, and a document
/// has more around it.
const MOST_DEPTH: usize = 100;

/// For how many problems a name is looked for that was meant: for thousands of them, that
/// takes minutes.
const MOST_EXPLAINED: usize = 100;

/// What the layers above the code say.
#[derive(Clone, Copy, Debug, Default)]
pub struct SettingsLayers<'a> {
    /// The host's configuration for the agent.
    pub host: Option<&'a SettingsValues>,
    /// What was stored.
    pub stored: Option<&'a SettingsValues>,
    /// What the run was given.
    pub run: Option<&'a SettingsValues>,
}

/// A member with its value and where that comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResolvedSetting {
    /// The member.
    #[serde(rename = "name")]
    pub member: String,
    /// Its value.
    pub value: Value,
    /// The layer that the value comes from.
    pub layer: SettingsLayer,
    /// Whether stored settings and runs may set it.
    pub configurable: bool,
}

/// The settings that a call runs with.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResolvedSettings {
    /// Every member, in the order of the record.
    pub members: Vec<ResolvedSetting>,
    /// What stored settings say of members that are not theirs to say, which counts
    /// for nothing.
    pub ignored: Vec<SettingsProblem>,
}

impl ResolvedSettings {
    /// The value of a member.
    #[must_use]
    pub fn get(&self, member: &str) -> Option<&Value> {
        self.members.iter().find(|one| one.member == member).map(|one| &one.value)
    }

    /// The values by member, as a tool reads them.
    #[must_use]
    pub fn values(&self) -> Map<String, Value> {
        let members = self.members.iter();
        members.map(|one| (one.member.clone(), one.value.clone())).collect()
    }

    /// Says whether these are the settings of a record with members of these names.
    pub(super) fn hold_to<'a>(
        &self,
        names: impl ExactSizeIterator<Item = &'a str>,
    ) -> Result<(), SettingFault> {
        let foreign = || SettingFault::new("these are the settings of another record");
        if names.len() != self.members.len() {
            return Err(foreign());
        }
        // Both are in the order of the record.
        if names.eq(self.members.iter().map(|one| one.member.as_str())) {
            Ok(())
        } else {
            Err(foreign())
        }
    }

    fn put(&mut self, name: &str, value: Value, layer: SettingsLayer) {
        if let Some(member) = self.members.iter_mut().find(|one| one.member == name) {
            (member.value, member.layer) = (value, layer);
        }
    }
}

impl SettingsRecord {
    /// The settings of a tool that has this record.
    ///
    /// The highest layer that says something of a member counts; records, arrays and
    /// maps are taken whole. What was stored of a fixed member or of one that is gone
    /// is ignored and told: the code may have changed since it was stored.
    ///
    /// # Errors
    /// Every value that cannot be taken: of the wrong type, of a member that there is
    /// not, or of a fixed member in the settings of a run.
    pub fn resolve(
        &self,
        tool: &str,
        layers: SettingsLayers<'_>,
    ) -> Result<ResolvedSettings, SettingsError> {
        let code = self.members().iter().map(|member| ResolvedSetting {
            member: member.name().to_owned(),
            value: member.default_value().clone(),
            layer: SettingsLayer::Code,
            configurable: member.is_configurable(),
        });
        let mut resolved = ResolvedSettings { members: code.collect(), ignored: Vec::new() };
        let problem = |layer, member: &str, message| SettingsProblem {
            tool: tool.to_owned(),
            member: member.to_owned(),
            layer,
            message,
        };
        let faulty = self.members().iter().filter_map(|member| {
            let fault = member.fault()?;
            Some(problem(SettingsLayer::Code, member.name(), fault.to_string()))
        });
        let mut problems: Vec<_> = faulty.collect();
        for (layer, values) in [
            (SettingsLayer::Host, layers.host),
            (SettingsLayer::Stored, layers.stored),
            (SettingsLayer::Run, layers.run),
        ] {
            let said = values.and_then(|values| values.of(tool)).into_iter().flatten();
            for (name, value) in said.filter(|(_, value)| !value.is_null()) {
                let explained = problems.len() + resolved.ignored.len() < MOST_EXPLAINED;
                match self.taken(layer, name, value, explained) {
                    Ok(value) => resolved.put(name, value, layer),
                    Err(Refused { message, outdated }) => {
                        let problem = problem(layer, name, message);
                        if outdated && layer == SettingsLayer::Stored {
                            resolved.ignored.push(problem);
                        } else {
                            problems.push(problem);
                        }
                    }
                }
            }
        }
        SettingsError::unless_none(problems)?;
        Ok(resolved)
    }

    /// Says whether settings that were resolved are those of this record: with its
    /// members, and values of their types.
    ///
    /// # Errors
    /// When they are those of another.
    pub fn check(&self, settings: &ResolvedSettings) -> Result<(), SettingFault> {
        settings.hold_to(self.members().iter().map(SettingsMember::name))?;
        for (member, one) in self.members().iter().zip(&settings.members) {
            member.read(one.value.clone()).map_err(|fault| fault.in_field(member.name()))?;
        }
        Ok(())
    }

    fn taken(
        &self,
        layer: SettingsLayer,
        name: &str,
        value: &Value,
        explained: bool,
    ) -> Result<Value, Refused> {
        let outdated = |message| Refused { message, outdated: true };
        let Some(member) = self.member(name) else {
            let names = self.members().iter().map(SettingsMember::name);
            let near = explained.then(|| nearest(name, names)).flatten();
            return Err(outdated(match near {
                Some(near) => format!("there is no such setting; did you mean {}?", quoted(near)),
                None => "there is no such setting".to_owned(),
            }));
        };
        if layer > SettingsLayer::Host && !member.is_configurable() {
            let text = "it is fixed: only the host's own configuration can set it";
            return Err(outdated(text.to_owned()));
        }
        if is_nested_deeper(value, MOST_DEPTH) {
            let text = format!("it is nested more than {MOST_DEPTH} levels deep");
            return Err(Refused { message: text, outdated: false });
        }
        member
            .read(value.clone())
            .map_err(|fault| Refused { message: fault.to_string(), outdated: false })
    }
}

/// Why a value is not taken.
struct Refused {
    message: String,
    /// Whether it may have been right for an earlier version of the code.
    outdated: bool,
}
