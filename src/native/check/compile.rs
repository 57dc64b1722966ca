//! A JSON Schema to the tree that values are held to.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::alternatives::{alternatives, target};
use super::bounds::{Bounds, Size};
use super::wanted::{Field, Items, Members, Names, Union, Wanted};

/// Schemas that are nested deeper are not looked into.
const DEEPEST: usize = 128;

/// What a schema takes, and what the references in it mean.
pub(super) fn compile(schema: &Value) -> (Wanted, Vec<Wanted>) {
    let mut compiler =
        Compiler { root: schema, places: HashMap::new(), waiting: Vec::new(), depth: 0 };
    let wanted = compiler.schema(schema);
    let mut named = Vec::new();
    while let Some(reference) = compiler.waiting.get(named.len()).cloned() {
        let meant = target(schema, &reference).map_or(Wanted::Any, |meant| compiler.schema(meant));
        named.push(meant);
    }
    (wanted, named)
}

struct Compiler<'s> {
    root: &'s Value,
    places: HashMap<String, usize>,
    /// The references in the order of their places.
    waiting: Vec<String>,
    depth: usize,
}

impl Compiler<'_> {
    fn schema(&mut self, schema: &Value) -> Wanted {
        match schema {
            Value::Bool(false) => Wanted::Never,
            Value::Object(schema) if self.depth < DEEPEST => {
                self.depth += 1;
                let wanted = self.object(schema);
                self.depth -= 1;
                wanted
            }
            _ => Wanted::Any,
        }
    }

    fn object(&mut self, schema: &Map<String, Value>) -> Wanted {
        if let Some(all) = alternatives(self.root, schema) {
            let options = all.iter().map(|one| self.object(one)).collect();
            return union(options, false);
        }
        let mut parts = Vec::new();
        parts.extend(self.own(schema));
        if let Some(Value::String(reference)) = schema.get("$ref") {
            parts.push(self.reference(reference));
        }
        for part in list(schema, "allOf") {
            parts.push(self.schema(part));
        }
        for (keyword, exclusive) in [("anyOf", false), ("oneOf", true)] {
            if schema.get(keyword).is_some_and(Value::is_array) {
                let options = list(schema, keyword).iter().map(|one| self.schema(one)).collect();
                parts.push(union(options, exclusive));
            }
        }
        if let Some(not) = schema.get("not") {
            parts.push(Wanted::Not(Box::new(self.schema(not))));
        }
        match parts.len() {
            0 => Wanted::Any,
            1 => parts.remove(0),
            _ => Wanted::All(parts.into()),
        }
    }

    fn reference(&mut self, reference: &str) -> Wanted {
        let next = self.waiting.len();
        let place = *self.places.entry(reference.to_owned()).or_insert(next);
        if place == next {
            self.waiting.push(reference.to_owned());
        }
        Wanted::Named(place)
    }

    /// What the schema itself says, without what it refers to.
    fn own(&mut self, schema: &Map<String, Value>) -> Option<Wanted> {
        let types: Option<Vec<&str>> = match schema.get("type") {
            Some(Value::String(name)) => Some(vec![name.as_str()]),
            Some(Value::Array(names)) => Some(names.iter().filter_map(Value::as_str).collect()),
            _ if has_members(schema) => Some(vec!["object"]),
            _ => None,
        };
        let values = match (schema.get("const"), schema.get("enum")) {
            (Some(value), _) => Some(vec![value.clone()]),
            (None, Some(Value::Array(values))) => Some(values.clone()),
            _ => None,
        };
        let nullable = match (&types, &values) {
            (None, None) => return None,
            (types, values) => {
                types.as_ref().is_none_or(|types| types.contains(&"null"))
                    && values.as_ref().is_none_or(|values| values.contains(&Value::Null))
            }
        };
        let types = types.map(|types| types.into_iter().filter(|name| *name != "null").collect());
        let values = values.map(|all| all.into_iter().filter(|value| !value.is_null()).collect());
        let wanted = match (types, values) {
            (types, Some(values)) => self.values(types, values, schema),
            (Some(types), None) => self.types(&types, schema),
            (None, None) => None,
        };
        Some(match wanted {
            Some(wanted) if nullable => Wanted::Nullable(Box::new(wanted)),
            Some(wanted) => wanted,
            None if nullable => Wanted::Null,
            None => Wanted::Never,
        })
    }

    fn values(
        &mut self,
        types: Option<Vec<&str>>,
        values: Vec<Value>,
        schema: &Map<String, Value>,
    ) -> Option<Wanted> {
        if values.is_empty() {
            return None;
        }
        let texts: Option<Vec<Arc<str>>> =
            values.iter().map(|v| v.as_str().map(Arc::from)).collect();
        let only_texts = types.as_ref().is_none_or(|types| *types == ["string"]);
        match texts {
            Some(texts) if only_texts => Some(Wanted::Choice(texts.into())),
            _ => {
                let among = Wanted::Among(values.into());
                let typed = types.and_then(|types| self.types(&types, schema));
                Some(match typed {
                    Some(typed) => Wanted::All([typed, among].into()),
                    None => among,
                })
            }
        }
    }

    fn types(&mut self, types: &[&str], schema: &Map<String, Value>) -> Option<Wanted> {
        let mut options: Vec<_> = types.iter().map(|name| self.typed(name, schema)).collect();
        match options.len() {
            0 => None,
            1 => options.pop(),
            _ => Some(union(options, false)),
        }
    }

    fn typed(&mut self, name: &str, schema: &Map<String, Value>) -> Wanted {
        match name {
            "boolean" => Wanted::Bool,
            "integer" => Wanted::Int(Bounds::of(schema)),
            "number" => Wanted::Float(Bounds::of(schema)),
            "string" => Wanted::Text(Size::of(schema, "minLength", "maxLength")),
            "array" => Wanted::Array(Arc::new(self.items(schema))),
            "object" => Wanted::Object(Arc::new(self.members(schema))),
            _ => Wanted::Any,
        }
    }

    fn items(&mut self, schema: &Map<String, Value>) -> Items {
        let first: Box<[_]> =
            list(schema, "prefixItems").iter().map(|one| self.schema(one)).collect();
        let rest = schema.get("items").map_or(Wanted::Any, |rest| self.schema(rest));
        let mut size = Size::of(schema, "minItems", "maxItems");
        if matches!(rest, Wanted::Never) {
            let most = u64::try_from(first.len()).unwrap_or(u64::MAX);
            size.most = Some(size.most.map_or(most, |known| known.min(most)));
        }
        let unique = schema.get("uniqueItems") == Some(&Value::Bool(true));
        Items { first, rest, size, unique }
    }

    fn members(&mut self, schema: &Map<String, Value>) -> Members {
        let rest = schema.get("additionalProperties").or(schema.get("unevaluatedProperties"));
        let is_open = rest.is_none();
        let rest = rest.map_or(Wanted::Any, |rest| self.schema(rest));
        let required = list(schema, "required");
        let is_required = |name: &str| required.iter().any(|required| required == name);
        let mut fields = Vec::new();
        if let Some(Value::Object(properties)) = schema.get("properties") {
            for (name, property) in properties {
                let (required, wanted) = (is_required(name), self.schema(property));
                fields.push(Field { name: name.as_str().into(), required, wanted });
            }
        }
        for name in required.iter().filter_map(Value::as_str) {
            if fields.iter().all(|field| *field.name != *name) {
                fields.push(Field { name: name.into(), required: true, wanted: rest.clone() });
            }
        }
        let mut patterns = Vec::new();
        if let Some(Value::Object(schemas)) = schema.get("patternProperties") {
            for (pattern, schema) in schemas {
                let names = match pattern.as_str() {
                    r"^\d+$" => Names::Digits,
                    r"^-?\d+$" => Names::SignedDigits,
                    _ => Names::Unknown,
                };
                patterns.push((names, self.schema(schema)));
            }
        }
        let size = Size::of(schema, "minProperties", "maxProperties");
        Members { fields: fields.into(), patterns: patterns.into(), rest, is_open, size }
    }
}

