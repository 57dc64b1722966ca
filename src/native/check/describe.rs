//! What is wanted, in the words of a message.

use serde_json::Value;

use super::wanted::{Tag, Union, Wanted};
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
        Wanted::Union(union) => expected_of(union, named),
        Wanted::All(parts) => parts.first().map_or_else(String::new, |one| expected(one, named)),
    }
}

/// What a union takes, in short.
pub(super) fn expected_of(union: &Union, named: &[Wanted]) -> String {
    match &union.tag {
        None => one_of(union.options.iter(), named),
        Some(tag) => tagged(union, tag, named),
    }
}

/// What any of several takes.
pub(super) fn one_of<'w>(options: impl Iterator<Item = &'w Wanted>, named: &[Wanted]) -> String {
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

/// The same of a union whose objects are told apart by a tag.
fn tagged(union: &Union, tag: &Tag, named: &[Wanted]) -> String {
    let (objects, others): (Vec<_>, Vec<_>) =
        union.options.iter().partition(|option| option.object(named).is_some());
    let object = match tag {
        Tag::Member(name) => format!("an object with {}", list([&**name])),
        Tag::Name => {
            let members = objects.iter().filter_map(|option| option.object(named)?.only());
            format!("an object with one of {}", list(members.map(|only| &*only.name)))
        }
    };
    let others = one_of(others.into_iter(), named);
    if others.is_empty() { object } else { format!("{others} or {object}") }
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
