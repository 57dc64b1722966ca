//! What Rhai alone answers wrongly, or not at all, and says nothing.

use serde_json::json;

use super::case::{Case, Ends};

pub(super) fn cases() -> Vec<Case> {
    let gives = |name: &str, body: &str, value| Case::body(name, body, Ends::Gives(value));
    vec![
        Case::limit(
            "a misspelt field",
            "let o = #{ total: 1 }; [o.totl]",
            &[("script_failed", "`totl` is not a field")],
        ),
        gives(
            "nothing against a number",
            "[() > 100, \"500\" > 100, \"5\" == 5]",
            json!([false, false, false]),
        ),
        gives("nothing in a text", "[\"total: \" + ()]", json!(["total: "])),
        gives("whole numbers divided", "[15 / 100 * 200]", json!([0])),
        Case::body(
            "a number past 64 bits",
            "[9223372036854775808]",
            Ends::Refused(&["syntax_error"]),
        ),
        Case::limit("a sum past 64 bits", "[9223372036854775807 + 1]", &[("script_failed", "")]),
        Case::script(
            "digits of a decimal",
            "fn f() -> array { [parse_decimal(\"12345678901234567.89\")] }",
            Ends::Gives(json!(["12345678901234567.89"])),
        ),
        Case::limit(
            "a function that is not there",
            "if true { nope() } []",
            &[("script_failed", "`nope ()`")],
        ),
        gives("padding with nothing missing", "let s = \"ab\"; s.pad(1, \"\"); [s]", json!(["ab"])),
        Case::limit(
            "padding with nothing",
            "let s = \"ab\"; s.pad(9, \"\"); [s]",
            &[("script_failed", "cannot pad")],
        ),
        Case::body("eval", "eval(\"1\"); []", Ends::Refused(&["syntax_error"])),
        Case::limit(
            "a float that has no whole number",
            "[(0.0 / 0.0).to_int()]",
            &[("script_failed", "it is not a number")],
        ),
        Case::limit("a test without an answer", "[1].filter(|x| 1)", &[("script_failed", "bool")]),
        Case::limit(
            "a comparison without an answer",
            "[2, 1].sort(|a, b| \"x\"); []",
            &[("script_failed", "the comparison gives a number")],
        ),
        Case::limit(
            "a tag",
            "let a = [1]; a.tag = 5; a",
            &[("script_failed", "`tag` is turned off")],
        ),
    ]
}
