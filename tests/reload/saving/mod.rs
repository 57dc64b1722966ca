//! Every way of saving, each with its real system calls.

use super::support;

mod files;
mod folders;
mod imports;
#[cfg(unix)]
mod links;
mod lost;
mod manifests;
mod many;
mod unreadable;
