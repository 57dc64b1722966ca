//! What the macros take: it compiles, and it does what it says.

mod conditions;
mod declarative;
mod hygiene;
mod lints;
mod private;
mod settings;
mod shadowed;
