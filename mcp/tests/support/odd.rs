//! The odd server: `mcp/tests/odd`.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use rulebook_mcp::ServerCommand;

/// Where it is. Cargo builds it before it runs all tests, and not where it runs this program
/// alone.
pub(crate) static ODD: LazyLock<String> = LazyLock::new(|| {
    let tests = std::env::current_exe().expect("a program");
    let built = tests.parent().and_then(Path::parent).expect("a folder of programs");
    let odd = built.join("examples").join(format!("odd{}", std::env::consts::EXE_SUFFIX));
    if !odd.exists() {
        let words = ["build", "--quiet", "--package", env!("CARGO_PKG_NAME"), "--example", "odd"];
        let built = Command::new(env!("CARGO")).args(words).status().expect("cargo");
        assert!(built.success() && odd.exists(), "{} is not built", odd.display());
    }
    odd.into_os_string().into_string().expect("a path of text")
});

/// The command that starts it.
pub(crate) fn odd(words: &[&str]) -> ServerCommand {
    ServerCommand::new(ODD.as_str()).args(words.iter().copied())
}
