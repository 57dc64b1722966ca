//! Closures as tools.
