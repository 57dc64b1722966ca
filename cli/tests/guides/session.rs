//! What a reader has who does all that a guide says, in order.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::blocks::Block;

/// The folders with rules that guides call.
const RULES: [&str; 6] = [
    "manifests",
    "scripts",
    "samples/incident-triage",
    "samples/referral-desk",
    "samples/returns-desk",
    "samples/settings",
];

/// A folder with the repository's rules in it, for one guide.
pub(super) struct Session(TempDir);

impl Session {
    pub(super) fn new(repository: &Path) -> Self {
        let session = Self(tempfile::tempdir().unwrap());
        for folder in RULES {
            fs::create_dir_all(session.path(folder)).unwrap();
            for entry in fs::read_dir(repository.join(folder)).unwrap() {
                let entry = entry.unwrap();
                let copy = session.path(folder).join(entry.file_name());
                fs::copy(entry.path(), copy).unwrap();
            }
        }
        session
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Keeps a block in the file that it names.
    pub(super) fn keep(&self, block: &Block) {
        if let Some(file) = block.file() {
            let path = self.path(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &block.text).unwrap();
        }
    }

    /// Changes a file: lines with `-` make place for those with `+`.
    pub(super) fn change(&self, block: &Block) {
        let lines = |mark: char| -> String {
            let marked = block.text.lines().filter_map(|line| line.strip_prefix(mark));
            marked.flat_map(|line| [line, "\n"]).collect()
        };
        let (before, after) = (lines('-'), lines('+'));
        let path = self.path(block.file().unwrap());
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(&before).count(), 1, "{before} is not there once:\n{text}");
        fs::write(path, text.replace(&before, &after)).unwrap();
    }

    /// What a command prints, in a shell that knows the command `rulebook`.
    pub(super) fn run(&self, command: &str) -> String {
        let command = command.replace("cargo run -q -- ", "rulebook ");
        assert!(!command.starts_with("cargo "), "`{command}` is for LEFT_TO_CI");
        let folder = Path::new(snapbox::cmd::cargo_bin!("rulebook")).parent().unwrap();
        let known = std::env::var_os("PATH").unwrap_or_default();
        let paths = [folder.to_owned()].into_iter().chain(std::env::split_paths(&known));
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1 </dev/null\n{command}")])
            .env("PATH", std::env::join_paths(paths).unwrap())
            .current_dir(self.0.path())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}
