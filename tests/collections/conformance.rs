//! The checks of the contract: tools of each kind pass, and each promise that a tool
//! does not keep is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rulebook::macro_support::{Arguments, Definition, IntoOutput, MethodTool};
use rulebook::testing::{Conformance, Report};
use rulebook::{
    ErrorCode, FnTool, Session, SettingFault, SettingsMember, SettingsRecord, Tool, ToolCall,
    ToolError, ToolFuture, ToolOutput, ToolSpec, TypedTool,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::support::Folder;

#[tokio::test]
async fn tools_of_scripts_keep_to_it() {
    let script = r#"
        fn fee(days: int, reason: "lost" | "late", note: string?) -> #{ fee: decimal, why?: string } {
            if days < 0 { throw "there are no days before the first"; }
            #{ fee: days.to_decimal() / 2, why: note }
        }
    "#;
    let tools = Folder::with_rules(script, &["fee"]).load().await.unwrap();
    let checks = Conformance::of(tools.tool("fee").unwrap())
        .example(json!({ "days": 3, "reason": "late", "note": null }))
        .example(json!({ "days": 3, "reason": "lost", "note": "x" }))
        .failing(json!({ "days": -1, "reason": "late", "note": null }));
    checks.check().await.unwrap();
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Order {
    number: u32,
    lines: Option<Vec<String>>,
}

#[tokio::test]
async fn typed_closures_keep_to_it() {
    let tool = TypedTool::new("find", "Finds an order.", async |order: Order, _| {
        if order.number == 0 { Err("there is no order 0") } else { Ok(order) }
    });
    let checks = Conformance::of(Arc::new(tool))
        .example(json!({ "number": 1 }))
        .example(json!({ "number": 1, "lines": ["a"] }))
        .failing(json!({ "number": 0 }));
    checks.check().await.unwrap();
}

#[tokio::test]
async fn methods_keep_to_it() {
    fn run<'a>(_: &'a (), mut taken: Arguments, _: &'a Session) -> ToolFuture<'a> {
        Box::pin(async move { (taken.take::<u8>("a")?, taken.take::<Order>("b")?).into_output() })
    }
    let definition = Definition::new("pair", "Pairs them.")
        .parameter::<u8>("a", None)
        .parameter::<Order>("b", None)
        .returns::<(u8, Order)>();
    let tool = MethodTool::new(Arc::new(()), "tests", definition, run);
    let example = json!({ "a": 1, "b": { "number": 1 } });
    Conformance::of(Arc::new(tool)).example(example).check().await.unwrap();
}

#[tokio::test]
async fn raw_closures_keep_to_it() {
    let mut spec = ToolSpec::new("echo", "Gives it back.");
    spec.input_schema = json!({
        "type": "object",
        "properties": { "x": { "type": "integer" } },
        "required": ["x"],
        "additionalProperties": false,
    });
    let tool = FnTool::new(spec, |call| async { Ok(ToolOutput::json(call.arguments.into())) });
    let checks = Conformance::of(Arc::new(tool)).example(json!({ "x": 1 }));
    checks.in_session(&Session::new()).check().await.unwrap();
}

type Run = fn(&Bad, ToolCall) -> Result<ToolOutput, ToolError>;
type Normalize = fn(Map<String, Value>) -> Result<Map<String, Value>, ToolError>;

/// A tool that keeps to everything but what is put in.
struct Bad {
    spec: fn() -> ToolSpec,
    normalize: Normalize,
    pinned: Option<&'static str>,
    settings: Option<fn() -> SettingsMember>,
    run: Run,
    calls: AtomicU64,
}

fn good_spec() -> ToolSpec {
    let mut spec = ToolSpec::new("echo", "Gives it back.");
    spec.input_schema = json!({
        "type": "object",
        "properties": { "x": { "type": "integer" } },
        "required": ["x"],
        "additionalProperties": false,
    });
    spec.output_schema = Some(json!({ "type": "integer" }));
    spec
}

fn invalid(message: &str) -> ToolError {
    ToolError::new(ErrorCode::InvalidArguments, message)
}

fn held(arguments: &Map<String, Value>) -> Result<Value, ToolError> {
    if let Some(name) = arguments.keys().find(|name| *name != "x") {
        return Err(invalid(&format!("there is no `{name}`")));
    }
    arguments.get("x").cloned().ok_or_else(|| invalid("`x` is missing"))
}

fn good(_: &Bad, call: ToolCall) -> Result<ToolOutput, ToolError> {
    if call.cancellation.is_some_and(|wish| wish.is_cancelled()) {
        return Err(ToolError::new(ErrorCode::Cancelled, "given up"));
    }
    match held(&call.arguments)? {
        Value::Number(number) if number == 0.into() => {
            Err(ToolError::new(ErrorCode::ScriptFailed, "0 is nothing"))
        }
        x => Ok(ToolOutput::json(x)),
    }
}

impl Bad {
    fn new() -> Self {
        let calls = AtomicU64::new(0);
        Self { spec: good_spec, normalize: Ok, pinned: None, settings: None, run: good, calls }
    }

    fn run(run: Run) -> Self {
        Self { run, ..Self::new() }
    }

    fn spec(spec: fn() -> ToolSpec) -> Self {
        Self { spec, ..Self::new() }
    }
}

impl Tool for Bad {
    fn spec(&self) -> Arc<ToolSpec> {
        Arc::new((self.spec)())
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move { (self.run)(self, call) })
    }

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        (self.normalize)(arguments)
    }

    fn settings(&self) -> Option<Arc<SettingsRecord>> {
        let member = self.settings?;
        Some(Arc::new(SettingsRecord::new("EchoSettings", vec![member(), limit()])))
    }

    fn pinned(&self) -> Option<Arc<dyn Tool>> {
        let name = self.pinned?;
        Some(Arc::new(FnTool::new(ToolSpec::new(name, "Another."), |_| async {
            Ok(ToolOutput::json(Value::Null))
        })))
    }
}

