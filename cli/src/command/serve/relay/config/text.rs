//! JSON text in which everything has its place.

use std::collections::HashSet;
use std::fmt::Display;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use rulebook::source::{Position, Source};
use rulebook::wording::quoted;

/// The text of a file.
pub(super) struct Text(Source);

impl Text {
    pub(super) fn new(name: String, text: String) -> Self {
        Self(Source::new(name, text))
    }

    /// The path of the file.
    pub(super) fn name(&self) -> &str {
        self.0.name()
    }

    /// The one value of the text.
    pub(super) fn parse(&self) -> Result<Value<'_>, String> {
        // It decides what JSON is and how deep it may be nested, which the tree with
        // places follows.
        if let Err(error) = serde_json::from_str::<serde_json::Value>(self.0.text()) {
            return Err(self.no_json(&error));
        }
        let strict = ParseOptions {
            allow_comments: false,
            allow_loose_object_property_names: false,
            allow_trailing_commas: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed = parse_to_ast(self.0.text(), &CollectOptions::default(), &strict).ok();
        let value = parsed.and_then(|parsed| parsed.value);
        value.ok_or_else(|| format!("{}:1:1: this is not JSON", self.name()))
    }

    fn no_json(&self, error: &serde_json::Error) -> String {
        // Its columns count bytes, from 1.
        let begin = self.0.offset(Position { line: error.line(), column: 1 });
        let at = begin + error.column().saturating_sub(1);
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        let comment = self.0.text().get(at..).is_some_and(|rest| rest.starts_with('/'));
        let why = match said {
            _ if comment => "it has no comments; remove this one",
            _ if self.0.text().trim().is_empty() => "the file is empty",
            _ if error.is_eof() => "it ends too early",
            "recursion limit exceeded" => "it is nested too deep",
            said => said,
        };
        self.say(at, format_args!("this is not JSON: {why}"))
    }

    /// A sentence about a part of the text.
    pub(super) fn at(&self, part: &impl Ranged, what: &str) -> String {
        self.say(part.start(), what)
    }

    fn say(&self, at: usize, what: impl Display) -> String {
        let Position { line, column } = self.0.position(at);
        format!("{}:{line}:{column}: {what}", self.name())
    }

    /// Where a part of the text is.
    pub(super) fn place(&self, part: &impl Ranged) -> String {
        format!("{}:{}", self.name(), self.0.position(part.start()).line)
    }

    /// A sentence for each member that is given again.
    pub(super) fn repeated(&self, object: &Object<'_>) -> Vec<String> {
        let mut known = HashSet::new();
        let again =
            object.properties.iter().filter(|it| !known.insert(it.name.as_str().to_owned()));
        let told = |name: &str| format!("{} is given twice; keep one", quoted(name));
        again.map(|it| self.at(&it.name, &told(it.name.as_str()))).collect()
    }
}
