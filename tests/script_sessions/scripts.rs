//! Whatever an ordinary script does to its map is kept.

use serde_json::{Value, json};

use super::support::Folder;
use super::{call, state};
use rulebook::{Session, ToolSet};

/// Helpers, the body of `f`, and what is kept when it was called twice.
#[rustfmt::skip]
fn cases() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("", r#"if "n" in notes { notes.n += 1 } else { notes.n = 1 }"#, json!({ "n": 2 })),
        ("", r#"notes.n = notes.get("n") ?? 0; notes.n += 1;"#, json!({ "n": 2 })),
        ("", r#"if !("list" in notes) { notes.list = []; } notes.list.push(notes.list.len());"#, json!({ "list": [0, 1] })),
        ("", "notes.total = 1; notes.rate = 3; notes.total += notes.rate; notes.total *= notes.total;", json!({ "total": 16, "rate": 3 })),
        ("", "notes.a = #{ b: [1, 2, #{}] }; notes.a.b[2].c = 1; notes.a.b[2].c += notes.a.b[0];", json!({ "a": { "b": [1, 2, { "c": 2 }] } })),
        ("", "notes.old = 1; notes = #{ x: 1 };", json!({ "x": 1 })),
        ("", "notes = #{};", json!(null)),
        ("", "let notes = #{ z: 1 }; notes.z = 2;", json!(null)),
        ("", "notes.a = 1; { let notes = #{ z: 1 }; notes.z = 2; } notes.b = 2;", json!({ "a": 1, "b": 2 })),
        ("", "let copy = notes; copy.x = 1; notes.y = copy;", json!({ "y": { "x": 1, "y": { "x": 1 } } })),
        ("", "notes.n = 1; notes.copy = notes; notes.copy.n = 2;", json!({ "n": 1, "copy": { "n": 2, "copy": { "n": 2 } } })),
        ("", "notes.n = 1; return 1; notes.n = 2;", json!({ "n": 1 })),
        ("", "notes.n = 1; exit(1); notes.n = 2;", json!({ "n": 1 })),
        ("fn leave() { exit(1) }", "notes.n = 1; leave(); notes.n = 2;", json!({ "n": 1 })),
        ("fn bump() { this.n += 1; }", "notes.n = 1; notes.bump(); notes.bump();", json!({ "n": 3 })),
        ("fn bump() { this.n += 1; }", "notes.part = #{ n: 1 }; notes.part.bump();", json!({ "part": { "n": 2 } })),
        ("fn bump() { this.deeper(); } fn deeper() { this.list.push(this.list.len()); }", "notes.list = []; notes.bump(); notes.bump();", json!({ "list": [0, 1] })),
        ("fn reset() { this = #{ again: true }; }", "notes.n = 1; notes.reset();", json!({ "again": true })),
        ("fn change(map) { map.n = 5; }", "notes.n = 1; change(notes);", json!({ "n": 1 })),
        ("fn change(map: session) -> int { map.n = 5; map.n }", "notes.n = 1; notes.m = change(notes);", json!({ "n": 1, "m": 5 })),
        ("fn changed(map: session) { map.n = 5; map }", "notes = changed(notes);", json!({ "n": 5 })),
        ("", "notes.n = 0; let add = |x| { notes.n += x; }; add.call(2); add.call(3);", json!({ "n": 5 })),
        ("", "notes.n = 0; [1, 2, 3].for_each(|| notes.n += this);", json!({ "n": 6 })),
        ("", "notes.n = 0; let add = |x| { notes.n += x; }; add.call(2); notes.n += 1; notes.m = notes.n;", json!({ "n": 3, "m": 3 })),
        ("", "let f = || notes.n; notes.n = 4; notes.m = f.call();", json!({ "n": 4, "m": 4 })),
        ("", "notes.list = [1, 2, 3]; for x in notes.list { notes.list.push(x * 10); }", json!({ "list": [1, 2, 3, 10, 20, 30] })),
        ("", "notes.n = 0; for key in notes.keys() { notes[key] += 1; }", json!({ "n": 1 })),
        ("", "for i in 0..3 { notes[`k${i}`] = i; }", json!({ "k0": 0, "k1": 1, "k2": 2 })),
        ("", "notes.n = 0; while notes.n < 10 { notes.n += 1; if notes.n == 5 { break; } }", json!({ "n": 5 })),
        ("", "notes.list = [3, 1, 2]; notes.list.sort(); notes.list.retain(|x| x > 1); notes.list[0] += 1;", json!({ "list": [3, 3] })),
        ("", "notes.list = [1, 2]; notes.double = notes.list.map(|x| x * 2); notes.sum = notes.list.reduce(|a, x| a + x, 0);", json!({ "list": [1, 2], "double": [2, 4], "sum": 3 })),
        ("", "notes.list = [1, 2]; let limit = 1; notes.big = notes.list.filter(|x| x > limit);", json!({ "list": [1, 2], "big": [2] })),
        ("", "notes.list = [1, 2]; notes.rate = 3; let list = notes.list; notes.all = list.map(|x| x * notes.rate);", json!({ "list": [1, 2], "rate": 3, "all": [3, 6] })),
        ("", "notes.list = [#{ n: 1 }, #{ n: 2 }]; for (item, i) in notes.list { notes.list[i].n = item.n * notes.list.len(); }", json!({ "list": [{ "n": 2 }, { "n": 4 }] })),
        ("", "notes.a = 1; notes.b = 2; notes.remove(\"a\"); notes += #{ c: 3 }; notes.mixin(#{ b: 4 });", json!({ "b": 4, "c": 3 })),
        ("", "notes.a = 1; notes.clear(); notes[\"a key\"] = ();", json!({ "a key": null })),
        ("", "try { notes.a = 1; throw \"no\"; } catch { notes.b = 2; }", json!({ "a": 1, "b": 2 })),
        ("", "notes.state = \"open\"; switch notes.state { \"open\" => notes.state = \"closed\", _ => notes.state = \"lost\" }", json!({ "state": "closed" })),
        ("", "notes.n = 2; notes.text = `${notes.n} of ${notes.len()}`;", json!({ "n": 2, "text": "2 of 2" })),
        ("fn again(depth, notes: session) { notes.depth = depth; if depth > 0 { again(depth - 1, notes); } }", "again(3, notes); notes.n = 1;", json!({ "n": 1 })),
        ("const START = #{ n: 7 };", "notes = START; notes.n += 1;", json!({ "n": 8 })),
        ("import \"part\" as part;", "notes.n = 1; notes.m = part::of(notes); part::change(notes);", json!({ "n": 1, "m": 1 })),
        ("", "notes.d = parse_decimal(\"1.50\"); notes.f = 2.0; notes.c = 'x'; notes.m = #{ \"$int\": 1 };",
            json!({ "d": { "$decimal": "1.50" }, "f": { "$float": "2.0" }, "c": { "$char": "x" }, "m": { "$map": { "$int": 1 } } })),
    ]
}

const PART: &str = "fn of(map) { map.n } fn change(map: session) { map.n = 9; }";

#[tokio::test]
async fn what_a_script_does_to_its_map_is_kept() {
    let mut wrong = Vec::new();
    for (helpers, body, kept) in cases() {
        let script = format!("{helpers}\nfn f(notes: session) -> int {{ {body}\n 1 }}");
        // After two calls, each must have seen what the one before it kept.
        let folder = Folder::with_rules(&script, &["f"]).file("part.rhai", PART);
        let tools = match folder.load_with(ToolSet::options()).await {
            Ok(tools) => tools,
            Err(error) => {
                wrong.push(format!("{body}\n  {error}"));
                continue;
            }
        };
        let session = Session::new();
        for _ in 0..2 {
            if let Err(error) = call(&tools, &session, "f", json!({})).await {
                wrong.push(format!("{helpers} {body}\n  {error}"));
            }
        }
        if state(&session) != kept {
            wrong.push(format!("{helpers} {body}\n  kept {}", state(&session)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a closure captures while its own variable is in use fails for any variable,
/// and soon.
#[tokio::test]
async fn a_map_in_use_is_no_other_than_a_variable_in_use() {
    let script = "
        fn f(notes: session) -> array {
            notes.list = [1]; notes.rate = 2;
            notes.list.map(|x| x * notes.rate)
        }
        fn g() -> array {
            let notes = #{};
            notes.list = [1]; notes.rate = 2;
            notes.list.map(|x| x * notes.rate)
        }";
    let folder = Folder::with_rules(script, &["f", "g"]);
    let tools = folder.load().await.unwrap();
    let session = Session::new();
    let with = call(&tools, &session, "f", json!({})).await;
    let without = call(&tools, &session, "g", json!({})).await;
    let message = |result: Result<Value, rulebook::ToolError>| result.map_err(|e| e.message);
    let (with, without) = (message(with), message(without));
    assert_eq!(with, without);
    insta::assert_snapshot!(with.unwrap_err(), @"this value is in use by the function that it is given to");
    assert_eq!(session.entries(), []);
}

#[tokio::test]
async fn the_parameter_has_any_name_and_any_place() {
    let script = "
        fn first(session: session, a: int) -> int { session.a = a; a }
        fn middle(a: int, memory: session, b: int) -> int { memory.a = a - b; a - b }
        fn last(a: int, b: int, x: session) -> int { x.a = a * b; a * b }
        fn alone(kept: session) -> int { kept.a }
        fn none(session: int) -> int { session }";
    let folder = Folder::with_rules(script, &["first", "middle", "last", "alone", "none"]);
    let tools = folder.load().await.unwrap();
    let session = Session::new();
    let arguments = json!({ "a": 7, "b": 2 });
    for (name, given, arguments) in [
        ("first", 7, json!({ "a": 7 })),
        ("alone", 7, json!({})),
        ("middle", 5, arguments.clone()),
        ("alone", 5, json!({})),
        ("last", 14, arguments),
        ("alone", 14, json!({})),
        ("none", 3, json!({ "session": 3 })),
    ] {
        assert_eq!(call(&tools, &session, name, arguments).await.unwrap(), given, "{name}");
    }
}

#[tokio::test]
async fn it_is_hidden_from_models() {
    let script =
        "fn f(text: string, notes: session) -> int { 1 } fn g(notes: session) -> int { 1 }";
    let folder = Folder::with_rules(script, &["f", "g"]);
    let tools = folder.load().await.unwrap();
    insta::assert_snapshot!(tools.tool("f").unwrap().spec().input_schema, @r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}"#);
    insta::assert_snapshot!(tools.tool("g").unwrap().spec().input_schema, @r#"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#);
    let session = Session::new();
    let sent = [
        ("f", json!({ "text": "a", "notes": {} })),
        ("f", json!({ "text": "a", "note": {} })),
        ("g", json!({ "notes": null })),
    ];
    let mut told = Vec::new();
    for (name, arguments) in sent {
        let error = call(&tools, &session, name, arguments).await.unwrap_err();
        told.push(error.to_string());
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
        invalid_arguments: `notes` is not a parameter; the parameters are `text`
        invalid_arguments: `note` is not a parameter; the parameters are `text`
        invalid_arguments: `notes` is not a parameter; there are no parameters
        "#);
    assert_eq!(session.entries(), []);
}

#[tokio::test]
async fn it_has_no_description() {
    let manifest = |name: &str| {
        json!({
            "schemaVersion": 1, "script": "rules.rhai",
            "exports": [{
                "name": "f", "description": "Runs f.", "parameterDescriptions": { name: "Text." },
            }],
        })
    };
    let mut told = Vec::new();
    for (head, name) in [
        ("fn f(text: string, notes: session)", "notes"),
        ("fn f(text: string, notes: session)", "note"),
        ("fn f(notes: session)", "note"),
    ] {
        let folder = Folder::new()
            .file("rules.rhai", format!("{head} -> int {{ 1 }}"))
            .file("rules.json", manifest(name).to_string());
        told.extend(folder.problems().await.iter().map(ToString::to_string));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
        rules.json:1:114: error[unknown_parameter]: `notes` of `f` is what is kept for a session, which no model is told of; help: remove this
        rules.json:1:114: error[unknown_parameter]: `f` has no parameter `note`; help: its parameters are `text`
        rules.json:1:114: error[unknown_parameter]: `f` has no parameter `note`; help: it takes no parameters: remove this
        "#);
}
