//! What the guides say is so: scripts and manifests in them load, Rust in them
//! is compiled and run, links lead somewhere. Commands are run by the tests of
//! the command.

mod blocks;
mod functions;
mod links;
mod scripts;

use std::path::PathBuf;

use crate::support::repository;
use blocks::{Block, blocks};

/// The words after a fence; `docs/README.md` says what each means.
const KINDS: &[(&str, &[&str])] = &[
    ("rhai", &["fragment", "wrong"]),
    ("json", &["wrong"]),
    ("rust", &["no_run"]),
    ("console", &[]),
    ("diff", &[]),
    ("text", &[]),
];

/// A guide with its path below the repository.
struct Guide {
    name: String,
    text: String,
}

impl Guide {
    /// A place in it, as an editor knows it.
    fn place(&self, block: &Block) -> String {
        format!("{}:{}", self.name, block.line)
    }
}

/// Whether a mark stands after the language of a block.
fn is(block: &Block, mark: &str) -> bool {
    block.marks.iter().any(|word| word == mark)
}

fn guides() -> Vec<Guide> {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(repository()).expect("a path below").display().to_string();
        let text = std::fs::read_to_string(&path).expect("a guide");
        Guide { name: name.replace('\\', "/"), text: text.replace("\r\n", "\n") }
    };
    blocks::guides(repository()).expect("the guides").into_iter().map(read).collect()
}

#[test]
fn every_block_says_what_it_is() {
    for guide in guides() {
        for block in blocks(&guide.text) {
            let kind = KINDS.iter().find(|(language, _)| *language == block.language);
            let place = guide.place(&block);
            let (_, marks) = kind.unwrap_or_else(|| panic!("{place}: `{}`?", block.language));
            for mark in &block.marks {
                let file = matches!(&*block.language, "rhai" | "json" | "diff");
                let known = marks.contains(&&**mark) || (file && mark.starts_with("file:"));
                assert!(known, "{place}: `{mark}`?");
            }
        }
    }
}

#[test]
fn rust_is_compiled_and_run() {
    let doc_tests = include_str!("../../src/guides.rs");
    for guide in guides() {
        let rust = blocks(&guide.text).iter().any(|block| block.language == "rust");
        let named = doc_tests.contains(&format!("include_str!(\"../{}\")", guide.name));
        assert_eq!(rust, named, "whether `{}` has Rust, and is in src/guides.rs", guide.name);
    }
}
