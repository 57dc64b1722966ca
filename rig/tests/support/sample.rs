//! The samples of agents, as programs.

use std::path::{Path, PathBuf};

use tokio::process::Command;

use super::provider::Provider;

/// What a sample ended with.
pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) printed: String,
    /// What it said went wrong.
    pub(crate) complaint: String,
}

/// Runs a sample with a provider in its environment, and nobody at its terminal.
pub(crate) async fn run(sample: &str, provider: &Provider) -> Ended {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut command = Command::new(built(sample));
    for variable in ["OPENAI_MODEL", "ANTHROPIC_API_KEY"] {
        command.env_remove(variable);
    }
    let output = command
        .env("OPENAI_API_KEY", "a key")
        .env("OPENAI_BASE_URL", provider.url())
        .env("NO_PROXY", "127.0.0.1")
        .current_dir(repository)
        .stdin(std::process::Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(provider.url(), "URL");
    Ended {
        status: output.status.code(),
        printed: text(output.stdout),
        complaint: text(output.stderr),
    }
}

/// Where it is. Cargo builds it before it runs all tests, and not where it runs this program
/// alone.
fn built(sample: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().and_then(Path::parent).unwrap();
    let program = folder.join("examples").join(format!("{sample}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let words = ["build", "--quiet", "--package", env!("CARGO_PKG_NAME"), "--example", sample];
        let built = std::process::Command::new(env!("CARGO")).args(words).status().unwrap();
        assert!(built.success() && program.exists(), "{} is not built", program.display());
    }
    program
}
