//! What the tools of a generation take, made ready for converting.

use std::sync::Arc;

use rhai::Dynamic;
use serde_json::{Map, Value};

use super::outline::Takes;
use super::oversize::held_to_size;
use super::settings::{Settings, others};
use crate::convert::{self, Param, Shapes};
use crate::error::{ErrorCode, Problem, ToolError};
use crate::script::Limits;
use crate::settings::{ResolvedSettings, SettingsRecord};

/// What the tools of a generation take, in the order of the outline.
pub(super) struct Parameters {
    tools: Vec<Taken>,
    limits: Arc<Limits>,
}

/// What one tool takes.
struct Taken {
    params: Box<[Param]>,
    settings: Option<Box<Settings>>,
}

impl Parameters {
    pub(super) fn new(takes: &[Takes], shapes: &mut Shapes, limits: Limits) -> Self {
        let limits = Arc::new(limits);
        let mut tool = |takes: &Takes| {
            let settings = takes.settings.as_ref();
            let settings = settings.map(|plan| Settings::new(plan, shapes, &limits).into());
            let params = takes.parameters.iter().map(|(name, ty)| shapes.param(name, ty));
            Taken { params: params.collect(), settings }
        };
        Self { tools: takes.iter().map(&mut tool).collect(), limits }
    }

    fn tool(&self, tool: usize) -> Result<&Taken, ToolError> {
        let missing = || ToolError::new(ErrorCode::UnknownTool, "there is no such tool");
        self.tools.get(tool).ok_or_else(missing)
    }

    fn of(&self, tool: usize) -> Result<&[Param], ToolError> {
        Ok(&self.tool(tool)?.params)
    }

    /// The settings of a tool, if it takes any.
    pub(super) fn record(&self, tool: usize) -> Option<&Arc<SettingsRecord>> {
        Some(self.tools.get(tool)?.settings.as_ref()?.record())
    }

    /// The values of the settings that a call was given, held to those of its tool.
    pub(super) fn held(
        &self,
        tool: usize,
        given: Option<&ResolvedSettings>,
    ) -> Result<Option<Map<String, Value>>, ToolError> {
        match &self.tool(tool)?.settings {
            Some(settings) => settings.held(given),
            None if given.is_some_and(|given| !given.members.is_empty()) => Err(others()),
            None => Ok(None),
        }
    }

    /// The script values of a call's arguments, and those of its settings, in the order
    /// of the parameters; the defaults where no settings are given.
    pub(super) fn convert(
        &self,
        tool: usize,
        arguments: Map<String, Value>,
        settings: Option<Map<String, Value>>,
    ) -> Result<Vec<Dynamic>, ToolError> {
        let arguments = held_to_size(arguments, &self.limits)?;
        let Taken { params, settings: taken } = self.tool(tool)?;
        let converted = convert::arguments(params, arguments, self.limits.value_depth);
        let mut values = converted.map_err(invalid)?;
        if let Some(taken) = taken {
            taken.put(settings, &mut values)?;
        }
        Ok(values)
    }

    /// A call's arguments as they are, when they could be converted.
    pub(super) fn checked(
        &self,
        tool: usize,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, ToolError> {
        let arguments = held_to_size(arguments, &self.limits)?;
        convert::checked(self.of(tool)?, arguments, self.limits.value_depth).map_err(invalid)
    }

    /// The same as JSON again: what will run.
    pub(super) fn normalize(
        &self,
        tool: usize,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, ToolError> {
        let arguments = held_to_size(arguments, &self.limits)?;
        convert::normalized(self.of(tool)?, arguments, self.limits.value_depth).map_err(invalid)
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }
}

fn invalid(problems: Vec<Problem>) -> ToolError {
    ToolError::with_problems(ErrorCode::InvalidArguments, problems)
}
