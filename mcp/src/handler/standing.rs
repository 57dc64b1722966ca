//! What a client is told once: the standing text of a toolkit.

use rulebook::{SystemPrompt, Toolkit};

/// The instructions and constraints as they are now; nothing where there are none.
pub(super) fn standing(toolkit: &Toolkit) -> Option<String> {
    // A prompt begins with its role, and a server has no say in who the agent is.
    const ROLE: &str = "server";
    let says_something = |line: &String| !line.trim().is_empty();
    let prompt = SystemPrompt::builder()
        .without_defaults()
        .role(ROLE)
        .instructions(toolkit.instructions().into_iter().filter(says_something))
        .constraints(toolkit.constraints().into_iter().filter(says_something))
        .build()
        .ok()?;
    let lines = prompt.as_str().split_once(ROLE)?.1.trim_start();
    (!lines.is_empty()).then(|| lines.to_owned())
}
