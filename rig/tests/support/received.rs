//! A request as the server of the tests received it, read alike for both interfaces.

use serde_json::Value;

/// The interface that a client speaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Api {
    Chat,
    Responses,
}

pub(crate) const APIS: [Api; 2] = [Api::Chat, Api::Responses];

/// A request, as it came.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) api: Api,
    pub(crate) authorization: String,
    /// The exact text.
    pub(crate) body: String,
}

/// A tool as a request says it.
#[derive(Clone, Debug)]
pub(crate) struct SentTool {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) schema: Value,
    pub(crate) strict: bool,
}

/// What is at a place in a value; null where nothing is.
pub(crate) fn at<'a>(value: &'a Value, pointer: &str) -> &'a Value {
    value.pointer(pointer).unwrap_or(&Value::Null)
}

/// The text at a place in a value.
pub(crate) fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    at(value, pointer).as_str().unwrap_or_default()
}

/// The list at a place in a value.
pub(crate) fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    at(value, pointer).as_array().map_or(&[], Vec::as_slice)
}

impl Received {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("a body is JSON")
    }

    /// The messages, those for the system prompt among them where they are messages.
    pub(crate) fn messages(&self) -> Vec<Value> {
        let member = if self.api == Api::Chat { "/messages" } else { "/input" };
        list(&self.json(), member).to_vec()
    }

    pub(crate) fn tools(&self) -> Vec<SentTool> {
        let of = |tool: &Value| {
            let tool = if self.api == Api::Chat { at(tool, "/function") } else { tool };
            SentTool {
                name: text(tool, "/name").to_owned(),
                description: text(tool, "/description").to_owned(),
                schema: at(tool, "/parameters").clone(),
                strict: *at(tool, "/strict") == Value::Bool(true),
            }
        };
        list(&self.json(), "/tools").iter().map(of).collect()
    }

    /// Id, name and arguments of each call, in order.
    pub(crate) fn calls(&self) -> Vec<[String; 3]> {
        let owned = |parts: [&str; 3]| parts.map(str::to_owned);
        let of = |message: &Value| match self.api {
            Api::Chat => list(message, "/tool_calls")
                .iter()
                .map(|call| {
                    let (name, given) = ("/function/name", "/function/arguments");
                    owned([text(call, "/id"), text(call, name), text(call, given)])
                })
                .collect(),
            Api::Responses if text(message, "/type") == "function_call" => {
                let parts = ["/call_id", "/name", "/arguments"];
                vec![owned(parts.map(|part| text(message, part)))]
            }
            Api::Responses => Vec::new(),
        };
        self.messages().iter().flat_map(of).collect()
    }

    /// Id of the call and content of each result, in order.
    pub(crate) fn results(&self) -> Vec<(String, Value)> {
        let of = |message: &Value| match self.api {
            Api::Chat if text(message, "/role") == "tool" => {
                Some((text(message, "/tool_call_id").to_owned(), at(message, "/content").clone()))
            }
            Api::Responses if text(message, "/type") == "function_call_output" => {
                Some((text(message, "/call_id").to_owned(), at(message, "/output").clone()))
            }
            _ => None,
        };
        self.messages().iter().filter_map(of).collect()
    }

    /// The text of each result, in order.
    pub(crate) fn result_texts(&self) -> Vec<String> {
        let text = |(_, result): (String, Value)| result.as_str().unwrap_or_default().to_owned();
        self.results().into_iter().map(text).collect()
    }
}
