//! What is told of a tool in Rust, and what its arguments are held to.

use std::sync::Arc;

use schemars::JsonSchema;
use schemars::generate::SchemaGenerator;
use serde_json::{Map, Value};

use super::check::Check;
use super::output::IntoOutput;
use super::publish::{self, Published};
use crate::error::ToolError;
use crate::settings::{SettingsRecord, ToolSettings};
use crate::tool::{ToolKind, ToolSpec};

/// What is told of a tool in Rust, and what its arguments are held to.
#[derive(Debug)]
pub struct Definition {
    spec: ToolSpec,
    generator: SchemaGenerator,
    parameters: Vec<(String, Option<String>, Value)>,
    /// The parameters that are an option of anything: their schemas say nothing.
    optional: Vec<String>,
    settings: Option<Arc<SettingsRecord>>,
}

/// What tells whether a type is an option.
#[derive(JsonSchema)]
struct Member<T> {
    #[expect(dead_code, reason = "only its schema is asked for")]
    value: T,
}

impl Definition {
    /// A tool without parameters and without a declared result.
    #[must_use]
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            spec: ToolSpec::new(name, description),
            generator: publish::of_arguments(),
            parameters: Vec::new(),
            optional: Vec::new(),
            settings: None,
        }
    }

    /// The settings that it takes, which a model is never told of.
    #[must_use]
    pub fn settings<S: ToolSettings>(mut self) -> Self {
        self.settings = Some(Arc::new(S::record()));
        self
    }

    /// What calling it can change.
    #[must_use]
    pub fn kind(mut self, kind: ToolKind) -> Self {
        self.spec.kind = Some(kind);
        self
    }

    /// Someone has to approve each call.
    #[must_use]
    pub fn requires_approval(mut self) -> Self {
        self.spec.requires_approval = true;
        self
    }

    /// A parameter, with what a model is told of it. It is required unless its type
    /// takes null, as an `Option` does.
    #[must_use]
    pub fn parameter<T: JsonSchema>(mut self, name: &str, description: Option<&str>) -> Self {
        let schema = self.generator.subschema_for::<T>().to_value();
        if says_nothing(&schema) {
            let member = publish::of_arguments().into_root_schema_for::<Member<T>>();
            if member.get("required").is_none() {
                self.optional.push(name.to_owned());
            }
        }
        self.parameters.push((name.to_owned(), description.map(str::to_owned), schema));
        self
    }

    /// What it gives.
    #[must_use]
    pub fn returns<T: JsonSchema>(mut self) -> Self {
        self.spec.output_schema = Some(publish::result::<T>());
        self
    }

    /// The same of anything that a tool can give, which may have no schema.
    pub(super) fn gives<T: IntoOutput>(mut self) -> Self {
        self.spec.output_schema = T::output_schema();
        self
    }

    /// What a model is told, and what the arguments are held to.
    pub(super) fn build(mut self) -> Checked {
        let definitions = self.generator.take_definitions(true);
        if !self.parameters.is_empty() {
            let names = self.parameters.iter().map(|(name, ..)| name.clone());
            let names: Vec<_> = names.filter(|name| !self.optional.contains(name)).collect();
            let Published { schema, unclosed } = publish::input(self.parameters, definitions);
            self.spec.input_schema = with_required(schema, &names);
            return Checked::of_type(self.spec, &unclosed).taking(self.settings);
        }
        Checked::new(self.spec).taking(self.settings)
    }

    /// The same for a type that all arguments are read as at once, and whether that is
    /// `()` or the like, which has no members and is read from null.
    pub(super) fn build_of<A: JsonSchema>(mut self) -> (Checked, bool) {
        let schema = publish::of_arguments().into_root_schema_for::<A>().to_value();
        let takes_nothing = schema.get("type").is_some_and(|name| name == "null");
        if !takes_nothing {
            let Published { schema, unclosed } = publish::whole(schema);
            self.spec.input_schema = as_object(schema);
            return (Checked::of_type(self.spec, &unclosed).taking(self.settings), false);
        }
        (Checked::new(self.spec).taking(self.settings), true)
    }
}

/// The parameters that a call cannot leave out: those that do not take null.
fn with_required(mut schema: Value, names: &[String]) -> Value {
    let takes_null = |name: &str| {
        let mut part = Map::new();
        for (keyword, of) in [("$defs", "$defs"), ("allOf", "properties")] {
            let Some(found) = schema.get(of) else { continue };
            let found = match keyword {
                "allOf" => Value::Array(found.get(name).cloned().into_iter().collect()),
                _ => found.clone(),
            };
            part.insert(keyword.to_owned(), found);
        }
        // What takes anything is no more optional than any other.
        let any = part.get("allOf").and_then(|all| all.get(0)).is_some_and(says_nothing);
        !any && Check::new(&Value::Object(part)).takes_null()
    };
    let required = names.iter().filter(|name| !takes_null(name)).map(|name| name.as_str().into());
    let required = Value::Array(required.collect());
    if let Some(members) = schema.as_object_mut() {
        members.insert("required".to_owned(), required);
    }
    schema
}

fn says_nothing(schema: &Value) -> bool {
    const SAY_NOTHING: [&str; 4] = ["description", "default", "examples", "deprecated"];
    schema
        .as_object()
        .is_none_or(|members| members.keys().all(|keyword| SAY_NOTHING.contains(&keyword.as_str())))
}

/// A schema of several objects says at its top that they are objects.
fn as_object(schema: Value) -> Value {
    match schema {
        Value::Object(members) if !members.contains_key("type") => {
            let mut object = Map::from_iter([("type".to_owned(), "object".into())]);
            object.extend(members);
            Value::Object(object)
        }
        other => other,
    }
}

/// A spec, the check that its arguments are held to, and the settings that it takes.
#[derive(Debug)]
pub(super) struct Checked {
    spec: Arc<ToolSpec>,
    check: Check,
    settings: Option<Arc<SettingsRecord>>,
}

impl Checked {
    pub(super) fn new(spec: ToolSpec) -> Self {
        let check = Check::new(&spec.input_schema);
        Self { check, spec: Arc::new(spec), settings: None }
    }

    fn of_type(spec: ToolSpec, unclosed: &Value) -> Self {
        let check = Check::of_type(&spec.input_schema, unclosed);
        Self { check, spec: Arc::new(spec), settings: None }
    }

    pub(super) fn taking(mut self, settings: Option<Arc<SettingsRecord>>) -> Self {
        self.settings = settings;
        self
    }

    pub(super) fn settings(&self) -> Option<Arc<SettingsRecord>> {
        self.settings.clone()
    }

    pub(super) fn spec(&self) -> Arc<ToolSpec> {
        Arc::clone(&self.spec)
    }

    /// For what is told besides the schemas.
    pub(super) fn spec_mut(&mut self) -> &mut ToolSpec {
        Arc::make_mut(&mut self.spec)
    }

    pub(super) fn normalize(
        &self,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, ToolError> {
        self.check.normalize(arguments)
    }
}
