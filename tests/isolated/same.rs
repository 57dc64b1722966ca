//! Every kind of value, given to, returned from and thrown by functions of every
//! type, in both modes: the answers are the same to the byte.

use std::fmt::Write;

use rulebook::{ToolError, ToolSet};
use serde_json::{Value, json};

use crate::support::FolderOf;

const TYPES: [&str; 16] = [
    "bool",
    "int",
    "float",
    "decimal",
    "string",
    "array",
    "array<int>",
    "array<decimal?>",
    "map",
    "map<float>",
    "#{ a: int, b?: string }",
    "\"x\" | \"y\"",
    "int?",
    "string?",
    "map<array<#{ n?: decimal }>>",
    "array<array<array<bool>>>",
];

/// JSON texts of values, right and wrong for each of the types.
const VALUES: &[&str] = &[
    "null",
    "true",
    "\"true\"",
    "\"True\"",
    "0",
    "-0",
    "-0.0",
    "1",
    "1.0",
    "3.5",
    "1e3",
    "1e16",
    "1e300",
    "-1e-300",
    "5e-324",
    "0.1",
    "0.30000000000000004",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551615",
    "12345678901234567.89",
    "0.1000000000000000055511151231257827",
    "79228162514264337593543950335",
    "\"\"",
    "\"x\"",
    "\"y\"",
    "\"z\"",
    "\"3\"",
    "\"007\"",
    "\" 3\"",
    "\"3.50\"",
    "\"0.10\"",
    "\"12345678901234567.89\"",
    "\"1e3\"",
    "\"NaN\"",
    "\"null\"",
    "\"[1,2]\"",
    "\"{\\\"a\\\":1}\"",
    "\"\\u0000\\u001f\\u007f\\u2028\\ud83d\\ude00\\u0301\"",
    "[]",
    "[1]",
    "[1,\"2\",null]",
    "[1,2.5]",
    "[[[true]],[[\"false\"]],[]]",
    "[null,\"1.10\",2]",
    "{}",
    "{\"a\":1}",
    "{\"a\":\"1\",\"b\":\"x\"}",
    "{\"a\":1,\"b\":null}",
    "{\"a\":1,\"c\":2}",
    "{\"b\":\"x\"}",
    "{\"z\":1,\"a\":2,\"m\":3}",
    "{\"k\":[{\"n\":1.5},{}],\"\":[]}",
    "{\"k\":[{\"n\":\"x\",\"m\":1}]}",
    "{\"\\n\":1,\"`\":2,\"é\":3}",
];

/// A line for an answer: all that there is in it.
fn line(answer: Result<Value, ToolError>) -> String {
    match answer {
        Ok(value) => format!("ok {value} {value:?}"),
        Err(error) => format!("{} {error:?}", serde_json::to_string(&error).unwrap()),
    }
}

async fn answers(tools: &ToolSet) -> String {
    let mut told = format!("{}\n{:?}\n", tools.hash(), tools.warnings());
    for tool in tools.tools() {
        writeln!(told, "{:?}", tool.spec()).unwrap();
    }
    for (number, ty) in TYPES.iter().enumerate() {
        for text in VALUES {
            let value: Value = serde_json::from_str(text).unwrap();
            for name in ["same", "thrown", "made"] {
                let arguments = json!({ "value": value, "extra": 1 });
                let arguments =
                    if text.len() % 7 == 3 { arguments } else { json!({ "value": value }) };
                let answer = tools.call(&format!("{name}{number}"), arguments).await;
                writeln!(told, "{name} {ty} {text}: {}", line(answer)).unwrap();
            }
        }
        let answer = tools.call(&format!("same{number}"), json!({})).await;
        writeln!(told, "{}", line(answer)).unwrap();
    }
    told
}

#[tokio::test]
async fn answers_are_the_same_to_the_byte() {
    let (mut script, mut names) = (String::from("fn given(v) { v }\n"), Vec::new());
    for (number, ty) in TYPES.iter().enumerate() {
        writeln!(
            script,
            "fn same{number}(value: {ty}) -> {ty} {{ value }}
             fn thrown{number}(value: {ty}) -> {ty} {{ throw value }}
             fn made{number}(value: {ty}) -> map {{ #{{ v: given(value), t: type_of(value), s: `${{value}}`, f: value == 1, }} }}"
        )
        .unwrap();
        names.extend(["same", "thrown", "made"].map(|name| format!("{name}{number}")));
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let here = FolderOf::<false>::with_rules(&script, &names).load().await.unwrap();
    let there = FolderOf::<true>::with_rules(&script, &names).load().await.unwrap();
    let (here, there) = (answers(&here).await, answers(&there).await);
    let mut compared = 0;
    for (here, there) in here.lines().zip(there.lines()) {
        assert_eq!(here, there);
        compared += 1;
    }
    assert_eq!((here.lines().count(), there.lines().count()), (compared, compared));
}