/// Whether keywords of objects are there. Without a type they say nothing of other
/// values, but whoever writes them means an object.
fn has_members(schema: &Map<String, Value>) -> bool {
    ["properties", "required", "additionalProperties"].iter().any(|key| schema.contains_key(*key))
}

fn list<'s>(schema: &'s Map<String, Value>, keyword: &str) -> &'s [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Any of several. Null among them makes the rest nullable, and texts are one choice.
fn union(options: Vec<Wanted>, exclusive: bool) -> Wanted {
    let (mut nullable, mut texts, mut rest) = (false, Vec::new(), Vec::new());
    let mut place = None;
    for mut option in options {
        if let Wanted::Nullable(inner) = option {
            nullable = true;
            option = *inner;
        }
        match option {
            Wanted::Null => nullable = true,
            Wanted::Never => {}
            Wanted::Choice(more) => {
                place.get_or_insert(rest.len());
                texts.extend(more.iter().cloned());
            }
            other => rest.push(other),
        }
    }
    if let Some(place) = place {
        rest.insert(place, Wanted::Choice(texts.into()));
    }
    let wanted = match rest.len() {
        0 if nullable => return Wanted::Null,
        0 => return Wanted::Never,
        1 => rest.remove(0),
        _ => Wanted::Union(Box::new(Union { options: rest.into(), exclusive, tag: None })),
    };
    if nullable { Wanted::Nullable(Box::new(wanted)) } else { wanted }
}