async fn report(tool: Bad) -> Report {
    let checks = Conformance::of(Arc::new(tool)).example(json!({ "x": 1 }));
    checks.failing(json!({ "x": 0 })).check().await.expect_err("it does not keep to everything")
}

#[tokio::test]
async fn each_promise_that_is_not_kept_is_told() {
    let checks = Conformance::of(Arc::new(Bad::new())).example(json!({ "x": 1 }));
    checks.failing(json!({ "x": 0 })).check().await.unwrap();

    static TIMES: AtomicU64 = AtomicU64::new(0);
    let tools: Vec<(&str, Bad)> = vec![
        ("name", Bad::spec(|| with(|spec| spec.name = "gives back".to_owned()))),
        ("long name", Bad::spec(|| with(|spec| spec.name = "x".repeat(65)))),
        ("description", Bad::spec(|| with(|spec| spec.description = " \n".to_owned()))),
        (
            "spec that changes",
            Bad::spec(|| {
                with(|spec| spec.description = TIMES.fetch_add(1, Ordering::SeqCst).to_string())
            }),
        ),
        ("spec that panics", Bad::spec(|| panic!("spec"))),
        ("no object", Bad::spec(|| input(|schema| schema["type"] = json!("array")))),
        ("no schema", Bad::spec(|| input(|schema| schema["type"] = json!("thing")))),
        (
            "no properties",
            Bad::spec(|| with(|spec| spec.input_schema = json!({ "type": "object" }))),
        ),
        ("open", Bad::spec(|| input(|schema| schema["additionalProperties"] = json!(true)))),
        ("unknown required", Bad::spec(|| input(|schema| schema["required"] = json!(["x", "y"])))),
        (
            "output schema",
            Bad::spec(|| with(|spec| spec.output_schema = Some(json!({ "type": 1 })))),
        ),
        (
            "schema takes less",
            Bad::spec(|| input(|schema| schema["properties"]["x"] = json!({ "type": "string" }))),
        ),
        ("output", Bad::run(|bad, call| good(bad, call).map(|_| ToolOutput::json(json!("x"))))),
        ("pinned", Bad { pinned: Some("other"), ..Bad::new() }),
        ("normalize refuses", Bad { normalize: |_| Err(invalid("no")), ..Bad::new() }),
        ("normalize panics", Bad { normalize: |_| panic!("normalize"), ..Bad::new() }),
        (
            "normalize goes on",
            Bad {
                normalize: |mut arguments| {
                    arguments["x"] = (arguments["x"].as_i64().unwrap() + 1).into();
                    Ok(arguments)
                },
                ..Bad::new()
            },
        ),
        (
            "normalize breaks",
            Bad { normalize: |_| Ok(Map::from_iter([("x".to_owned(), json!("1"))])), ..Bad::new() },
        ),
        ("panics", Bad::run(|_, _| panic!("call"))),
        (
            "once only",
            Bad::run(|bad, call| match bad.calls.fetch_add(1, Ordering::SeqCst) {
                2 => Err(ToolError::new(ErrorCode::Unavailable, "one at a time")),
                _ => good(bad, call),
            }),
        ),
        (
            "takes any name",
            Bad::run(|bad, mut call| {
                call.arguments.retain(|name, _| name == "x");
                good(bad, call)
            }),
        ),
        (
            "needs nothing",
            Bad::run(|bad, mut call| {
                call.arguments.entry("x").or_insert(json!(1));
                good(bad, call)
            }),
        ),
        (
            "another code",
            Bad::run(|bad, call| {
                good(bad, call).map_err(|error| match error.code {
                    ErrorCode::InvalidArguments => {
                        ToolError::new(ErrorCode::ScriptFailed, error.message)
                    }
                    _ => error,
                })
            }),
        ),
        (
            "names nothing",
            Bad::run(|bad, call| {
                good(bad, call).map_err(|error| match error.code {
                    ErrorCode::InvalidArguments => invalid("wrong"),
                    _ => error,
                })
            }),
        ),
        (
            "never gives up",
            Bad::run(|bad, mut call| {
                call.cancellation = None;
                good(bad, call)
            }),
        ),
        (
            "never fails",
            Bad::run(|_, call| {
                if call.cancellation.is_some() {
                    return Err(ToolError::new(ErrorCode::Cancelled, "given up"));
                }
                held(&call.arguments).map(ToolOutput::json)
            }),
        ),
        (
            "lines",
            Bad::run(|bad, call| {
                good(bad, call)
                    .map_err(|error| ToolError::new(error.code, format!("{}\n", error.message)))
            }),
        ),
        (
            "no message",
            Bad::run(|bad, call| {
                good(bad, call).map_err(|error| match error.code {
                    ErrorCode::ScriptFailed => ToolError::new(error.code, ""),
                    _ => error,
                })
            }),
        ),
        (
            "path",
            Bad::run(|bad, call| {
                good(bad, call).map_err(|error| match error.code {
                    ErrorCode::ScriptFailed => {
                        ToolError::new(error.code, "cannot open `/srv/shop/orders.db`")
                    }
                    _ => error,
                })
            }),
        ),
        (
            "path of windows",
            Bad::run(|bad, call| {
                good(bad, call).map_err(|error| match error.code {
                    ErrorCode::ScriptFailed => {
                        ToolError::new(error.code, r"C:\shop\orders.db: not found")
                    }
                    _ => error,
                })
            }),
        ),
    ];
    let mut table = String::new();
    for (name, tool) in tools {
        let report = report(tool).await;
        table.push_str(&format!("# {name}\n"));
        report.violations().iter().for_each(|one| table.push_str(&format!("{one}\n")));
    }
    insta::assert_snapshot!(table, @r#"
    # name
    `gives back` is not a name that all models take; use the letters a to z, digits, `_` and `-`, at most 64
    # long name
    `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` is not a name that all models take; use the letters a to z, digits, `_` and `-`, at most 64
    # description
    the description is empty; say what the tool does: models choose by it
    # spec that changes
    `spec` gives another spec each time; make it once and give that: models are told of it once, and approvals hold for it
    # spec that panics
    `spec` panics; give an error instead: whoever calls it would panic too
    # no object
    the input schema is not that of an object; write `"type": "object"` at its top: arguments have names
    the input schema does not take the example {"x":1}: {"x":1} is not of type "array"; correct the schema or the example: models go by the schema
    # no schema
    the input schema is not valid: "thing" is not valid under any of the schemas listed in the 'anyOf' keyword; keep to JSON Schema, draft 2020-12
    # no properties
    the input schema has no `properties`; write `"properties": {}` where there are no parameters: some providers need it
    # open
    the input schema is not closed; write `"additionalProperties": false`: an argument with a wrong name is lost without
    # unknown required
    the input schema requires `y`, which is not one of its properties; add it to `properties`, or take it out of `required`
    the input schema does not take the example {"x":1}: "y" is a required property; correct the schema or the example: models go by the schema
    # output schema
    the output schema is not valid: 1 is not valid under any of the schemas listed in the 'anyOf' keyword; keep to JSON Schema, draft 2020-12
    # schema takes less
    the input schema does not take the example {"x":1}: at `/x`, 1 is not of type "string"; correct the schema or the example: models go by the schema
    # output
    the call with {"x":1} gives what the output schema does not have, "x": "x" is not of type "integer"; correct the output schema or the result
    one of two calls at once with {"x":1} gives what the output schema does not have, "x": "x" is not of type "integer"; correct the output schema or the result
    # pinned
    `pinned` gives a tool named `other`; give the same tool as it is now
    # normalize refuses
    `normalize` does not take the example {"x":1}: invalid_arguments: no; let it take what `call` takes
    # normalize panics
    `normalize` panics; give an error instead: whoever calls it would panic too
    # normalize goes on
    `normalize` changes what it gave, {"x":2}; let it leave alone what needs no change: what is approved has to be what runs
    # normalize breaks
    what `normalize` gives does not fit the input schema, {"x":"1"}: at `/x`, "1" is not of type "integer"; give arguments as the schema has them: they are what someone approves
    # panics
    a call panics; give an error instead: whoever calls it would panic too
    a call beside another panics; give an error instead: whoever calls it would panic too
    a call that fails panics; give an error instead: whoever calls it would panic too
    # once only
    one of two calls at once with {"x":1} fails: unavailable: one at a time; give an example of a call that succeeds, each time and at any time
    # takes any name
    a call with an argument that there is not is taken; end it with `invalid_arguments`: a model does not learn what it got wrong otherwise
    # needs nothing
    a call without `x` is taken; end it with `invalid_arguments`: a model does not learn what it got wrong otherwise
    # another code
    a call with an argument that there is not ends with `script_failed`; end it with `invalid_arguments`
    a call without `x` ends with `script_failed`; end it with `invalid_arguments`
    # names nothing
    a call with an argument that there is not ends with a message that does not name it, "wrong"; say that it is `no_such_parameter`
    a call without `x` ends with a message that does not name it, "wrong"; say that it is `x`
    # never gives up
    a call that is given up before it begins ends with an answer; look at `ToolCall::cancellation`, and end with `cancelled`
    # never fails
    a call with {"x":0} does not fail; give `failing` arguments of a call that ends in an error
    # lines
    the message of an error is not one line: "0 is nothing\n"; put it in one line, without control characters
    the message of an error is not one line: "there is no `no_such_parameter`\n"; put it in one line, without control characters
    the message of an error is not one line: "`x` is missing\n"; put it in one line, without control characters
    the message of an error is not one line: "given up\n"; put it in one line, without control characters
    # no message
    an error with the code `script_failed` has no message; say what is wrong and what to do: the model reads it
    # path
    the message of an error has a path of the machine in it, `/srv/shop/orders.db`; name the file as those know it who wrote it: a model tells everyone
    # path of windows
    the message of an error has a path of the machine in it, `C:\shop\orders.db`; name the file as those know it who wrote it: a model tells everyone
    "#);
}

fn with(change: impl FnOnce(&mut ToolSpec)) -> ToolSpec {
    let mut spec = good_spec();
    change(&mut spec);
    spec
}

fn input(change: impl FnOnce(&mut Value)) -> ToolSpec {
    with(|spec| change(&mut spec.input_schema))
}

#[tokio::test]
async fn examples_are_needed() {
    let report = Conformance::of(Arc::new(Bad::new())).check().await.unwrap_err();
    insta::assert_snapshot!(report, @"
    the tool `echo` does not keep to the contract:
    - no example is given; add the arguments of a call with `example`
    ");
    let report =
        Conformance::of(Arc::new(Bad::new())).example(json!([1])).check().await.unwrap_err();
    insta::assert_snapshot!(format!("{report:?}"), @r#"
    the tool `echo` does not keep to the contract:
    - the example [1] is not an object; give the arguments by name, as in `json!({ "order": 7 })`
    "#);
}

fn whole(value: Value) -> Result<Value, SettingFault> {
    if value.is_u64() { Ok(value) } else { Err(SettingFault::expected("int", &value)) }
}

fn limit() -> SettingsMember {
    SettingsMember::new("limit", 10.into(), json!({ "type": "integer" }), whole)
}

fn other() -> SettingsMember {
    SettingsMember::new("other", 10.into(), json!({ "type": "integer" }), whole)
}

/// Holds the settings of a call to the tool's own.
fn on_settings(tool: &Bad, call: ToolCall) -> Result<ToolOutput, ToolError> {
    let strange = |name: &str| !["other", "limit"].contains(&name);
    let settings = call.settings.clone().unwrap_or_default();
    if settings.members.iter().any(|one| strange(&one.member)) {
        return Err(ToolError::new(
            ErrorCode::Unavailable,
            "these are the settings of another tool",
        ));
    }
    good(tool, call)
}

#[tokio::test]
async fn each_promise_of_settings_that_is_not_kept_is_told() {
    let with = |settings, run| Bad { settings: Some(settings), run, ..Bad::new() };
    let checks = Conformance::of(Arc::new(with(other, on_settings))).example(json!({ "x": 1 }));
    checks.check().await.unwrap();
    fn refuses(_: &Bad, _: ToolCall) -> Result<ToolOutput, ToolError> {
        Err(ToolError::new(ErrorCode::Unavailable, "no"))
    }
    let tools: Vec<(&str, Bad)> = vec![
        ("twice", with(limit, on_settings)),
        (
            "default",
            with(|| SettingsMember::new("other", "x".into(), json!({}), whole), on_settings),
        ),
        (
            "not stable",
            with(
                || {
                    let more = |value: Value| Ok((value.as_u64().unwrap_or_default() + 1).into());
                    SettingsMember::new("other", 1.into(), json!({}), more)
                },
                on_settings,
            ),
        ),
        (
            "schema",
            with(
                || SettingsMember::new("other", 1.into(), json!({ "type": "text" }), whole),
                on_settings,
            ),
        ),
        (
            "schema takes less",
            with(
                || SettingsMember::new("other", 1.into(), json!({ "type": "string" }), whole),
                on_settings,
            ),
        ),
        ("panics", with(|| panic!("settings"), on_settings)),
        ("takes all", with(other, good)),
        (
            "takes none",
            with(other, |tool, call| match call.settings {
                Some(_) => refuses(tool, call),
                None => good(tool, call),
            }),
        ),
        (
            "another code, and the name",
            with(other, |tool, call| {
                let foreign = call.settings.clone().unwrap_or_default();
                match foreign.members.first() {
                    Some(one) if one.member == "no_such_setting" => {
                        let text = format!("there is no setting `{}`", one.member);
                        Err(ToolError::new(ErrorCode::InvalidArguments, text))
                    }
                    _ => good(tool, call),
                }
            }),
        ),
    ];
    let mut told = Vec::new();
    for (name, tool) in tools {
        let report = Conformance::of(Arc::new(tool)).example(json!({ "x": 1 })).check().await;
        let report = report.expect_err(name);
        told.push(format!("# {name}"));
        told.extend(report.violations().iter().map(ToString::to_string));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
    # twice
    two settings are named `limit`; rename one: they are set by name
    # default
    the setting `other` does not take its default: expected int, found the string `x`; give a default of its type
    # not stable
    the setting `other` reads its default 2 as 3; let what was read stay as it is
    # schema
    the schema of the setting `other` is not valid: "text" is not valid under any of the schemas listed in the 'anyOf' keyword; keep to JSON Schema, draft 2020-12
    # schema takes less
    the schema of the setting `other` does not take its default: 1 is not of type "string"; correct the schema or the default
    # panics
    `settings` panics; give an error instead: whoever calls it would panic too
    # takes all
    a call with settings of another tool is taken; end it with `unavailable`: it would run on other values than whoever set them meant
    # takes none
    a call with the defaults as settings fails: unavailable: no; run on the settings of the call as on the defaults
    # another code, and the name
    a call with settings of another tool ends with `invalid_arguments`; end it with `unavailable`
    a call with settings of another tool ends with a message that names a setting; leave it out: the message is for the model, which sees no settings
    "#);
}
