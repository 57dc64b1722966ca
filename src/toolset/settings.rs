//! The settings of a script tool: what is declared, what calls are given, and what
//! the script sees of it.

use std::sync::Arc;

use rhai::Dynamic;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::oversize::excess;
use crate::code::Code;
use crate::convert::{self, Shape, Shapes};
use crate::diagnostic::Diagnostic;
use crate::dismantle::dismantle;
use crate::error::{ErrorCode, Problem, ToolError};
use crate::quote::quoted;
use crate::schema;
use crate::script::{Limits, Script};
use crate::settings::{
    ResolvedSettings, SettingFault, SettingsLayers, SettingsMember, SettingsRecord,
};
use crate::ty::{Field, Ty};

/// The settings of a tool as they are declared, and marked in the manifest.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SettingsPlan {
    pub(super) name: Arc<str>,
    /// Which place they have among the parameters without a session.
    pub(super) place: usize,
    pub(super) members: Vec<MemberPlan>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MemberPlan {
    pub(super) name: Arc<str>,
    pub(super) description: Option<String>,
    pub(super) ty: Ty,
    pub(super) default: Value,
    pub(super) configurable: bool,
}

/// The settings of a tool, made ready for calls.
pub(super) struct Settings {
    place: usize,
    record: Arc<SettingsRecord>,
    /// Of an object with every member.
    shape: Shape,
    depth: usize,
    /// What a script sees where a call has no settings; nothing where limits do not
    /// let it be so large.
    default: Option<Dynamic>,
}

impl Settings {
    pub(super) fn new(plan: &SettingsPlan, shapes: &mut Shapes, limits: &Arc<Limits>) -> Self {
        let members = plan.members.iter();
        let record = members.clone().map(|member| member_of(member, shapes, limits)).collect();
        let record = Arc::new(SettingsRecord::new(&*plan.name, record));
        let field = |member: &MemberPlan| Field {
            name: Arc::clone(&member.name),
            optional: false,
            ty: member.ty.clone(),
        };
        let shape = Shape::new(&Ty::Record(members.map(field).collect()));
        let mut this =
            Self { place: plan.place, record, shape, depth: limits.value_depth, default: None };
        let defaults = this.record.resolve(&plan.name, SettingsLayers::default()).ok();
        this.default = defaults.and_then(|defaults| this.seen(defaults.values()).ok());
        this
    }

    pub(super) const fn record(&self) -> &Arc<SettingsRecord> {
        &self.record
    }

    /// The values that a call was given, held to the record.
    ///
    /// # Errors
    /// `unavailable` when they are those of another record. What a model hears of it
    /// names no setting.
    pub(super) fn held(
        &self,
        given: Option<&ResolvedSettings>,
    ) -> Result<Option<Map<String, Value>>, ToolError> {
        let Some(given) = given else { return Ok(None) };
        let members = self.record.members();
        if given.members.len() != members.len() {
            return Err(others());
        }
        let mut values = Map::with_capacity(members.len());
        for member in members {
            let value = given.get(member.name()).ok_or_else(others)?;
            let value = member.read(value.clone()).map_err(|_| others())?;
            values.insert(member.name().to_owned(), value);
        }
        Ok(Some(values))
    }

    /// Puts what the script sees of the settings in its place among the arguments.
    pub(super) fn put(
        &self,
        held: Option<Map<String, Value>>,
        arguments: &mut Vec<Dynamic>,
    ) -> Result<(), ToolError> {
        let value = match held {
            Some(held) => self.seen(held)?,
            None => self.default.clone().ok_or_else(others)?,
        };
        arguments.insert(self.place.min(arguments.len()), value);
        Ok(())
    }

    fn seen(&self, values: Map<String, Value>) -> Result<Dynamic, ToolError> {
        convert::seen_setting(&self.shape, Value::Object(values), self.depth).map_err(|_| others())
    }
}

fn member_of(member: &MemberPlan, shapes: &mut Shapes, limits: &Arc<Limits>) -> SettingsMember {
    let MemberPlan { name, description, ty, default, configurable } = member;
    let (shape, limits) = (shapes.shape(ty), Arc::clone(limits));
    let read = move |value| read(&shape, value, &limits);
    let made = SettingsMember::new(&**name, default.clone(), schema::setting(ty), read);
    let made = if *configurable { made.configurable() } else { made };
    match description {
        Some(text) => made.description(text),
        None => made,
    }
}

/// Holds a value to the type of its member, and to what a script can have.
fn read(shape: &Shape, value: Value, limits: &Limits) -> Result<Value, SettingFault> {
    if let Some(message) = excess(&value, limits) {
        dismantle(value);
        return Err(SettingFault::new(format!("it {message}")));
    }
    // The object of all members is one level too.
    let depth = limits.value_depth.saturating_sub(1);
    convert::setting(shape, value, depth).map_err(|problems| fault(&problems))
}

/// The problems of defaults that are larger, or nested deeper, than a script can have.
pub(super) fn oversized(script: &Script, limits: &Limits) -> Vec<Diagnostic> {
    let problem = |span, message| {
        let problem = Diagnostic::new(Code::InvalidDefault, message);
        problem.at(script.source(), span).help("write a smaller one")
    };
    let mut problems = Vec::new();
    for settings in script.settings() {
        let (before, mut all) = (problems.len(), Map::new());
        for member in &settings.members {
            let Some((ty, default)) = member.ty.as_ref().zip(member.default.as_ref()) else {
                continue;
            };
            match read(&Shape::new(ty), default.clone(), limits) {
                Ok(default) => drop(all.insert((*member.name).to_owned(), default)),
                Err(fault) => {
                    let name = quoted(&member.name);
                    problems.push(problem(member.span, format!("the default of {name}: {fault}")));
                }
            }
        }
        // A script has them as one map.
        let excess = excess(&Value::Object(all), limits).filter(|_| problems.len() == before);
        problems.extend(excess.map(|excess| {
            let name = quoted(&settings.name);
            problem(settings.name_span, format!("{name} as a whole {excess}"))
        }));
    }
    problems
}

/// Every problem of a value, with its place in it.
fn fault(problems: &[Problem]) -> SettingFault {
    let one = |problem: &Problem| match problem.path.as_str() {
        "" => problem.message.clone(),
        path => format!("at `{path}`, {}", problem.message),
    };
    SettingFault::new(problems.iter().map(one).collect::<Vec<_>>().join("; "))
}

/// What a call ends with whose settings are not those of its tool.
pub(super) fn others() -> ToolError {
    let text = "the call has settings that are not those of the tool as it is now: resolve them \
                again, and call with those";
    ToolError::new(ErrorCode::Unavailable, text)
}
