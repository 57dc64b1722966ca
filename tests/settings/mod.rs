//! Stored settings as documents: read, written, raised.

mod documents;
mod migrations;
