//! What the derives of settings write calls of.

mod choices;
mod kind;
mod members;
mod overrides;
mod plain;
mod resolved;

pub use choices::{Choice, choice_schema, chosen};
pub use kind::{Kind, field, member, value};
pub use members::{Member, Members, Reader, Writer, from_json, schema, to_json};
pub use overrides::{deserialize, schema_of_overrides, serialize};
pub use resolved::{Resolved, code_defaults};
