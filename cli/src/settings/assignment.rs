//! `NAME=VALUE`: what a word of `--set` says of one setting.

use rulebook::SettingsMember;
use serde_json::Value;

const HOW: &str = "write a name, `=` and a value, as in `limit=20`";

/// A setting, and the text of its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) name: String,
    text: String,
}

/// Reads a word; what is before the first `=` is the name.
pub(crate) fn parse(word: &str) -> Result<Assignment, String> {
    match word.split_once('=') {
        None => Err(HOW.to_owned()),
        Some(("", _)) => Err(format!("the name is missing; {HOW}")),
        Some((name, text)) => Ok(Assignment { name: name.to_owned(), text: text.to_owned() }),
    }
}

impl Assignment {
    /// The value: the text itself where the setting takes it as a string, else the JSON
    /// that it is. What is neither is left for the setting to refuse.
    pub(crate) fn value(&self, member: Option<&SettingsMember>) -> Value {
        let text = || Value::String(self.text.clone());
        if member.is_some_and(|member| member.read(text()).is_ok()) {
            return text();
        }
        json(&self.text).unwrap_or_else(text)
    }

    /// Whether the text begins as JSON that is none: cut off, more than one value, a name
    /// twice, a number with more digits than are kept.
    pub(crate) fn is_broken_json(&self) -> bool {
        let begins = |c: char| matches!(c, '[' | '{' | '"' | '-') || c.is_ascii_digit();
        self.text.trim_start().starts_with(begins) && json(&self.text).is_none()
    }
}

/// The value of a JSON text, with every digit; none where it is not one JSON value.
fn json(text: &str) -> Option<Value> {
    let mut members = rulebook::parse_arguments(&format!("{{\"value\": {text}\n}}")).ok()?;
    // A text that closes the object, or goes on in it, is more than a value.
    let value = members.shift_remove("value")?;
    members.is_empty().then_some(value)
}

#[cfg(test)]
mod tests {
    use rulebook::SettingFault;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_word_is_split_at_its_first_sign() {
        let parsed = |word| parse(word).map(|one| (one.name, one.text));
        let pair = |name: &str, text: &str| Ok((name.to_owned(), text.to_owned()));
        assert_eq!(parsed("limit=3"), pair("limit", "3"));
        assert_eq!(parsed("two words= a = b "), pair("two words", " a = b "));
        assert_eq!(parsed("limit="), pair("limit", ""));
        assert_eq!(parsed("limit"), Err(HOW.to_owned()));
        assert_eq!(parsed(""), Err(HOW.to_owned()));
        assert_eq!(parsed("=3"), Err(format!("the name is missing; {HOW}")));
    }

    #[test]
    fn a_value_is_what_the_setting_takes() {
        let member = |takes: fn(&Value) -> bool| {
            SettingsMember::new("x", Value::Null, json!({}), move |value| match takes(&value) {
                true => Ok(value),
                false => Err(SettingFault::expected("another", &value)),
            })
        };
        let string = member(Value::is_string);
        let int = member(Value::is_i64);
        let choice = member(|value| value == "3" || value == &json!(4));
        for (text, of_string, of_int, of_choice) in [
            ("3", json!("3"), json!(3), json!("3")),
            ("4", json!("4"), json!(4), json!(4)),
            ("", json!(""), json!(""), json!("")),
            ("eu", json!("eu"), json!("eu"), json!("eu")),
            ("\"eu\"", json!("\"eu\""), json!("eu"), json!("eu")),
            (
                " [1, {\"a\": null}] ",
                json!(" [1, {\"a\": null}] "),
                json!([1, {"a": null}]),
                json!([1, {"a": null}]),
            ),
            ("null", json!("null"), Value::Null, Value::Null),
            ("[1", json!("[1"), json!("[1"), json!("[1")),
            ("1, \"b\": 2", json!("1, \"b\": 2"), json!("1, \"b\": 2"), json!("1, \"b\": 2")),
            ("1}", json!("1}"), json!("1}"), json!("1}")),
            (
                "1, \"value\": 2",
                json!("1, \"value\": 2"),
                json!("1, \"value\": 2"),
                json!("1, \"value\": 2"),
            ),
            // Not the nearest number that there is.
            ("1e999", json!("1e999"), json!("1e999"), json!("1e999")),
        ] {
            let one = Assignment { name: "x".to_owned(), text: text.to_owned() };
            assert_eq!(one.value(Some(&string)), of_string, "{text}");
            assert_eq!(one.value(Some(&int)), of_int, "{text}");
            assert_eq!(one.value(Some(&choice)), of_choice, "{text}");
            assert_eq!(one.value(None), of_int, "{text}");
        }
    }
}
