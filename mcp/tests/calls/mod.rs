//! Listing tools and calling them.

mod any_lines;
mod arguments;
mod cancelling;
mod clients;
mod errors;
mod listing;
mod logging;
mod progress;
mod reloads;
mod results;
mod sessions;
mod streams;
mod unreadable;
