//! What is told of a tool in Rust, and what its arguments are held to.

use std::sync::Arc;

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::error::ToolError;
use crate::tool::{ToolKind, ToolSpec};

/// What is told of a tool in Rust, and what its arguments are held to.
#[derive(Debug)]
pub struct Definition {
    spec: ToolSpec,
}

impl Definition {
    /// A tool without parameters and without a declared result.
    #[must_use]
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self { spec: ToolSpec::new(name, description) }
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

    /// A parameter, with what a model is told of it.
    #[must_use]
    pub fn parameter<T: JsonSchema>(mut self, name: &str, description: Option<&str>) -> Self {
        let mut schema = SchemaGenerator::default().into_root_schema_for::<T>().to_value();
        if let (Some(text), Some(schema)) = (description, schema.as_object_mut()) {
            schema.insert("description".to_owned(), text.into());
        }
        if let Some(properties) = self.spec.input_schema.get_mut("properties") {
            properties.as_object_mut().map(|all| all.insert(name.to_owned(), schema));
        }
        self
    }

    /// What it gives.
    #[must_use]
    pub fn returns<T: JsonSchema>(mut self) -> Self {
        let schema = SchemaGenerator::default().into_root_schema_for::<T>().to_value();
        self.spec.output_schema = Some(schema);
        self
    }

    /// What a model is told.
    pub(super) fn spec(&self) -> Arc<ToolSpec> {
        Arc::new(self.spec.clone())
    }

    /// The arguments as the schema takes them.
    pub(super) fn normalize(
        &self,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, ToolError> {
        Ok(arguments)
    }
}
