//! The root against real files: links, pipes, devices, sizes, encodings.

mod paths;
mod reading;
mod roots;
#[cfg(feature = "watch")]
mod trail;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::code::Code;

const LIMIT: u64 = 1 << 20;

/// A root folder with something outside it.
struct Folder {
    outer: TempDir,
    root: PathBuf,
}

impl Folder {
    fn new() -> Self {
        let outer = TempDir::new().unwrap();
        let root = outer.path().join("root");
        fs::create_dir_all(root.join("scripts/deep")).unwrap();
        fs::write(outer.path().join("secret.rhai"), "secret").unwrap();
        fs::write(root.join("m.json"), "{}").unwrap();
        fs::write(root.join("scripts/a.rhai"), "a").unwrap();
        fs::write(root.join("scripts/deep/b.rhai"), "b").unwrap();
        Self { outer, root }
    }

    fn root(&self) -> Root {
        Root::open(&self.root).unwrap()
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.root.join(name), bytes).unwrap();
    }

    #[cfg(unix)]
    fn link(&self, name: &str, target: impl AsRef<Path>) {
        std::os::unix::fs::symlink(target, self.root.join(name)).unwrap();
    }

    /// The path's normalized name and text, or its problem in one line.
    fn read(&self, path: &str) -> String {
        match self.root().read(path, LIMIT) {
            Ok(file) => format!("{} = {}", file.source.name(), file.source.text()),
            Err(error) => problem(error),
        }
    }
}

fn problem(error: FileError) -> String {
    let help = error.help.clone().map(|help| format!("; {help}")).unwrap_or_default();
    format!("{}: {}{help}", error.code, error.message)
}

#[track_caller]
fn assert_table(folder: &Folder, table: &[(&str, &str)]) {
    let outer = folder.outer.path().to_str().unwrap();
    let failures: Vec<String> = table
        .iter()
        .filter_map(|(path, expected)| {
            let found = folder.read(path);
            assert!(!found.contains(outer), "a path of the machine is shown: {found}");
            (found != *expected).then(|| format!("{path:?}\n  want {expected}\n  have {found}"))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
