//! Tool sets that follow their files: what is saved is served, and nothing that
//! works breaks.

pub(crate) mod support;

mod following;
mod lazy;
mod open;
mod polling;
mod races;
mod saving;
mod sessions;
mod settings;
