//! A manifest as it is written, each text with its place.
//!
//! The published schema is generated from these types, so their doc comments
//! are what an editor shows.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::source::Span;
use crate::tool::ToolKind;

/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// The fields of a manifest.
pub(super) const MANIFEST_FIELDS: &[&str] =
    &["$schema", "schemaVersion", "script", "instructions", "constraints", "context", "exports"];

/// The fields of an entry of `exports`.
pub(super) const EXPORT_FIELDS: &[&str] = &[
    "name",
    "function",
    "script",
    "description",
    "parameterDescriptions",
    "kind",
    "requiresApproval",
    "configurable",
    "fixed",
];

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// Which functions of Rhai scripts an agent may call as tools.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(
    rename = "Rulebook manifest",
    rename_all = "camelCase",
    deny_unknown_fields,
    transform = head,
    extend("required" = ["schemaVersion", "exports"])
)]
pub(crate) struct RawManifest {
    /// The script of every export that does not name its own: a path below the
    /// root folder, which is the manifest's own folder unless the host chose a wider one.
    #[schemars(with = "String", regex(pattern = r"\S"))]
    pub(crate) script: Option<Spanned<String>>,

    /// What the agent should know when it uses these tools, one line each.
    #[schemars(with = "Vec<String>", inner(regex(pattern = r"\S")))]
    pub(crate) instructions: Vec<Spanned<String>>,

    /// What the agent must hold to when it uses these tools, one line each.
    #[schemars(with = "Vec<String>", inner(regex(pattern = r"\S")))]
    pub(crate) constraints: Vec<Spanned<String>>,

    /// A function `() -> string?` of the manifest's script; what it gives is told
    /// to the agent before it answers.
    #[schemars(with = "String", regex(pattern = r"\S"))]
    pub(crate) context: Option<Spanned<String>>,

    /// The functions that become tools; no other function can be called.
    #[schemars(length(min = 1))]
    pub(crate) exports: Vec<RawExport>,
}

/// A function that becomes a tool.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(
    rename = "Export",
    rename_all = "camelCase",
    deny_unknown_fields,
    extend("required" = ["name"], "not" = { "required": ["configurable", "fixed"] })
)]
pub(crate) struct RawExport {
    /// The name the agent calls the tool by; no other tool may have it, or one
    /// that differs only in case or in `-` and `_`.
    #[schemars(with = "String", regex(pattern = r"^[a-zA-Z0-9_-]{1,64}$"))]
    pub(crate) name: Spanned<String>,

    /// The function in the script; the tool's name when absent.
    #[schemars(with = "String", regex(pattern = r"\S"))]
    pub(crate) function: Option<Spanned<String>>,

    /// The script the function is in; the manifest's script when absent.
    #[schemars(with = "String", regex(pattern = r"\S"))]
    pub(crate) script: Option<Spanned<String>>,

    /// What the tool does, for the agent; the function's doc comment when absent.
    #[schemars(with = "String", regex(pattern = r"\S"))]
    pub(crate) description: Option<Spanned<String>>,

    /// What each parameter means, by its name, in the order written.
    #[schemars(schema_with = "texts_by_name")]
    pub(crate) parameter_descriptions: Vec<(Spanned<String>, Spanned<String>)>,

    /// What calling the tool can change; when absent, nothing is claimed.
    #[schemars(with = "ToolKind")]
    pub(crate) kind: Option<ToolKind>,

    /// Whether someone has to approve each call before it runs.
    pub(crate) requires_approval: bool,

    /// The settings of the function that may be stored and given for a run; all others
    /// stay the host's. Without this and `fixed`, all are the host's.
    #[schemars(with = "Vec<String>", extend("uniqueItems" = true))]
    pub(crate) configurable: Option<SettingNames>,

    /// The settings of the function that stay the host's; all others may be stored and
    /// given for a run. Not together with `configurable`.
    #[schemars(with = "Vec<String>", extend("uniqueItems" = true))]
    pub(crate) fixed: Option<SettingNames>,
}

/// A list of the names of settings.
#[derive(Clone, Debug)]
pub(crate) struct SettingNames {
    /// Where the name of the field stands that holds it.
    pub(crate) key: Span,
    pub(crate) names: Vec<Spanned<String>>,
}

impl RawExport {
    /// The function's name and where it is written.
    pub(crate) fn function(&self) -> &Spanned<String> {
        self.function.as_ref().unwrap_or(&self.name)
    }
}

/// Puts the two fields first that are checked while reading and then have
/// nothing more to say.
fn head(schema: &mut Schema) {
    let mut properties = Map::new();
    properties.insert(
        "$schema".to_owned(),
        json!({ "description": "Where this schema is, for editors.", "type": "string" }),
    );
    properties.insert(
        "schemaVersion".to_owned(),
        json!({
            "description": "The version of the manifest's format.",
            "type": "integer",
            "const": VERSION,
        }),
    );
    if let Some(Value::Object(others)) = schema.remove("properties") {
        properties.extend(others);
    }
    schema.insert("properties".to_owned(), properties.into());
}

fn texts_by_name(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "additionalProperties": { "type": "string", "pattern": r"\S" }
    })
}
