//! A struct with named fields as a closed object.

use serde_json::{Map, Value, json};

use super::kind::Kind;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::settings::value::SettingFault;

/// A struct that is read from an object and written as one.
pub trait Members: Sized {
    /// Its fields, in order.
    fn members() -> Vec<Member>;

    /// Writes each of them.
    fn write(&self, writer: &mut Writer);

    /// Takes each of them.
    ///
    /// # Errors
    /// The first that is missing, or none of its type.
    fn read(reader: &mut Reader) -> Result<Self, SettingFault>;
}

/// A field as a schema tells it.
#[derive(Debug)]
pub struct Member {
    name: &'static str,
    schema: Value,
    optional: bool,
}

impl Member {
    /// A field of a type, with what a person is told of it.
    #[must_use]
    pub fn new<T>(name: &'static str, kind: Kind<T>, description: Option<&str>) -> Self {
        let mut schema = kind.schema();
        if let (Some(text), Some(keywords)) = (description, schema.as_object_mut()) {
            keywords.insert("description".to_owned(), text.into());
        }
        Self { name, schema, optional: kind.optional }
    }

    /// The same field, which may be absent or null.
    #[must_use]
    pub fn optional(mut self) -> Self {
        if let Some(keywords) = self.schema.as_object_mut()
            && !self.optional
        {
            let description = keywords.shift_remove("description");
            let own = self.schema.take();
            let mut schema = json!({ "anyOf": [own, { "type": "null" }] });
            if let (Some(text), Some(keywords)) = (description, schema.as_object_mut()) {
                keywords.insert("description".to_owned(), text);
            }
            self.schema = schema;
        }
        self.optional = true;
        self
    }
}

/// The members of an object that is written.
#[derive(Debug, Default)]
pub struct Writer {
    members: Map<String, Value>,
    /// Why there is no such object.
    fault: Option<SettingFault>,
}

impl Writer {
    /// One more, unless it is none.
    pub fn put<T>(&mut self, name: &str, value: &T, kind: Kind<T>) {
        match kind.written(value) {
            Ok(Value::Null) => {}
            Ok(value) => drop(self.members.insert(name.to_owned(), value)),
            Err(fault) => drop(self.fault.get_or_insert_with(|| fault.in_field(name))),
        }
    }

    /// One more, where there is one.
    pub fn put_option<T>(&mut self, name: &str, value: Option<&T>, kind: Kind<T>) {
        if let Some(value) = value {
            self.put(name, value, kind);
        }
    }
}

/// The members of an object that is read.
#[derive(Debug)]
pub struct Reader(Map<String, Value>);

impl Reader {
    /// The value of a field.
    ///
    /// # Errors
    /// When it is missing, or none of the type.
    pub fn take<T>(&mut self, name: &str, kind: Kind<T>) -> Result<T, SettingFault> {
        match self.0.shift_remove(name) {
            Some(value) => kind.from_json(value).map_err(|fault| fault.in_field(name)),
            None if kind.optional => kind.from_json(Value::Null),
            None => Err(SettingFault::new(format!("{} is missing", quoted(name)))),
        }
    }

    /// The value of a field, where there is one.
    ///
    /// # Errors
    /// When it is none of the type.
    pub fn take_option<T>(&mut self, name: &str, kind: Kind<T>) -> Result<Option<T>, SettingFault> {
        if self.0.get(name).is_none_or(Value::is_null) {
            Ok(None)
        } else {
            self.take(name, kind).map(Some)
        }
    }
}

/// The schema of the closed object, with what a person is told of it.
#[must_use]
pub fn schema<T: Members>(description: Option<&str>) -> Value {
    let members = T::members();
    let required: Vec<_> =
        members.iter().filter(|member| !member.optional).map(|member| member.name).collect();
    let required = Value::from(required);
    let properties: Map<_, _> =
        members.into_iter().map(|member| (member.name.to_owned(), member.schema)).collect();
    let mut schema = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    if let (Some(text), Some(keywords)) = (description, schema.as_object_mut()) {
        keywords.insert("description".to_owned(), text.into());
    }
    schema
}

/// The object of a struct; null where a part of it has no JSON.
pub fn to_json<T: Members>(value: &T) -> Value {
    written_whole(value).unwrap_or_default()
}

/// The object of a struct.
pub(super) fn written_whole<T: Members>(value: &T) -> Result<Value, SettingFault> {
    let mut writer = Writer::default();
    value.write(&mut writer);
    match writer.fault {
        None => Ok(Value::Object(writer.members)),
        Some(fault) => Err(fault),
    }
}

/// The struct of an object.
///
/// # Errors
/// When it is no object, or its members are not those of the struct.
pub fn from_json<T: Members>(value: Value) -> Result<T, SettingFault> {
    match value {
        Value::Object(members) => read(members),
        other => Err(SettingFault::expected("object", &other)),
    }
}

pub(super) fn read<T: Members>(members: Map<String, Value>) -> Result<T, SettingFault> {
    let known = T::members();
    let known = || known.iter().map(|member| member.name);
    if let Some(name) = members.keys().find(|name| known().all(|known| known != name.as_str())) {
        let help = match nearest(name, known()) {
            Some(near) => format!("did you mean {}?", quoted(near)),
            None => {
                let known: Vec<_> = known().map(quoted).collect();
                match known.as_slice() {
                    [] => "there are no members".to_owned(),
                    known => format!("the members are {}", known.join(", ")),
                }
            }
        };
        return Err(SettingFault::new(format!("{} is no member; {help}", quoted(name))));
    }
    T::read(&mut Reader(members))
}
