//! The order store: tools in Rust, with notes that belong to one conversation.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use rulebook::{Session, SessionError, SessionState, tool_collection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An order as the agent sees it.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Order {
    /// Whole days since the parcel arrived.
    days_since_delivery: u32,
    is_final_sale: bool,
    /// What was paid for the items, in cents.
    merchandise_cents: u32,
    /// What was paid for shipping, in cents.
    shipping_cents: u32,
    /// What was refunded so far, in cents.
    refunded_cents: u32,
}

/// Every order, by its number. All conversations share it.
pub(crate) struct OrderStore(Mutex<BTreeMap<String, Order>>);

/// What was noted in one conversation.
#[derive(Default, Serialize, Deserialize, SessionState)]
struct Notes(Vec<String>);

#[derive(Debug)]
pub(crate) enum OrderError {
    Unknown(String),
    TooMuch { left: u32 },
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(order) => write!(f, "there is no order `{order}`"),
            Self::TooMuch { left } => write!(f, "at most {left} cents can be refunded"),
        }
    }
}

impl std::error::Error for OrderError {}

#[tool_collection(name = "orders")]
#[instruction("Look an order up with `find_order` before you say anything about it.")]
#[constraint("Never refund more than `calculate_refund_amount` gave.")]
impl OrderStore {
    /// Finds an order by its number.
    #[tool(kind = "read")]
    async fn find_order(
        &self,
        /// The order's number, such as A-1234.
        order: String,
    ) -> Result<Order, OrderError> {
        let orders = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        orders.get(&order).cloned().ok_or(OrderError::Unknown(order))
    }

    /// Pays money back. It cannot be taken back.
    #[tool(kind = "edit", requires_approval)]
    async fn refund(
        &self,
        /// The order's number.
        order: String,
        /// How much, in cents.
        cents: u32,
    ) -> Result<Order, OrderError> {
        let mut orders = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(found) = orders.get_mut(&order) else { return Err(OrderError::Unknown(order)) };
        let paid = found.merchandise_cents.saturating_add(found.shipping_cents);
        let left = paid.saturating_sub(found.refunded_cents);
        if cents > left {
            return Err(OrderError::TooMuch { left });
        }
        found.refunded_cents += cents;
        Ok(found.clone())
    }

    /// Notes something for later in this conversation.
    #[tool(kind = "state")]
    fn add_note(
        &self,
        /// What to remember.
        text: String,
        session: &Session,
    ) -> Result<usize, SessionError> {
        session.update(|notes: &mut Notes| {
            notes.0.push(text);
            notes.0.len()
        })
    }

    #[context]
    fn notes_so_far(&self, session: &Session) -> Result<Option<String>, SessionError> {
        let Notes(notes) = session.get()?;
        Ok((!notes.is_empty()).then(|| format!("Notes: {}", notes.join("; "))))
    }
}

impl Default for OrderStore {
    fn default() -> Self {
        let order = Order {
            days_since_delivery: 12,
            is_final_sale: false,
            merchandise_cents: 8_000,
            shipping_cents: 490,
            refunded_cents: 0,
        };
        Self(Mutex::new(BTreeMap::from([("A-1234".to_owned(), order)])))
    }
}
