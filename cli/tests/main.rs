//! The command as a person and a program meet it: words, streams, exit status.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod bad_input;
mod call;
mod check;
mod failures;
mod folder;
#[cfg(unix)]
mod guides;
#[cfg(target_os = "linux")]
mod isolate;
mod list;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod serve;
mod settings;
mod streams;
#[cfg(unix)]
mod watch;
mod words;
