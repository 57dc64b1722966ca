//! What the tests of this crate share.

pub(crate) mod approving;
pub(crate) mod desk;
pub(crate) mod json;
pub(crate) mod kit;
pub(crate) mod live;
pub(crate) mod provider;
pub(crate) mod received;
pub(crate) mod rules;
pub(crate) mod sample;
pub(crate) mod sse;
pub(crate) mod until;
pub(crate) mod way;

use rulebook::{SessionState, Toolkit, tool_collection};
use serde::{Deserialize, Serialize};

/// A till: a sum that anyone may ask for, a refund that someone has to approve, notes.
#[derive(Default)]
pub(crate) struct Till;

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Notes(pub(crate) Vec<String>);

impl SessionState for Notes {
    const NAME: &'static str = "notes";
}

#[tool_collection(name = "till")]
impl Till {
    /// Adds two numbers.
    #[tool(kind = "read")]
    fn add(&self, left: i64, right: i64) -> i64 {
        left.saturating_add(right)
    }

    /// Pays money back.
    #[tool(kind = "edit", requires_approval)]
    fn refund(&self, session: &rulebook::Session, order: String, amount: i64) -> String {
        let paid = format!("{order}: {amount}");
        let _ = session.update(|notes: &mut Notes| notes.0.push(paid.clone()));
        paid
    }

    /// Keeps a note.
    #[tool(kind = "state")]
    fn note(&self, session: &rulebook::Session, text: String) -> bool {
        session.update(|notes: &mut Notes| notes.0.push(text)).is_ok()
    }

    #[context]
    fn notes(&self, session: &rulebook::Session) -> Option<String> {
        let notes = session.get::<Notes>().ok()?.0;
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}

/// A toolkit with the till.
pub(crate) fn till() -> Toolkit {
    Toolkit::builder().collection(Till).build().expect("it is one")
}
