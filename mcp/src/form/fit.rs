//! An answer, held to the form that was asked.

use serde_json::{Map, Value};

use super::Form;

/// The members of the form, as they were answered. Others are left out.
///
/// # Errors
/// What does not fit, for the person who is asked again.
pub(crate) fn fit(form: &Form, content: Option<Value>) -> Result<Map<String, Value>, String> {
    let mut given = match content {
        None => Map::new(),
        Some(Value::Object(members)) => members,
        Some(_) => return Err("the answer is no object".to_owned()),
    };
    let mut fitting = Map::new();
    for (name, schema) in &form.members {
        match given.remove(name) {
            None | Some(Value::Null) if form.required.contains(name) => {
                return Err(format!("`{name}` is missing"));
            }
            None | Some(Value::Null) => {}
            Some(value) => {
                member(schema, &value).map_err(|problem| format!("`{name}` {problem}"))?;
                fitting.insert(name.clone(), whole(schema, value));
            }
        }
    }
    Ok(fitting)
}

fn member(schema: &Value, value: &Value) -> Result<(), String> {
    match schema.get("type").and_then(Value::as_str).unwrap_or_default() {
        "string" => text(schema, value),
        "boolean" if value.is_boolean() => Ok(()),
        "boolean" => Err("is neither true nor false".to_owned()),
        "array" => list(schema, value),
        "integer" if !is_integer(value) => Err("is no whole number".to_owned()),
        _ => number(schema, value),
    }
}

/// The number without a fraction that is nothing, where it has to be a whole one.
fn whole(schema: &Value, value: Value) -> Value {
    // What is larger has no exact value there.
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let is_whole = schema.get("type") == Some(&Value::from("integer")) && value.is_f64();
    match value.as_f64() {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and within the range")]
        Some(number) if is_whole && number.abs() <= LARGEST => Value::from(number as i64),
        _ => value,
    }
}

/// Some clients write each number with a fraction.
fn is_integer(value: &Value) -> bool {
    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0)
}

fn number(schema: &Value, value: &Value) -> Result<(), String> {
    let number = value.as_f64().ok_or("is no number")?;
    let bound = |name| schema.get(name).and_then(Value::as_f64);
    match (bound("minimum"), bound("maximum")) {
        (Some(least), _) if number < least => Err(format!("is less than {least}")),
        (_, Some(most)) if number > most => Err(format!("is more than {most}")),
        _ => Ok(()),
    }
}

fn text(schema: &Value, value: &Value) -> Result<(), String> {
    let text = value.as_str().ok_or("is no text")?;
    if let Some(choices) = schema.get("enum").or_else(|| schema.get("oneOf")) {
        return chosen(choices, text);
    }
    let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
    within(schema, ["minLength", "maxLength"], length, "characters")
}

fn list(schema: &Value, value: &Value) -> Result<(), String> {
    let items = value.as_array().ok_or("is no list")?;
    let length = u64::try_from(items.len()).unwrap_or(u64::MAX);
    within(schema, ["minItems", "maxItems"], length, "choices")?;
    let allowed = ["/items/enum", "/items/anyOf"].iter().find_map(|path| schema.pointer(path));
    let allowed = allowed.unwrap_or(&Value::Null);
    items.iter().try_for_each(|item| chosen(allowed, item.as_str().ok_or("has no text")?))
}

fn within(schema: &Value, bounds: [&str; 2], length: u64, of: &str) -> Result<(), String> {
    let [least, most] = bounds.map(|name| schema.get(name).and_then(Value::as_u64));
    match (least, most) {
        (Some(least), _) if length < least => Err(format!("has fewer than {least} {of}")),
        (_, Some(most)) if length > most => Err(format!("has more than {most} {of}")),
        _ => Ok(()),
    }
}

fn chosen(choices: &Value, text: &str) -> Result<(), String> {
    let choices = choices.as_array().map(Vec::as_slice).unwrap_or_default();
    let is_it = |choice: &Value| choice.get("const").unwrap_or(choice).as_str() == Some(text);
    if choices.iter().any(is_it) { Ok(()) } else { Err("is none of the choices".to_owned()) }
}
