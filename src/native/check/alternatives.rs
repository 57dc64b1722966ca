//! An object whose members are named in several places at once, as those of a
//! flattened enum are: the objects that it may be, each with all its members.

use serde_json::{Map, Value};

type Schema = Map<String, Value>;

/// More are not told apart.
const MOST: usize = 64;

/// References that lead on further are not followed.
const FURTHEST: usize = 16;

/// The objects that a schema takes which closes what others in it name; nothing
/// when it does not, or when they cannot be told apart.
pub(super) fn alternatives(root: &Value, schema: &Schema) -> Option<Vec<Schema>> {
    if schema.get("unevaluatedProperties") != Some(&Value::Bool(false)) {
        return None;
    }
    let mut all = merged(root, schema, FURTHEST)?;
    for one in &mut all {
        one.remove("unevaluatedProperties");
        one.entry("additionalProperties").or_insert(Value::Bool(false));
        one.insert("type".to_owned(), "object".into());
    }
    Some(all)
}

/// What a reference within a document means.
pub(in crate::native) fn target<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    let pointer = reference.strip_prefix('#')?;
    root.pointer(&decoded(pointer)?)
}

/// A text without percent signs: each stands before two digits of a byte.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

fn merged(root: &Value, schema: &Schema, room: usize) -> Option<Vec<Schema>> {
    let room = room.checked_sub(1)?;
    let mut own = schema.clone();
    let mut parts: Vec<Vec<Schema>> = Vec::new();
    if let Some(Value::String(reference)) = own.remove("$ref") {
        parts.push(merged(root, target(root, &reference)?.as_object()?, room)?);
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(options)) = own.remove(keyword) {
            let mut any = Vec::new();
            for option in &options {
                any.extend(merged(root, option.as_object()?, room)?);
            }
            parts.push(any);
        }
    }
    if let Some(Value::Array(all)) = own.remove("allOf") {
        for one in &all {
            parts.push(merged(root, one.as_object()?, room)?);
        }
    }
    let mut whole = vec![own];
    for part in parts {
        let each = whole.iter().flat_map(|one| part.iter().map(move |other| joined(one, other)));
        whole = each.collect();
        if whole.len() > MOST {
            return None;
        }
    }
    Some(whole)
}

/// Both in one.
pub(in crate::native) fn joined(one: &Schema, other: &Schema) -> Schema {
    let mut both = one.clone();
    for (keyword, value) in other {
        match (both.get_mut(keyword), value) {
            (None, value) => {
                both.insert(keyword.clone(), value.clone());
            }
            (Some(Value::Object(known)), Value::Object(more))
                if matches!(keyword.as_str(), "properties" | "patternProperties") =>
            {
                for (name, schema) in more {
                    known.entry(name.clone()).or_insert_with(|| schema.clone());
                }
            }
            (Some(Value::Array(known)), Value::Array(more)) if keyword == "required" => {
                for name in more {
                    if !known.contains(name) {
                        known.push(name.clone());
                    }
                }
            }
            // What is said first stands.
            _ => {}
        }
    }
    both
}
