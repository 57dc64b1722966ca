//! JSON Schema, as far as this library's own schemas go. A crate for all of it
//! takes minutes to build under a sanitizer, and most of the time of a run.

use serde_json::Value;

/// Whether a value fits a schema; `root` is where its definitions are.
pub fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let keywords = match schema {
        Value::Bool(any) => return *any,
        other => other.as_object().unwrap(),
    };
    keywords.iter().all(|(keyword, with)| match keyword.as_str() {
        "$schema" | "$defs" | "title" | "description" => true,
        "type" => match with {
            Value::String(name) => is(name, value),
            names => names.as_array().unwrap().iter().any(|name| is(name.as_str().unwrap(), value)),
        },
        "const" => value == with || (with.as_f64().is_some() && value.as_f64() == with.as_f64()),
        "enum" => with.as_array().unwrap().contains(value),
        "anyOf" => with.as_array().unwrap().iter().any(|one| fits(root, one, value)),
        "oneOf" => {
            with.as_array().unwrap().iter().filter(|one| fits(root, one, value)).count() == 1
        }
        "$ref" => {
            let to = with.as_str().unwrap().strip_prefix('#').unwrap();
            fits(root, root.pointer(to).unwrap(), value)
        }
        "pattern" => value.as_str().is_none_or(|text| matches(with.as_str().unwrap(), text)),
        "not" => !fits(root, with, value),
        "uniqueItems" => value.as_array().is_none_or(|items| {
            !with.as_bool().unwrap() || (1..items.len()).all(|at| !items[..at].contains(&items[at]))
        }),
        "minItems" => {
            value.as_array().is_none_or(|items| items.len() as u64 >= with.as_u64().unwrap())
        }
        "items" => {
            value.as_array().is_none_or(|items| items.iter().all(|item| fits(root, with, item)))
        }
        "required" => value.as_object().is_none_or(|members| {
            with.as_array().unwrap().iter().all(|name| members.contains_key(name.as_str().unwrap()))
        }),
        "properties" => value.as_object().is_none_or(|members| {
            with.as_object().unwrap().iter().all(|(name, schema)| {
                members.get(name).is_none_or(|member| fits(root, schema, member))
            })
        }),
        "additionalProperties" => value.as_object().is_none_or(|members| {
            let named = keywords.get("properties").and_then(Value::as_object);
            let mut others = members
                .iter()
                .filter(|(name, _)| named.is_none_or(|named| !named.contains_key(*name)));
            others.all(|(_, member)| fits(root, with, member))
        }),
        other => panic!("`{other}` is not known here: {schema}"),
    })
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|float| float == float.trunc()),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("`{other}` is no type"),
    }
}

/// Whether a text matches one of the patterns that there are.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern {
        r"\S" => text.chars().any(|c| !c.is_whitespace() && c != '\u{feff}'),
        r"^[a-zA-Z0-9_-]{1,64}$" => {
            let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            (1..=64).contains(&text.len()) && text.chars().all(letter)
        }
        r"^(-?[1-9][0-9]*(\.[0-9]+)?|-?0\.[0-9]*[1-9][0-9]*|0(\.0+)?)$" => is_decimal(text),
        other => panic!("the pattern `{other}` is not known here"),
    }
}

fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = match unsigned.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (unsigned, None),
    };
    let zero = unsigned.chars().all(|c| "0.".contains(c));
    digits(whole)
        && fraction.is_none_or(digits)
        && (whole == "0" || !whole.starts_with('0'))
        && !(zero && text.starts_with('-'))
}
