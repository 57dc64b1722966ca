//! A model that needs no key: each turn is made of what the tools have really given.

use rig_core::completion::CompletionRequest;
use rulebook_rig::testing::Turn;
use serde_json::{Value, json};

use super::agents::Results;

/// What the model does next.
pub(crate) fn turn(request: &CompletionRequest) -> Turn {
    let results = Results::of(request);
    let Some(order) = results.asked.split_whitespace().find(|word| word.starts_with("B-")) else {
        return Turn::say("Which order is it? Its number is on the invoice, such as B-10001.");
    };
    let order = order.trim_end_matches(|c: char| !c.is_alphanumeric());
    let found = match results.last("find_order") {
        None => return Turn::call("find_order", json!({ "order": order })),
        Some(Err(error)) => return Turn::say(format!("I cannot look at it: {error}.")),
        Some(Ok(found)) => found,
    };
    let Some(item) = item_in(&found, &results.asked) else {
        return Turn::say("Which item of the order is it?");
    };
    if results.last("evaluate_return").is_none() {
        return decided(&found, &item, &results.asked);
    }
    let decision = |part| results.part("evaluate_return", part);
    if decision("/status") != "eligible" {
        let rule = results.text("evaluate_return", "/rule");
        return Turn::say(format!("It cannot come back just like that: {rule}."));
    }
    if results.last("refund_amount").is_none() {
        return Turn::call(
            "refund_amount",
            json!({
                "price_cents": item.get("price_cents"),
                "shipping_cents": found.get("shipping_cents"),
                "restocking_percent": decision("/restocking_percent"),
                "refund_shipping": decision("/refund_shipping"),
            }),
        );
    }
    match results.last("refund") {
        None => Turn::call(
            "refund",
            json!({
                "order": order,
                "sku": item.get("sku"),
                "cents": results.part("refund_amount", "/refund_cents"),
            }),
        )
        .saying("It can come back. I have the refund approved."),
        Some(Ok(_)) => Turn::say(format!(
            "Done: {}. Your receipt is {}.",
            results.text("refund_amount", "/in_words"),
            results.text("refund", "/receipt")
        )),
        Some(Err(error)) => {
            let why = error.split_once("not approved: ").map_or(&*error, |(_, why)| why);
            Turn::say(format!("I could not pay it back yet. My colleague says: {why}."))
        }
    }
}

/// Two calls in one turn: the rules are asked, and what the customer said is kept.
fn decided(order: &Value, item: &Value, asked: &str) -> Turn {
    let reason = if asked.contains("broken") { "arrived_damaged" } else { "changed_mind" };
    let title = item.get("title").and_then(Value::as_str).unwrap_or_default();
    let purchase = json!({
        "category": item.get("category"),
        "days_since_delivery": order.get("days_since_delivery"),
        "is_club_member": order.get("is_club_member"),
    });
    Turn::calls([
        (
            "evaluate_return",
            json!({ "purchase": purchase, "reason": reason, "condition": "opened" }),
        ),
        ("add_note", json!({ "text": format!("{title}: {reason}, opened") })),
    ])
}

/// The item of an order that is spoken of.
fn item_in(order: &Value, asked: &str) -> Option<Value> {
    let items = order.get("items").and_then(Value::as_array)?;
    let is_meant = |item: &&Value| {
        let title = item.get("title").and_then(Value::as_str).unwrap_or_default();
        title.split_whitespace().next_back().is_some_and(|noun| asked.contains(noun))
    };
    items.iter().find(is_meant).cloned()
}
