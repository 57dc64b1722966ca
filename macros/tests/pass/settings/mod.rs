//! Settings: what the derives make, under strict lints and among odd names.

mod declarative;
mod forms;
mod lints;
mod names;
mod shadowed;
