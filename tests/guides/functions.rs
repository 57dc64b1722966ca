//! The examples of `docs/functions.md` give what it says.

use rulebook::ToolSet;
use serde_json::{Value, json};

use super::blocks::blocks;
use super::guides;
use crate::support::Folder;

/// An example, as the statements of a function that gives a list of one value.
struct Example {
    body: String,
    gives: String,
}

/// The rows of the tables with an example.
fn rows(markdown: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for line in markdown.lines() {
        let cells: Vec<_> = line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect();
        let code = |cell: &str| Some(cell.strip_prefix('`')?.strip_suffix('`')?.to_owned());
        if let [_, example, gives] = &*cells
            && let (Some(example), Some(gives)) = (code(example), code(gives))
        {
            let (before, last) = example.rsplit_once("; ").unwrap_or(("", &example));
            examples.push(Example { body: format!("{before}; [{last}]"), gives });
        }
    }
    examples
}

/// The lines of code with a note of what they give.
fn lines(markdown: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for block in blocks(markdown).iter().filter(|block| !block.marks.is_empty()) {
        let mut before = String::new();
        for line in block.text.lines() {
            match line.split_once("; // ") {
                Some((last, gives)) => {
                    let body = format!("{before} [{last}]");
                    examples.push(Example { body, gives: gives.to_owned() });
                }
                None => before.push_str(line),
            }
        }
    }
    examples
}

#[tokio::test]
async fn examples_of_functions_give_what_the_guide_says() {
    let guides = guides();
    let guide = guides.iter().find(|guide| guide.name == "docs/functions.md").expect("the guide");
    let examples: Vec<_> = rows(&guide.text).into_iter().chain(lines(&guide.text)).collect();
    assert!(examples.len() > 50, "only {} examples were found", examples.len());

    let (mut script, mut exports) = (String::new(), Vec::new());
    for (number, Example { body, .. }) in examples.iter().enumerate() {
        script.push_str(&format!("fn example_{number}() -> array {{ {body} }}\n"));
        exports.push(json!({ "name": format!("example_{number}"), "description": "One." }));
    }
    let manifest = json!({ "schemaVersion": 1, "script": "all.rhai", "exports": exports });
    let folder = Folder::new().file("all.rhai", script).file("all.json", manifest.to_string());
    let tools = ToolSet::load(folder.path("all.json")).await.expect("the examples load");
    for (number, Example { body, gives }) in examples.iter().enumerate() {
        let gives = if gives == "()" { "null" } else { gives };
        let gives: Value = serde_json::from_str(gives).unwrap_or_else(|_| panic!("{gives}?"));
        let value = tools.call(&format!("example_{number}"), json!({})).await;
        assert_eq!(value.expect(body), json!([gives]), "{body}");
    }
}
