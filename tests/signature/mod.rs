//! Script text to signatures and plain Rhai, through the public face.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at what it did not expect")]

mod accepted;
mod blanking;
mod documentation;
mod limits;
mod plain;
mod settings;
mod wrong;

use rulebook::signature::{Reading, read};
use rulebook::source::Source;

/// What is read from a script.
fn reading(script: &str) -> Reading {
    read(&Source::new("rules.rhai", script))
}

/// The same, of a script without a problem, whose plain text Rhai takes.
fn good(script: &str) -> Reading {
    let reading = reading(script);
    let problems: Vec<_> = reading.problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{script}\n{}", problems.join("\n"));
    assert_same_shape(script, &reading.plain);
    if let Err(error) = rhai::Engine::new_raw().compile(&reading.plain) {
        panic!("{error}\n{script}\n{}", reading.plain);
    }
    reading
}

/// The same lines, each with as many characters, and only spaces for others.
fn assert_same_shape(script: &str, plain: &str) {
    assert_eq!(script.chars().count(), plain.chars().count(), "{script:?}\n{plain:?}");
    for (old, new) in script.chars().zip(plain.chars()) {
        let blank = new == ' ' && !matches!(old, '\n' | '\r' | '\t');
        assert!(old == new || blank, "{old:?} became {new:?} in {script:?}\n{plain:?}");
    }
}
