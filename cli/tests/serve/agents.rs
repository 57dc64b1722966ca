//! What an agent meets: calls that a person decides on, and rules that change.

use serde_json::{Value, json};

use super::client::Client;
use super::names;
use crate::folder::{Folder, MANIFEST, SCRIPT};

/// The rules with a tool that changes data, and one that requires approval.
fn rules() -> Folder {
    let folder = Folder::new();
    let manifest = MANIFEST
        .replace(
            r#"{ "name": "echo" }"#,
            r#"{ "name": "echo", "kind": "edit", "requiresApproval": true }"#,
        )
        .replace(r#"{ "name": "today" }"#, r#"{ "name": "today", "kind": "edit" }"#);
    folder.write("rules.json", manifest);
    folder
}

/// Calls `echo`, and answers when a person is asked: the result, and what was asked.
fn decided(client: &mut Client, answer: &Value) -> (Value, Option<Value>) {
    let id = client.ask("tools/call", json!({ "name": "echo", "arguments": { "text": "paid" } }));
    let mut asked = None;
    loop {
        let message = client.message();
        if message.get("method") == Some(&json!("elicitation/create")) {
            let answered = json!({ "jsonrpc": "2.0", "id": message.get("id"), "result": answer });
            client.send(&answered.to_string());
            asked = message.get("params").cloned();
        } else if message.get("id") == Some(&json!(id)) {
            return (message.get("result").cloned().unwrap(), asked);
        }
    }
}

#[test]
fn a_person_decides_on_calls_that_require_approval() {
    let folder = rules();
    let can_ask = json!({ "elicitation": {} });
    let mut client = Client::connect(&folder, &["rules.json"], can_ask.clone());
    let yes = json!({ "action": "accept", "content": { "approve": true } });
    let (result, asked) = decided(&mut client, &yes);
    assert_eq!(result["structuredContent"], json!({ "result": "paid" }));
    insta::assert_snapshot!(asked.unwrap()["message"].as_str().unwrap(), @r#"
    May the tool `echo` run?
    What it does: Gives text back.
    Where it comes from: the function `echo` of the script `scripts/rules.rhai`, by the manifest `rules.json` (load 1)
    What it can change: data that outlives the run (`edit`)
    Arguments:
      {
        "text": "paid"
      }
    "#);
    let no = json!({ "action": "accept", "content": { "approve": false, "reason": "closed" } });
    let (result, _) = decided(&mut client, &no);
    assert_eq!(
        (&result["isError"], &result["_meta"]["rulebook/code"]),
        (&json!(true), &json!("denied"))
    );
    assert!(result["content"][0]["text"].as_str().unwrap().contains("closed"), "{result}");
}

/// Who is asked, and what runs without, by `--approve`.
#[test]
fn the_words_of_the_command_say_who_decides() {
    let folder = rules();
    let yes = json!({ "action": "accept" });
    // Of a tool that requires approval, and of one that changes data and does not.
    for (who, asks, ends, edits) in [
        ("ask", true, None, None),
        ("never", false, Some("needs_approval"), None),
        ("accept_edits", false, None, None),
        ("plan", false, Some("denied"), Some("denied")),
    ] {
        let words = ["rules.json", "--approve", who];
        let mut client = Client::connect(&folder, &words, json!({ "elicitation": {} }));
        let (result, asked) = decided(&mut client, &yes);
        assert_eq!(asked.is_some(), asks, "{who}");
        let code = |result: &Value| result["_meta"]["rulebook/code"].as_str().map(str::to_owned);
        assert_eq!(code(&result).as_deref(), ends, "{who} {result}");
        let result = client.call("today", json!({}))["result"].clone();
        assert_eq!(code(&result).as_deref(), edits, "{who} {result}");
    }
    let mut client = Client::connect(&folder, &["rules.json"], json!({}));
    let result = client.call("echo", json!({ "text": "paid" }))["result"].clone();
    assert_eq!(result["_meta"]["rulebook/code"], "needs_approval", "it cannot ask: {result}");
}

#[test]
fn a_change_of_the_list_is_told_and_no_other() {
    let folder = rules();
    let mut client = Client::connect(&folder, &["rules.json", "--watch"], json!({}));
    // What a tool does, and not what is told of it.
    folder.write("scripts/rules.rhai", SCRIPT.replace("a + b", "a + b + 1"));
    client.log("generation=2");
    let answer = client.call("add", json!({ "a": 1, "b": 2 }));
    assert_eq!(answer["result"]["structuredContent"]["result"], 4);
    // What does not load changes nothing.
    folder.write("scripts/rules.rhai", SCRIPT.replace("a: int", "a: long"));
    client.log("those before go on serving");
    folder.write("scripts/rules.rhai", SCRIPT.replace("Adds two", "Adds up two"));
    // The first that it hears, of three changes.
    assert_eq!(client.message()["method"], "notifications/tools/list_changed");
    assert_eq!(names(&mut client), ["add", "today", "fail", "forever", "echo"]);
}
