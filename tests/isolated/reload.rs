//! Tool sets that follow their files, with each generation in a process of its own.

use crate::reload::support::isolated as support;

#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../reload/saving/files.rs"]
mod files;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../reload/saving/imports.rs"]
mod imports;
