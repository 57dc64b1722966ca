//! `docs/diagnostics.md` is what the code says.
#![allow(clippy::disallowed_methods, reason = "a test reads the repository's own files")]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rulebook::Code;
use rulebook::code::{Example, guide};

#[test]
fn the_guide_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics.md");
    if std::env::var_os("UPDATE").is_some_and(|update| update == "1") {
        fs::write(&path, guide()).expect("the guide is written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        written == guide(),
        "docs/diagnostics.md is behind the code; \
         rewrite it with `UPDATE=1 cargo test diagnostics_guide` and commit it"
    );
}

#[test]
fn every_code_has_a_page_of_its_own() {
    let titles: BTreeSet<_> = Code::ALL.iter().map(|code| code.page().title).collect();
    assert_eq!(titles.len(), Code::ALL.len(), "two codes share a page");
    for code in Code::ALL {
        let page = code.page();
        assert!(page.title.ends_with('.'), "`{code}`: the title is a sentence");
        assert!(page.explanation.ends_with('.'), "`{code}`: the explanation is sentences");
        assert_ne!(page.wrong.text(), page.right.text(), "`{code}`");
        assert_eq!(page.wrong.language(), page.right.language(), "`{code}`");
        for example in [page.wrong, page.right] {
            assert!(!example.text().contains("```"), "`{code}`: a fence ends the code block");
            assert_eq!(example.text().trim(), example.text(), "`{code}`");
        }
    }
}

#[test]
fn right_manifests_are_json() {
    for code in Code::ALL {
        if let Example::Manifest(text) = code.page().right {
            let read = serde_json::from_str::<serde_json::Value>(text);
            assert!(read.is_ok(), "`{code}`: {text}");
        }
    }
}
