//! Arguments as they are written.

use rulebook_mcp::McpServer;
use serde_json::json;

use crate::support::Era;
use crate::support::raw::Raw;
use crate::support::tools::{echo, script, toolkit};

#[tokio::test]
async fn every_digit_of_an_argument_arrives() {
    for era in Era::BOTH {
        let mut client = Raw::new(&McpServer::new(toolkit([echo()])), era).await;
        let written = r#"{"big":9007199254740993,"most":18446744073709551615,"part":0.1,"e":1e2}"#;
        let answer = client.call_written(1, "echo", written).await;
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert_eq!(
            text, r#"{"big":9007199254740993,"most":18446744073709551615,"part":0.1,"e":100.0}"#,
            "{era:?}"
        );
        assert_eq!(answer["result"]["structuredContent"].to_string(), text);
    }
}

#[tokio::test]
async fn what_would_be_read_wrongly_is_an_error_for_the_model() {
    for era in Era::BOTH {
        let mut client = Raw::new(&McpServer::new(toolkit([echo()])), era).await;
        let mut messages = Vec::new();
        for written in [
            r#"{"days":3,"days":4}"#.to_owned(),
            r#"{"n":123456789012345678901234567890}"#.to_owned(),
            r#"{"n":1e999}"#.to_owned(),
            r#"{"s":"\ud800"}"#.to_owned(),
            "[1]".to_owned(),
            "\"{}\"".to_owned(),
            format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000)),
        ] {
            let answer = client.call_written(1, "echo", &written).await;
            assert_eq!(answer["result"]["isError"], true, "{era:?}: {answer}");
            assert_eq!(answer["result"]["_meta"]["rulebook/code"], "invalid_arguments");
            messages.push(answer["result"]["content"][0]["text"].as_str().unwrap().to_owned());
        }
        insta::allow_duplicates! { insta::assert_snapshot!(messages.join("\n"), @r#"
        line 1, column 11: `days` is given twice
        line 1, column 6: `123456789012345678901234567890` would lose digits; send it as text: `"123456789012345678901234567890"`
        line 1, column 6: `1e999` is larger than any number can be
        line 1, column 7: `\u` stands before four hexadecimal digits of a character
        the arguments are an array, and must be an object
        the arguments are a string, and must be an object
        line 1, column 133: the text is nested too deep
        "#) }
        // The server goes on.
        let answer = client.call_written(2, "echo", "null").await;
        assert_eq!(answer["result"]["structuredContent"], json!({}));
    }
}

#[tokio::test]
async fn a_script_gets_decimals_as_they_are_written() {
    let text = "fn same(d: decimal) -> decimal { d }";
    let (toolkit, _folder) = script(text, &["same"]).await;
    let server = McpServer::new(toolkit);
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let answer = client.call_written(1, "same", r#"{"d":"0.1000000000000000000001"}"#).await;
        let given = &answer["result"]["structuredContent"];
        let expected = json!("0.1000000000000000000001");
        match era {
            Era::Sessions => assert_eq!(given, &json!({ "result": expected })),
            Era::Stateless => assert_eq!(given, &expected),
        }
    }
}
