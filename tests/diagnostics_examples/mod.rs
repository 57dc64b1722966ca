//! Every example of the diagnostics guide is reported as the guide says, and
//! loads once it is mended.
#![allow(clippy::disallowed_methods, reason = "a test writes files of its own")]
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fs;
use std::time::Duration;

use rulebook::code::{Example, guide};
use rulebook::{Code, ToolSet};

/// The codes reported for an example in the folder that the guide describes.
async fn reported(example: Example) -> Vec<Code> {
    let guide = guide();
    let blocks: Vec<&str> = guide
        .split("```")
        .skip(1)
        .step_by(2)
        .filter_map(|block| block.split_once('\n').map(|(_language, text)| text))
        .take(3)
        .collect();
    let (mut script, mut manifest, imported) = (blocks[0], blocks[1], blocks[2]);
    match example {
        Example::Manifest(text) => manifest = text,
        Example::Script(text) => script = text,
        _ => return Vec::new(),
    }

    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    write("rules.json", manifest).expect("the manifest is written");
    write("rules.rhai", script).expect("the script is written");
    write("tax.rhai", imported).expect("the imported script is written");
    fs::create_dir(folder.path().join("folder")).expect("a folder in the folder");

    let options = ToolSet::options().timeout(Duration::from_millis(300));
    let problems = match options.load(folder.path().join("rules.json")).await {
        Ok(tools) => tools.warnings().to_vec(),
        Err(error) => error.diagnostics().to_vec(),
    };
    problems.iter().map(rulebook::Diagnostic::code).collect()
}

#[tokio::test]
async fn wrong_examples_are_reported_under_their_code() {
    for code in Code::ALL {
        let wrong = code.page().wrong;
        if !matches!(wrong, Example::Words(_)) {
            assert_eq!(reported(wrong).await, [*code], "{}", wrong.text());
        }
    }
}

#[tokio::test]
async fn right_examples_load() {
    for code in Code::ALL {
        let right = code.page().right;
        assert_eq!(reported(right).await, [], "`{code}`: {}", right.text());
    }
}
