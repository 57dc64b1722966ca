//! What a function is given.

use serde_json::{Value, json};

use super::{call, folder, only, record, resolved};
use rulebook::{ErrorCode, Session, SettingsRecord, ToolCall};

const SEARCH: &str = r#"
type Order = "newest" | "oldest";
type Line = #{ sku: string, price: decimal, note?: string };

/// How a search is done.
settings SearchSettings = #{
    /// How many results there are at most.
    limit: int = 10,
    include_closed: bool = false,
    rate: float = 1,
    fee: decimal = 19.990,
    order: Order = "newest",
    "two words": string? = (),
    lines: array<Line> = [#{ sku: "a", price: 1.50 }],
    weights: map<float> = #{ title: 2, "the text": 0.5 },
    rest: map = #{ deep: [1, 2.5, "x", true, #{}] },
};

fn search(query: string, settings: SearchSettings, page: int) -> string {
    settings.lines.push(1);
    settings.rest.deep.push(query);
    `${query} ${page} ${settings} ${type_of(settings.rate)} ${type_of(settings.fee)}`
}
"#;

#[tokio::test]
async fn a_tool_says_what_settings_it_takes() {
    let folder = folder(SEARCH, "search", &json!({ "configurable": ["limit", "two words"] }));
    let tools = folder.load().await.unwrap();
    let tool = only(&tools);
    let record = record(&*tool);
    assert_eq!(record.name(), "SearchSettings");
    let lines = record.members().iter().map(|member| {
        let mark = if member.is_configurable() { "configurable" } else { "fixed" };
        let text = member.description_text().unwrap_or("-");
        let (name, default) = (member.name(), member.default_value());
        format!("{name} = {default} ({mark}, {text}) {}", member.schema())
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @r#"
    limit = 10 (configurable, How many results there are at most.) {"type":"integer"}
    include_closed = false (fixed, -) {"type":"boolean"}
    rate = 1.0 (fixed, -) {"type":"number"}
    fee = "19.990" (fixed, -) {"type":["number","string"],"pattern":"^(-?[1-9][0-9]*(\\.[0-9]+)?|-?0\\.[0-9]*[1-9][0-9]*|0(\\.0+)?)$"}
    order = "newest" (fixed, -) {"type":"string","enum":["newest","oldest"]}
    two words = null (configurable, -) {"type":["string","null"]}
    lines = [{"sku":"a","price":"1.50"}] (fixed, -) {"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"price":{"type":["number","string"],"pattern":"^(-?[1-9][0-9]*(\\.[0-9]+)?|-?0\\.[0-9]*[1-9][0-9]*|0(\\.0+)?)$"},"note":{"type":["string","null"]}},"required":["sku","price"],"additionalProperties":false}}
    weights = {"title":2.0,"the text":0.5} (fixed, -) {"type":"object","additionalProperties":{"type":"number"}}
    rest = {"deep":[1,2.5,"x",true,{}]} (fixed, -) {"type":"object","additionalProperties":true}
    "#);
    // A model is told nothing of it.
    insta::assert_snapshot!(tool.spec().input_schema, @r#"{"type":"object","properties":{"query":{"type":"string"},"page":{"type":"integer"}},"required":["query","page"],"additionalProperties":false}"#);
}

#[tokio::test]
async fn a_function_gets_every_setting_as_a_value_of_its_type() {
    let folder = folder(SEARCH, "search", &json!({}));
    let tools = folder.load().await.unwrap();
    let tool = only(&tools);
    let arguments = json!({ "page": 2, "query": "q" });
    let defaults = tools.call("search", arguments.clone()).await.unwrap();
    // What a call changes in its copy is gone with it.
    assert_eq!(call(&*tool, arguments.clone(), json!({})).await.unwrap(), defaults);
    assert_eq!(tools.call("search", arguments.clone()).await.unwrap(), defaults);
    let hopless = tools.call_without_hop(
        "search",
        ToolCall::from_json(arguments.clone()).unwrap().with_settings(resolved(&*tool, json!({}))),
    );
    assert_eq!(hopless.unwrap(), defaults);
    insta::assert_snapshot!(defaults, @r#""q 2 #{\"fee\": 19.990, \"include_closed\": false, \"limit\": 10, \"lines\": [#{\"note\": (), \"price\": 1.50, \"sku\": \"a\"}, 1], \"order\": \"newest\", \"rate\": 1.0, \"rest\": #{\"deep\": [1, 2.5, \"x\", true, #{}, \"q\"]}, \"two words\": (), \"weights\": #{\"the text\": 0.5, \"title\": 2.0}} float decimal""#);
    let said = json!({
        "limit": 3, "rate": 0.25, "fee": "12345678901234567.89", "order": "oldest",
        "two words": "x", "lines": [], "weights": {}, "rest": { "deep": [] },
    });
    insta::assert_snapshot!(call(&*tool, arguments, said).await.unwrap(), @r#""q 2 #{\"fee\": 12345678901234567.89, \"include_closed\": false, \"limit\": 3, \"lines\": [1], \"order\": \"oldest\", \"rate\": 0.25, \"rest\": #{\"deep\": [\"q\"]}, \"two words\": \"x\", \"weights\": #{}} float decimal""#);
}

#[tokio::test]
async fn settings_stand_at_any_place_among_the_parameters() {
    for (params, expected) in [
        ("notes: session, s: S, a: int, b: int", "7 1 2 1"),
        ("s: S, notes: session, a: int, b: int", "7 1 2 1"),
        ("a: int, s: S, notes: session, b: int", "7 1 2 1"),
        ("a: int, notes: session, s: S, b: int", "7 1 2 1"),
        ("notes: session, a: int, b: int, s: S", "7 1 2 1"),
        ("s: S, a: int, b: int, notes: session", "7 1 2 1"),
        ("a: int, b: int, s: S", "7 1 2 -"),
    ] {
        let notes = if params.contains("session") { "notes" } else { "#{}" };
        let script = format!(
            "settings S = #{{ n: int = 5 }};
            fn f({params}) -> string {{
                let kept = {notes};
                {notes}.n = 1;
                `${{s.n}} ${{a}} ${{b}} ${{if {notes} == #{{}} {{ \"-\" }} else {{ {notes}.n }}}}`
            }}"
        );
        let script = match params.contains("session") {
            true => script,
            false => script.replace("#{}.n = 1;", ""),
        };
        let folder = folder(&script, "f", &json!({}));
        let tools = folder.load().await.unwrap();
        let tool = only(&tools);
        let session = Session::new();
        let call = ToolCall::from_json(json!({ "a": 1, "b": 2 })).unwrap().in_session(&session);
        let call = call.with_settings(resolved(&*tool, json!({ "n": 7 })));
        assert_eq!(tool.call(call).await.unwrap().value, expected, "{params}");
    }
}

#[tokio::test]
async fn a_misspelt_setting_is_an_error_as_for_every_map() {
    let script = "settings S = #{ limit: int = 5 }; fn f(s: S) -> int { s.limti }";
    let tools = folder(script, "f", &json!({})).load().await.unwrap();
    let error = tools.call("f", json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::ScriptFailed);
    insta::assert_snapshot!(error.message, @r#"`limti` is not a field of this map; if it may be absent, write `map.get("limti") ?? other`, or ask `"limti" in map`"#);
}

#[tokio::test]
async fn settings_of_another_record_are_refused_and_none_is_named() {
    let load = async |declared: &str, body: &str| {
        let script = format!("{declared} fn f(x: int{body}");
        folder(&script, "f", &json!({})).load().await.unwrap()
    };
    let takes = |members: &str| format!("settings S = #{{ {members} }};");
    let mine = load(&takes("secret: int = 1"), ", s: S) -> int { s.secret }").await;
    let tool = only(&mine);
    for (declared, body) in [
        (takes("secret: int = 1, more: int = 2"), ", s: S) -> int { 1 }"),
        (takes("other: int = 1"), ", s: S) -> int { 1 }"),
        (takes("secret: string = \"1\""), ", s: S) -> int { 1 }"),
        (takes("secret: int? = ()"), ", s: S) -> int { 1 }"),
    ] {
        let theirs = load(&declared, body).await;
        let settings = resolved(&*only(&theirs), json!({}));
        let arguments = ToolCall::from_json(json!({ "x": 1 })).unwrap();
        let error = tool.call(arguments.clone().with_settings(settings)).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable, "{declared}");
        assert!(!error.message.contains("secret"), "{error}");
        let again = tool.call(arguments.with_settings(resolved(&*tool, json!({ "secret": 3 }))));
        assert_eq!(again.await.unwrap().value, 3);
    }
    // A tool that takes none takes those of no other.
    let none = load("", ") -> int { x }").await;
    assert!(only(&none).settings().is_none());
    let arguments = ToolCall::from_json(json!({ "x": 1 })).unwrap();
    let call = only(&none).call(arguments.clone().with_settings(resolved(&*tool, json!({})))).await;
    assert_eq!(call.unwrap_err().code, ErrorCode::Unavailable);
    let empty = SettingsRecord::new("E", Vec::new()).resolve("f", Default::default()).unwrap();
    assert_eq!(only(&none).call(arguments.with_settings(empty)).await.unwrap().value, 1);
    insta::assert_snapshot!(Value::from(call_error(&tool).await), @r#""unavailable: the call has settings that are not those of the tool as it is now: resolve them again, and call with those""#);
}

/// What a model hears.
async fn call_error(tool: &std::sync::Arc<dyn rulebook::Tool>) -> String {
    let empty = SettingsRecord::new("E", Vec::new()).resolve("f", Default::default()).unwrap();
    let call = ToolCall::from_json(json!({ "x": 1 })).unwrap().with_settings(empty);
    tool.call(call).await.unwrap_err().to_string()
}
