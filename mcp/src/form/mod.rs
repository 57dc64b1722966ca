//! The schema of a question, held to what MCP allows in a form.

mod fit;

use rmcp::model::{ElicitationSchema, PrimitiveSchemaDefinition};
use rulebook::{ErrorCode, Question, ToolError};
use serde_json::{Map, Value, json};

pub(crate) use fit::fit;

/// A form that a client can show.
pub(crate) struct Form {
    /// As it is sent.
    pub(crate) schema: ElicitationSchema,
    /// The schema of each member.
    pub(crate) members: Map<String, Value>,
    pub(crate) required: Vec<String>,
}

/// What says something about the whole that a form need not have.
const LEFT_OUT: [&str; 2] = ["additionalProperties", "$defs"];

/// The form of a question.
///
/// # Errors
/// What is wrong with its schema, for whoever wrote the tool.
pub(crate) fn form(question: &Question) -> Result<Form, ToolError> {
    read(&question.schema).map_err(|problem| {
        let key = &question.key;
        tracing::error!(question = key, "a tool's question cannot be asked: {problem}");
        let text = format!("the question `{key}` of the tool cannot be asked: {problem}");
        ToolError::new(ErrorCode::ScriptFailed, text)
    })
}

fn read(schema: &Value) -> Result<Form, String> {
    let whole = schema.as_object().ok_or("its schema is no object")?;
    if whole.get("type") != Some(&Value::from("object")) {
        return Err("its schema must have the type `object`".to_owned());
    }
    let mut sent = Map::new();
    for (keyword, value) in whole {
        match keyword.as_str() {
            "$schema" | "type" | "title" | "description" | "required" => {
                sent.insert(keyword.clone(), value.clone());
            }
            "properties" => {}
            left_out if LEFT_OUT.contains(&left_out) => {}
            other => return Err(format!("a form has no `{other}`: leave it out of its schema")),
        }
    }
    let properties = whole.get("properties").and_then(Value::as_object);
    let properties = properties.ok_or("its schema has no `properties`")?;
    let mut members = Map::new();
    for (name, schema) in properties {
        let member = member(schema).map_err(|problem| format!("its member `{name}` {problem}"))?;
        members.insert(name.clone(), member);
    }
    let required = required(whole, &members)?;
    sent.insert("properties".to_owned(), members.clone().into());
    let schema = serde_json::from_value(sent.into())
        .map_err(|_| "its schema has a keyword with a value that a form does not take")?;
    Ok(Form { schema, members, required })
}

fn required(
    whole: &Map<String, Value>,
    members: &Map<String, Value>,
) -> Result<Vec<String>, String> {
    let Some(required) = whole.get("required") else { return Ok(Vec::new()) };
    let names = required.as_array().ok_or("its `required` is no list of names")?;
    let names = names.iter().map(|name| match name.as_str() {
        Some(name) if members.contains_key(name) => Ok(name.to_owned()),
        _ => Err(format!("its `required` has {name}, which is not among its properties")),
    });
    names.collect()
}

/// A member as MCP writes it.
fn member(schema: &Value) -> Result<Value, String> {
    const KINDS: &str = "a form has strings, numbers, integers, booleans and choices";
    let mut schema = schema.as_object().ok_or("has a schema that is no object")?.clone();
    if let Some(choices) = schema.remove("anyOf") {
        schema.insert("oneOf".to_owned(), choices);
    }
    let is_choice = schema.contains_key("oneOf") || schema.contains_key("enum");
    if is_choice && !schema.contains_key("type") {
        schema.insert("type".to_owned(), "string".into());
    }
    let kind = schema.get("type").and_then(Value::as_str);
    let kind = kind.ok_or_else(|| format!("has no type, and {KINDS}"))?.to_owned();
    let own: &[&str] = match kind.as_str() {
        "string" if schema.contains_key("oneOf") => &["oneOf"],
        "string" if schema.contains_key("enum") => &["enum", "enumNames"],
        "string" => &["minLength", "maxLength", "format"],
        "number" | "integer" => {
            // What says how wide a number of the program is says nothing to a person.
            schema.remove("format");
            &["minimum", "maximum"]
        }
        "boolean" => &[],
        "array" => &["items", "minItems", "maxItems"],
        other => return Err(format!("has the type `{other}`, and {KINDS}")),
    };
    let known = ["type", "title", "description", "default"];
    if let Some(other) = schema
        .keys()
        .find(|keyword| !known.contains(&keyword.as_str()) && !own.contains(&keyword.as_str()))
    {
        return Err(format!("has `{other}`, which a form does not: leave it out"));
    }
    if let Some(choices) = schema.get("oneOf") {
        titled(choices)?;
    }
    if let Some(choices) = schema.get("enum") {
        texts(choices)?;
    }
    if kind == "array" {
        let items = schema.get("items").map(items).transpose()?;
        let items = items.ok_or("has no `items`: a list in a form is a choice of several")?;
        schema.insert("items".to_owned(), items);
    }
    let schema = Value::Object(schema);
    if serde_json::from_value::<PrimitiveSchemaDefinition>(schema.clone()).is_err() {
        let text = "has a keyword with a value that a form does not take: a `default` of another \
                    type, or a `format` that is none of `email`, `uri`, `date` and `date-time`";
        return Err(text.to_owned());
    }
    Ok(schema)
}

/// The choices of a list.
fn items(schema: &Value) -> Result<Value, String> {
    let choices = ["anyOf", "oneOf"].iter().find_map(|keyword| schema.get(keyword));
    if let Some(choices) = choices {
        titled(choices)?;
        return Ok(json!({ "anyOf": choices }));
    }
    let choices = schema.get("enum").ok_or("has items that are no choices (`enum` or `anyOf`)")?;
    texts(choices)?;
    Ok(json!({ "type": "string", "enum": choices }))
}

fn titled(choices: &Value) -> Result<(), String> {
    let all = choices.as_array().filter(|all| !all.is_empty());
    let is_titled = |choice: &Value| {
        ["const", "title"].iter().all(|name| choice.get(name).is_some_and(Value::is_string))
    };
    match all {
        Some(all) if all.iter().all(is_titled) => Ok(()),
        _ => Err("has choices without a text as `const` and one as `title`".to_owned()),
    }
}

fn texts(choices: &Value) -> Result<(), String> {
    match choices.as_array() {
        Some(all) if !all.is_empty() && all.iter().all(Value::is_string) => Ok(()),
        _ => Err("has an `enum` that is no list of texts".to_owned()),
    }
}
