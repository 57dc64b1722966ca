//! What scripts keep for a session, as JSON that tells every type of a script.
//!
//! Where JSON has a type of its own, a value is that: null, booleans, texts, arrays,
//! objects, whole numbers that every reader of JSON keeps, and numbers with a
//! fraction. Any other value is an object of one member, whose name begins with `$`
//! and says the type: `{"$decimal":"1.50"}`. A map that looks like one of these
//! stands in one itself: `{"$map":{"$decimal":1}}`.

mod read;
mod tag;
mod write;

pub(crate) use read::restored;
pub(crate) use write::kept;
