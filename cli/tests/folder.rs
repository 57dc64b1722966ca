//! A folder with a manifest and a script, and the command run in it.

use std::fs;
use std::path::Path;

use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

pub(crate) const SCRIPT: &str = r#"/// Adds two whole numbers.
fn add(a: int, b: int) -> int { a + b }

/// Says which day it is.
fn today() -> string { "Monday" }

/// Never works.
fn fail(why: string) -> int {
    throw why;
}

/// Never ends.
fn forever() -> int { loop { } }

/// Gives text back.
fn echo(text: string) -> string { text }
"#;

pub(crate) const MANIFEST: &str = r#"{
  "schemaVersion": 1,
  "script": "scripts/rules.rhai",
  "exports": [
    {
      "name": "add",
      "parameterDescriptions": { "a": "The first." },
      "kind": "read",
      "requiresApproval": false
    },
    { "name": "today" },
    { "name": "fail" },
    { "name": "forever" },
    { "name": "echo" }
  ]
}
"#;

pub(crate) struct Folder(TempDir);

impl Folder {
    /// A folder with `rules.json` and `scripts/rules.rhai`.
    pub(crate) fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("rules.json", MANIFEST);
        folder.write("scripts/rules.rhai", SCRIPT);
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The command in this folder, with the words of a line.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let empty: [u8; 0] = [];
        Command::new(snapbox::cmd::cargo_bin!("rulebook"))
            .current_dir(self.path())
            .env_remove("NO_COLOR")
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .timeout(std::time::Duration::from_secs(60))
            .stdin(empty.as_slice())
            .args(words)
    }

    pub(crate) fn run(&self, words: &[&str]) -> OutputAssert {
        self.command(words).assert()
    }
}

/// What standard output said, as text.
pub(crate) fn stdout(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// What standard error said, as text.
pub(crate) fn stderr(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stderr.clone()).unwrap()
}

/// What standard output said: one line of JSON.
pub(crate) fn json(output: &OutputAssert) -> serde_json::Value {
    let text = stdout(output);
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
    serde_json::from_str(&text).unwrap()
}
