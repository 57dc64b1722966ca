//! What the schemas of Rust types say.
