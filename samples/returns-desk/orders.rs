//! The order store of the shop, and the only way to pay money back.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use rulebook::tool_collection;
use schemars::JsonSchema;
use serde::Serialize;

/// An order as the desk sees it.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Order {
    /// The name on the order.
    customer: &'static str,
    is_club_member: bool,
    /// Whole days since the parcel arrived.
    days_since_delivery: i32,
    items: Vec<Item>,
    /// What was paid for shipping, in cents.
    shipping_cents: u32,
}

#[derive(Clone, Serialize, JsonSchema)]
struct Item {
    sku: &'static str,
    title: &'static str,
    category: Category,
    /// What was paid for it, in cents.
    price_cents: u32,
    /// What was paid back, in cents.
    refunded_cents: Option<u32>,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Category {
    Standard,
    Hygiene,
    MadeToOrder,
}

/// That money was paid back.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Receipt {
    /// Its number, for the customer.
    receipt: String,
    order: String,
    sku: String,
    cents: u32,
}

#[derive(Debug)]
pub(crate) enum OrderError {
    NoOrder(String),
    NoItem { order: String, sku: String },
    PaidBack { sku: String },
    TooMuch { most: u32 },
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoOrder(order) => write!(f, "there is no order `{order}`: ask for its number"),
            Self::NoItem { order, sku } => write!(f, "`{sku}` is not in the order `{order}`"),
            Self::PaidBack { sku } => write!(f, "`{sku}` was paid back before"),
            Self::TooMuch { most } => write!(f, "no more than {most} cents were paid for it"),
        }
    }
}

impl std::error::Error for OrderError {}

/// The orders, which all conversations share. A shop has them in a database.
pub(crate) struct OrderStore {
    orders: Mutex<BTreeMap<&'static str, Order>>,
}

#[tool_collection(name = "orders")]
#[instruction("Look an order up with `find_order` before you say anything about it.")]
#[constraint("Never pay back anything but the `refund_cents` of `refund_amount`.")]
impl OrderStore {
    /// Finds an order by its number.
    #[tool(kind = "read")]
    async fn find_order(
        &self,
        /// The number on the invoice, such as B-10001.
        order: String,
    ) -> Result<Order, OrderError> {
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders.get(order.as_str()).cloned().ok_or(OrderError::NoOrder(order))
    }

    /// Pays money back for one item, by the way it was paid. It cannot be undone.
    #[tool(kind = "edit", requires_approval)]
    async fn refund(
        &self,
        /// The number of the order.
        order: String,
        /// The item, by its `sku`.
        sku: String,
        /// How much, in cents.
        cents: u32,
    ) -> Result<Receipt, OrderError> {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(found) = orders.get_mut(order.as_str()) else {
            return Err(OrderError::NoOrder(order));
        };
        let shipping = found.shipping_cents;
        let Some(item) = found.items.iter_mut().find(|item| item.sku == sku) else {
            return Err(OrderError::NoItem { order, sku });
        };
        if item.refunded_cents.is_some() {
            return Err(OrderError::PaidBack { sku });
        }
        let most = item.price_cents.saturating_add(shipping);
        if cents > most {
            return Err(OrderError::TooMuch { most });
        }
        item.refunded_cents = Some(cents);
        Ok(Receipt { receipt: format!("R-{order}-{sku}"), order, sku, cents })
    }
}

impl Default for OrderStore {
    fn default() -> Self {
        let item = |sku, title, category, price_cents| Item {
            sku,
            title,
            category,
            price_cents,
            refunded_cents: None,
        };
        let kettle = Order {
            customer: "Noor Haddad",
            is_club_member: false,
            days_since_delivery: 33,
            items: vec![
                item("KT-02", "enamel kettle", Category::Standard, 6_400),
                item("SP-11", "olive wood spoon", Category::Hygiene, 1_250),
                item("BD-30", "engraved board", Category::MadeToOrder, 3_900),
            ],
            shipping_cents: 490,
        };
        let lamp = Order {
            customer: "Jonas Brandt",
            is_club_member: true,
            days_since_delivery: 6,
            items: vec![item("LM-07", "reading lamp", Category::Standard, 8_900)],
            shipping_cents: 690,
        };
        Self { orders: Mutex::new(BTreeMap::from([("B-20417", kettle), ("B-20533", lamp)])) }
    }
}
