//! A model of which each turn is written beforehand: no network and no key.

use serde_json::{Value, json};

/// What a model does in one turn.
pub(crate) enum Turn {
    /// It calls a tool.
    Call(&'static str, Value),
    /// It answers the customer.
    Answer(String),
}

/// What the model has seen of the conversation: what its calls gave, in order.
#[derive(Default)]
pub(crate) struct Conversation {
    pub(crate) results: Vec<Value>,
}

impl Conversation {
    /// What the next turn is, made of what the calls before gave.
    pub(crate) fn next(&self) -> Turn {
        let result = |turn: usize| self.results.get(turn).cloned().unwrap_or_default();
        let (order, decision, refund) = (result(0), result(1), result(3));
        match self.results.len() {
            0 => Turn::Call("find_order", json!({ "order": "A-1234" })),
            1 => Turn::Call(
                "evaluate_return_eligibility",
                json!({
                    "days_since_delivery": order.get("days_since_delivery"),
                    "reason": "changed_mind",
                    "item_condition": "opened",
                    "is_final_sale": order.get("is_final_sale"),
                }),
            ),
            2 => Turn::Call("add_note", json!({ "text": "returns A-1234, opened" })),
            3 => Turn::Call(
                "calculate_refund_amount",
                json!({
                    "merchandise_amount": cents(order.get("merchandise_cents")),
                    "shipping_amount": cents(order.get("shipping_cents")),
                    "restocking_percent": decision.get("restocking_percent"),
                    "refund_shipping": decision.get("refund_shipping"),
                }),
            ),
            4 | 5 => {
                let cents = refund.as_u64().map(|amount| amount * 100);
                Turn::Call("refund", json!({ "order": "A-1234", "cents": cents }))
            }
            _ => Turn::Answer(format!("You get {refund} back.")),
        }
    }
}

/// Cents as an amount: models write decimals as text.
fn cents(value: Option<&Value>) -> String {
    let cents = value.and_then(Value::as_u64).unwrap_or_default();
    format!("{}.{:02}", cents / 100, cents % 100)
}
