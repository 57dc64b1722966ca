//! What the guides say is so: scripts and manifests in them load, Rust in them
//! is compiled and run, links lead somewhere. Commands are run by the tests of
//! the command.

mod blocks;
mod functions;
mod links;
mod scripts;
mod settings;

use std::path::PathBuf;

use crate::support::repository;
use blocks::{Block, blocks};

/// The words after a fence; `docs/README.md` says what each means.
const KINDS: &[(&str, &[&str])] = &[
    ("rhai", &["fragment", "wrong"]),
    ("json", &["client", "servers", "settings", "wrong"]),
    ("rust", &["no_run"]),
    ("console", &[]),
    ("python", &[]),
    ("diff", &[]),
    ("text", &[]),
    ("toml", &[]),
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
    // Those of members are for the guides that show them.
    let doc_tests = [
        include_str!("../../src/guides.rs"),
        &include_str!("../../store/src/guides.rs").replace("\"../../", "\"../"),
        &include_str!("../../mcp/src/guides.rs").replace("\"../../", "\"../"),
        &include_str!("../../rig/src/guides.rs").replace("\"../../", "\"../"),
    ];
    for guide in guides() {
        let rust = blocks(&guide.text).iter().any(|block| block.language == "rust");
        let name = format!("include_str!(\"../{}\")", guide.name);
        let named = doc_tests.iter().any(|tests| tests.contains(&name));
        assert_eq!(rust, named, "whether `{}` has Rust, and is in a guides.rs", guide.name);
    }
}

/// What a guide tells to write into a `Cargo.toml` is there to be had.
#[test]
fn dependencies_are_those_of_this_project() {
    let manifest = |folder: &str| {
        let path = repository().join(folder).join("Cargo.toml");
        std::fs::read_to_string(path).expect("the manifest")
    };
    let (ours, store, mcp, rig) =
        (manifest(""), manifest("store"), manifest("mcp"), manifest("rig"));
    // What talks to a provider is a choice of whoever has an agent.
    let told = || ours.lines().chain(rig.lines().filter(|own| own.starts_with("rig-")));
    let is_told = |line: &str| told().any(|own| own.starts_with(line));
    for guide in guides() {
        for block in blocks(&guide.text).iter().filter(|block| block.language == "toml") {
            let place = guide.place(block);
            for line in block.text.lines().filter(|line| !line.starts_with('[')) {
                let (name, value) = line.split_once(" = ").unwrap_or_else(|| panic!("{place}"));
                let features = value.split_once("features = [").map(|(_, rest)| rest);
                let of_us = match name {
                    "rulebook" => Some(&ours),
                    "rulebook-store" => Some(&store),
                    "rulebook-mcp" => Some(&mcp),
                    "rulebook-rig" => Some(&rig),
                    _ => None,
                };
                if let Some(ours) = of_us {
                    let features = features.into_iter().flat_map(|rest| rest.split('"'));
                    for feature in features.skip(1).step_by(2) {
                        let line = format!("{feature} = [");
                        let has = ours.lines().any(|own| own.starts_with(&line));
                        assert!(has, "{place}: `{feature}`?");
                    }
                } else {
                    let version = value.split('"').nth(1).unwrap_or_default();
                    let written = format!("{name} = {{ version = \"{version}\"");
                    assert!(is_told(&written), "{place}: `{line}`?");
                }
            }
        }
    }
}
