//! Closures as tools: with arguments of a Rust type, and with a schema as it is.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rulebook::macro_support::{Arguments, Definition, MethodTool};
use rulebook::{
    Cancellation, ErrorCode, FnTool, Session, Tool, ToolCall, ToolError, ToolFuture, ToolKind,
    ToolOutput, ToolSpec, TypedTool,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::call;
use super::taking::Tree;

/// What is asked for.
#[derive(Deserialize, JsonSchema)]
struct FindOrder {
    /// The number on the invoice.
    number: u32,
    /// With all its lines.
    #[serde(default)]
    lines: bool,
}

#[derive(Serialize, JsonSchema)]
struct Order {
    number: u32,
    lines: Option<Vec<String>>,
}

fn find_order() -> impl Tool {
    let find = async |arguments: FindOrder, _session: Session| match arguments.number {
        1 => Ok(Order { number: 1, lines: arguments.lines.then(Vec::new) }),
        other => Err(format!("there is no order {other}")),
    };
    TypedTool::new("find_order", "Finds an order.", find).kind(ToolKind::Read).requires_approval()
}

#[test]
fn typed_closures() {
    let tool = find_order();
    let spec = tool.spec();
    assert_eq!((spec.kind, spec.requires_approval), (Some(ToolKind::Read), true));
    insta::assert_snapshot!(spec.input_schema, @r#"{"type":"object","properties":{"number":{"type":"integer","minimum":0,"description":"The number on the invoice.","maximum":4294967295},"lines":{"type":"boolean","description":"With all its lines.","default":false}},"required":["number"],"description":"What is asked for.","additionalProperties":false}"#);
    insta::assert_snapshot!(spec.output_schema.as_ref().unwrap(), @r#"{"type":"object","properties":{"number":{"type":"integer","minimum":0,"maximum":4294967295},"lines":{"type":["array","null"],"items":{"type":"string"}}},"required":["number","lines"],"additionalProperties":false}"#);
    let told = |arguments: Value| match call(&tool, arguments) {
        Ok(value) => value.to_string(),
        Err(error) => error.to_string(),
    };
    insta::assert_snapshot!(told(json!({ "number": "1" })), @r#"{"number":1,"lines":null}"#);
    insta::assert_snapshot!(told(json!({ "number": 1.0, "lines": "true" })), @r#"{"number":1,"lines":[]}"#);
    insta::assert_snapshot!(told(json!({ "number": 2, "lines": null })), @"script_failed: there is no order 2");
    insta::assert_snapshot!(told(json!({ "numbr": 2, "lines": 3 })), @"invalid_arguments: `numbr` is not a parameter; did you mean `number`; `lines`: expected bool, found a number; `number` is missing");
}

#[test]
fn closures_without_arguments() {
    let tool = TypedTool::new("today", "Says what day it is.", async |(): (), _| {
        Ok::<_, ToolError>("Monday")
    });
    assert_eq!(tool.spec().input_schema, ToolSpec::new("a", "b").input_schema);
    assert_eq!(call(&tool, json!({})), Ok("Monday".into()));
    let error = call(&tool, json!({ "x": 1 })).unwrap_err();
    insta::assert_snapshot!(error, @"invalid_arguments: `x` is not a parameter; there are no parameters");
}

#[test]
fn arguments_of_raw_closures_are_held_to_their_schema() {
    let mut spec = ToolSpec::new("echo", "Gives it back.");
    spec.input_schema = json!({
        "type": "object",
        "properties": {
            "order": { "type": "string", "minLength": 1 },
            "size": { "enum": [1, 2, null] },
            "tags": { "type": "array", "items": { "$ref": "#/$defs/tag" } },
            "step": { "type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5 },
        },
        "required": ["order"],
        "additionalProperties": false,
        "minProperties": 1,
        "$defs": { "tag": { "anyOf": [{ "const": "new" }, { "type": "integer" }] } },
    });
    let tool = FnTool::new(spec, |call| async { Ok(ToolOutput::json(call.arguments.into())) });
    let told = |arguments: Value| match call(&tool, arguments) {
        Ok(value) => value.to_string(),
        Err(error) => error.to_string(),
    };
    let right = json!({ "order": "A", "size": 2.0, "tags": "[\"new\",\"7\"]", "step": "1.5" });
    insta::assert_snapshot!(told(right), @r#"{"order":"A","size":2.0,"tags":["new",7],"step":1.5}"#);
    let wrong = json!({ "order": "", "size": 3, "tags": ["old", 0.5], "step": 0.75, "x": 1 });
    insta::assert_snapshot!(told(wrong), @"invalid_arguments: `order`: expected at least 1 character, found 0; `size`: expected one of `1`, `2`, found `3`; `tags[0]`: expected one of `new` or int, found the string `old`; `tags[1]`: expected int, found `0.5`; write a whole number; `step`: expected a multiple of `0.5`, found `0.75`; `x` is not a parameter; the parameters are `order`, `size`, `tags`, `step`");
    insta::assert_snapshot!(told(json!({ "step": 0, "size": null })), @"invalid_arguments: `step`: expected more than `0`, found `0`; `order` is missing");
}

#[test]
fn a_schema_that_says_nothing_takes_anything() {
    let mut spec = ToolSpec::new("echo", "Gives it back.");
    spec.input_schema = json!({ "type": "object" });
    let tool = FnTool::new(spec, |call| async { Ok(ToolOutput::json(call.arguments.into())) });
    let any = json!({ "a": [1, "2", null] });
    assert_eq!(call(&tool, any.clone()), Ok(any));
}

/// Schemas that lead nowhere, and values that are very deep, end the call only.
#[test]
fn endless_schemas_and_values() {
    for schema in [
        json!({ "$ref": "#" }),
        json!({ "anyOf": [{ "$ref": "#" }, { "$ref": "#" }] }),
        json!({ "$ref": "#/$defs/a", "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } } }),
    ] {
        let mut spec = ToolSpec::new("echo", "Gives it back.");
        spec.input_schema = schema;
        let tool = FnTool::new(spec, |_| async { Ok(ToolOutput::json(Value::Null)) });
        insta::allow_duplicates! {
            insta::assert_snapshot!(call(&tool, json!({ "a": 1 })).unwrap_err(), @"invalid_arguments: expected nothing, found an object");
        }
    }
    let deep = (0..100_000).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
    let mut spec = ToolSpec::new("echo", "Gives it back.");
    spec.input_schema = json!({ "type": "object" });
    let tool = FnTool::new(spec, |_| async { Ok(ToolOutput::json(Value::Null)) });
    let arguments = serde_json::Map::from_iter([("a".to_owned(), deep)]);
    insta::assert_snapshot!(call(&tool, Value::Object(arguments)).unwrap_err(), @"invalid_arguments: the arguments are nested more than 128 levels deep");
}

/// What is as deep as may be is taken on the stack that threads commonly have.
#[test]
fn values_as_deep_as_may_be() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Chain {
        End(i64),
        Link { inner: Box<Chain> },
    }
    const STACK: usize = 2 * 1024 * 1024;
    let deep = || {
        let tree = |inner: Value, _| json!({ "name": "a", "next": inner });
        let tree = (0..127).fold(Value::Null, tree);
        assert!(call(&super::echo::<Tree>(), super::arguments(tree.clone())).is_ok());
        let written = super::arguments(tree.to_string().into());
        assert!(call(&super::echo::<Tree>(), written).is_ok());
        let chain = (0..127).fold(json!("1"), |inner, _| json!({ "inner": inner }));
        assert!(call(&super::echo::<Chain>(), super::arguments(chain)).is_ok());
        let tree = json!({ "name": "a", "next": tree });
        insta::assert_snapshot!(call(&super::echo::<Tree>(), super::arguments(tree)).unwrap_err(), @"invalid_arguments: the arguments are nested more than 128 levels deep");
    };
    std::thread::Builder::new().stack_size(STACK).spawn(deep).unwrap().join().unwrap();
}

/// Types that are all alike would be tried forever.
#[test]
fn forms_that_are_all_alike_end() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Sum {
        Add { left: Box<Sum>, right: Box<Sum> },
        Subtract { left: Box<Sum>, right: Box<Sum> },
        Number(i64),
    }
    let tool = super::echo::<Sum>();
    let sum =
        |last: Value, depth| (0..depth).fold(last, |inner, _| json!({ "left": inner, "right": 1 }));
    let arguments = |value: Value| match super::arguments(value) {
        Value::Object(arguments) => arguments,
        other => panic!("{other}"),
    };
    assert!(tool.normalize(arguments(sum(json!(1), 3))).is_ok());
    let error = tool.normalize(arguments(sum(json!("x"), 60))).unwrap_err();
    insta::assert_snapshot!(error, @"invalid_arguments: the arguments can be read in too many ways; make them smaller");
}

struct PanicsWhenDropped;

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

/// Panics when it is polled, when it is dropped, or both.
struct Panics {
    when_polled: bool,
    _when_dropped: Option<PanicsWhenDropped>,
}

impl Future for Panics {
    type Output = Result<ToolOutput, ToolError>;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        assert!(!self.when_polled, "polled");
        Poll::Ready(Ok(ToolOutput::json(Value::Null)))
    }
}

#[test]
fn panics_are_errors_of_the_call() {
    let message = |tool: &dyn Tool| {
        let error = call(tool, json!({})).unwrap_err();
        assert_eq!(error.code, ErrorCode::ScriptFailed);
        error.message
    };
    let spec = || ToolSpec::new("panics", "Panics.");
    let when_made = FnTool::new(spec(), |_| -> std::future::Ready<_> { panic!("made") });
    insta::assert_snapshot!(message(&when_made), @"a function of the host failed unexpectedly: the log of the host says why");
    for when_dropped in [false, true] {
        let when_polled = FnTool::new(spec(), move |_| Panics {
            when_polled: true,
            _when_dropped: when_dropped.then_some(PanicsWhenDropped),
        });
        assert_eq!(message(&when_polled), message(&when_made));
    }
    // It has answered by then.
    let when_dropped = FnTool::new(spec(), |_| Panics {
        when_polled: false,
        _when_dropped: Some(PanicsWhenDropped),
    });
    assert_eq!(call(&when_dropped, json!({})), Ok(Value::Null));

    fn run<'a>(_: &'a (), _: Arguments, _: &'a Session) -> ToolFuture<'a> {
        panic!("made")
    }
    let method = MethodTool::new(Arc::new(()), "tests", Definition::new("a", "A."), run);
    assert_eq!(message(&method), message(&when_made));
    let typed =
        TypedTool::new("a", "A.", async |(): (), _| -> Result<(), ToolError> { panic!("polled") });
    assert_eq!(message(&typed), message(&when_made));
}

#[test]
fn a_call_that_is_given_up_before_it_begins_does_nothing() {
    let tool = FnTool::new(ToolSpec::new("panics", "Panics."), |_| -> std::future::Ready<_> {
        panic!("made")
    });
    let mut given_up = ToolCall::default();
    let stop = Cancellation::new();
    stop.cancel();
    given_up.cancellation = Some(stop);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    assert_eq!(runtime.block_on(tool.call(given_up)).unwrap_err().code, ErrorCode::Cancelled);
}
