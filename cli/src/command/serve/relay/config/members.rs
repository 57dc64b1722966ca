//! The members of a server in a file, read one by one.

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use rulebook::wording::quoted;

use super::known::{self, Member};
use super::text::Text;
use crate::command::serve::relay::environment::{expand, variable};

/// The members of a server, and a sentence for each mistake among them.
pub(super) struct Members<'a> {
    text: &'a Text,
    object: &'a Object<'a>,
    pub(super) problems: Vec<String>,
}

impl<'a> Members<'a> {
    /// The members of a server, whose names are looked at.
    pub(super) fn of(text: &'a Text, object: &'a Object<'a>, server: &str) -> Self {
        let mut members = Self { text, object, problems: text.repeated(object) };
        for member in &object.properties {
            let key = member.name.as_str();
            match known::member(key) {
                Member::Read => {}
                Member::Others => tracing::debug!(
                    file = text.name(),
                    server,
                    "the member {} is passed over",
                    quoted(key)
                ),
                Member::Wrong(write) => {
                    members.wrong(&member.name, &format!("{} is not read; {write}", quoted(key)));
                }
            }
        }
        members
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a ObjectProp<'a>> {
        self.object.properties.iter().find(|member| member.name.as_str() == name)
    }

    pub(super) fn wrong(&mut self, part: &impl Ranged, what: &str) {
        self.problems.push(self.text.at(part, what));
    }

    /// A text with its variables; none where it is not there, or wrong.
    pub(super) fn string(&mut self, name: &str) -> Option<String> {
        self.read(name, &self.get(name)?.value)
    }

    /// A list of texts; what is wrong in it is left out.
    pub(super) fn list(&mut self, name: &str) -> Vec<String> {
        match self.get(name).map(|member| &member.value) {
            None => Vec::new(),
            Some(Value::Array(list)) => {
                list.elements.iter().filter_map(|value| self.read(name, value)).collect()
            }
            Some(other) => {
                let what = format!("write a list of texts, as `\"{name}\": [\"one\", \"two\"]`");
                self.wrong(other, &what);
                Vec::new()
            }
        }
    }

    /// Texts by name; what is wrong among them is left out.
    pub(super) fn strings(&mut self, name: &str) -> Vec<(String, String)> {
        match self.get(name).map(|member| &member.value) {
            None => Vec::new(),
            Some(Value::Object(object)) => {
                self.problems.extend(self.text.repeated(object));
                let read = object.properties.iter().filter_map(|member| {
                    let key = member.name.as_str();
                    Some((key.to_owned(), self.read(key, &member.value)?))
                });
                read.collect()
            }
            Some(other) => {
                let what =
                    format!("write an object of texts, as `\"{name}\": {{ \"NAME\": \"value\" }}`");
                self.wrong(other, &what);
                Vec::new()
            }
        }
    }

    /// Yes or no; none where it is not there, or wrong.
    pub(super) fn flag(&mut self, name: &str) -> Option<bool> {
        match &self.get(name)?.value {
            Value::BooleanLit(flag) => Some(flag.value),
            other => {
                self.wrong(other, &format!("`{name}` is `true` or `false`"));
                None
            }
        }
    }

    fn read(&mut self, name: &str, value: &Value<'_>) -> Option<String> {
        let Value::StringLit(written) = value else {
            self.wrong(value, &format!("{} is text; write it in double quotes", quoted(name)));
            return None;
        };
        match expand(&written.value, variable) {
            Ok(expanded) => Some(expanded),
            Err(problem) => {
                self.wrong(value, &problem);
                None
            }
        }
    }
}
