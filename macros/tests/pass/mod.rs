//! What the macros take: it compiles, and it does what it says.

mod conditions;
mod hygiene;
mod private;
mod shadowed;
