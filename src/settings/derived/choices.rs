//! An enum without fields as its names.

use serde_json::{Value, json};

use crate::nearest::nearest;
use crate::quote::quoted;
use crate::settings::value::SettingFault;

/// A variant: its name, and what a person is told of it.
pub type Choice = (&'static str, Option<&'static str>);

/// The schema of the names.
#[must_use]
pub fn choice_schema(choices: &[Choice], description: Option<&str>) -> Value {
    let mut schema = if choices.iter().any(|(_, text)| text.is_some()) {
        let choices = choices.iter().map(|(name, text)| match text {
            Some(text) => json!({ "const": name, "description": text }),
            None => json!({ "const": name }),
        });
        json!({ "type": "string", "oneOf": choices.collect::<Vec<_>>() })
    } else {
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        json!({ "type": "string", "enum": names })
    };
    if let (Some(text), Some(keywords)) = (description, schema.as_object_mut()) {
        keywords.insert("description".to_owned(), text.into());
    }
    schema
}

/// The value that has a name, as a function knows it.
///
/// # Errors
/// The names that there are.
pub fn chosen<T>(
    name: &Value,
    names: &[&str],
    value: impl FnOnce(&str) -> Option<T>,
) -> Result<T, SettingFault> {
    let text = name.as_str();
    if let Some(value) = text.and_then(value) {
        return Ok(value);
    }
    let near = text.and_then(|text| nearest(text, names.iter().copied()));
    let help = near.map(|near| format!("; did you mean {}?", quoted(near))).unwrap_or_default();
    let names: Vec<_> = names.iter().map(|name| quoted(name)).collect();
    let what = match names.as_slice() {
        [one] => one.clone(),
        several => format!("one of {}", several.join(", ")),
    };
    Err(SettingFault::expected(&what, name).and(&help))
}
