//! What is wanted, in the words of a message.

use serde_json::Value;

use super::wanted::Wanted;
use crate::convert::words::{kind, list, shorten};

/// What is taken, in short.
pub(super) fn expected(wanted: &Wanted, named: &[Wanted]) -> String {
    match wanted.resolved(named) {
        Wanted::Any | Wanted::Not(_) => "a value".to_owned(),
        Wanted::Never | Wanted::Named(_) => "nothing".to_owned(),
        Wanted::Null => "null".to_owned(),
        Wanted::Bool => "bool".to_owned(),
        Wanted::Int(_) => "int".to_owned(),
        Wanted::Float(_) => "float".to_owned(),
        Wanted::Text(_) => "string".to_owned(),
        Wanted::Choice(texts) => format!("one of {}", list(texts.iter().map(|text| &**text))),
        Wanted::Among(values) => format!("one of {}", values_in_list(values)),
        Wanted::Array(_) => "an array".to_owned(),
        Wanted::Object(members) => {
            let required = members.fields.iter().filter(|field| field.required);
            let names = list(required.map(|field| &*field.name));
            if names.is_empty() {
                "an object".to_owned()
            } else {
                format!("an object with {names}")
            }
        }
        Wanted::Nullable(inner) => format!("{} or null", expected(inner, named)),
        Wanted::Union(union) => one_of(&union.options, named),
        Wanted::All(parts) => parts.first().map_or_else(String::new, |one| expected(one, named)),
    }
}

/// What any of several takes.
pub(super) fn one_of(options: &[Wanted], named: &[Wanted]) -> String {
    let mut all: Vec<String> = Vec::new();
    for option in options {
        let one = expected(option, named);
        if !all.contains(&one) {
            all.push(one);
        }
    }
    // A list of names has commas of its own.
    all.join(" or ")
}

pub(super) fn values_in_list(values: &[Value]) -> String {
    let texts: Vec<_> = values.iter().map(plain_text).collect();
    list(texts.iter().map(String::as_str))
}

/// What was found where several things would have been taken.
pub(super) fn found(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "an empty string".to_owned(),
        Value::String(text) => format!("the string `{}`", shorten(text)),
        Value::Number(number) => format!("`{}`", shorten(&number.to_string())),
        other => kind(other).to_owned(),
    }
}

fn plain_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
