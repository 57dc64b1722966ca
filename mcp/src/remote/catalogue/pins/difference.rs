//! What differs between two definitions.

use serde::Serialize;
use serde_json::Value;

/// One place in which a tool differs from what was accepted.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// Where it is in the definition, as a JSON Pointer such as `/description` or
    /// `/inputSchema/properties/path/type`.
    pub place: String,
    /// What was accepted; nothing where it is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Value>,
    /// What the server offers now; nothing where it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offered: Option<Value>,
}

/// What differs between two definitions. The order of members is no difference.
pub(super) fn between(accepted: &Value, offered: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(Some(accepted), Some(offered), String::new(), &mut found);
    found
}

fn compare(
    accepted: Option<&Value>,
    offered: Option<&Value>,
    place: String,
    found: &mut Vec<Difference>,
) {
    match (accepted, offered) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            for (name, value) in old {
                compare(Some(value), new.get(name), below(&place, name), found);
            }
            for (name, value) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
                compare(None, Some(value), below(&place, name), found);
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new)))
            if !(old.iter().chain(new).all(is_plain)) =>
        {
            for index in 0..old.len().max(new.len()) {
                let place = below(&place, &index.to_string());
                compare(old.get(index), new.get(index), place, found);
            }
        }
        (accepted, offered) if is_same(accepted, offered) => {}
        (accepted, offered) => {
            let (accepted, offered) = (accepted.cloned(), offered.cloned());
            found.push(Difference { place, accepted, offered });
        }
    }
}

/// Lists of plain values, such as those of `required` and `enum`, differ as a whole.
fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

/// What is written alike: `0.0` and `-0.0` are not, and neither are `1` and `1.0`.
fn is_same(one: Option<&Value>, other: Option<&Value>) -> bool {
    match (one, other) {
        (Some(Value::Number(one)), Some(Value::Number(other))) => {
            one.to_string() == other.to_string()
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(Some(one), Some(other)))
        }
        (one, other) => one == other,
    }
}

fn below(place: &str, name: &str) -> String {
    format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"))
}
