//! Methods that are there under conditions.
