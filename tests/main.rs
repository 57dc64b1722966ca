//! What the library promises, through its public faces.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails by panicking, and makes the files it needs"
)]

mod bad_input;
mod calling;
mod collections;
mod diagnostics_examples;
mod diagnostics_guide;
mod guides;
mod hostile;
mod isolated;
mod layers;
mod loading;
mod plain_engine;
mod queue;
mod reference_rules;
mod regressions;
mod reload;
mod script_sessions;
mod script_settings;
mod settings;
mod signature;
mod support;
