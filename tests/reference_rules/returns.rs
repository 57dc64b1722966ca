//! `manifests/returns.json`.

use serde_json::{Value, json};

use super::expect;

const MANIFEST: &str = "manifests/returns.json";

const REASONS: [&str; 4] = ["damaged", "wrong_item", "late_delivery", "changed_mind"];
const CONDITIONS: [&str; 4] = ["unopened", "opened", "partial", "damaged"];

async fn eligibility(days: i64, reason: &str, condition: &str, final_sale: bool, expected: Value) {
    let arguments = json!({
        "days_since_delivery": days,
        "reason": reason,
        "item_condition": condition,
        "is_final_sale": final_sale
    });
    expect(MANIFEST, "evaluate_return_eligibility", arguments, expected).await;
}

fn final_sale() -> Value {
    json!({
        "status": "ineligible", "refund_shipping": false,
        "restocking_percent": 0, "rule": "final_sale"
    })
}

fn outside_window() -> Value {
    json!({
        "status": "manual_review", "refund_shipping": false,
        "restocking_percent": 0, "rule": "outside_return_window"
    })
}

fn damaged() -> Value {
    json!({
        "status": "eligible", "refund_shipping": true,
        "restocking_percent": 0, "rule": "damaged_item_within_window"
    })
}

fn standard() -> Value {
    json!({
        "status": "eligible", "refund_shipping": false,
        "restocking_percent": 10, "rule": "standard_return_with_restocking"
    })
}

#[tokio::test]
async fn a_final_sale_is_never_returned() {
    for days in [0, 30, 31] {
        eligibility(days, "changed_mind", "unopened", true, final_sale()).await;
        eligibility(days, "damaged", "damaged", true, final_sale()).await;
    }
}

#[tokio::test]
async fn the_window_closes_after_thirty_days() {
    eligibility(0, "changed_mind", "unopened", false, standard()).await;
    eligibility(29, "changed_mind", "unopened", false, standard()).await;
    eligibility(30, "changed_mind", "unopened", false, standard()).await;
    eligibility(31, "changed_mind", "unopened", false, outside_window()).await;
    eligibility(365, "changed_mind", "unopened", false, outside_window()).await;
    eligibility(i64::MAX, "changed_mind", "unopened", false, outside_window()).await;
}

#[tokio::test]
async fn damage_counts_within_the_window_only() {
    eligibility(30, "damaged", "opened", false, damaged()).await;
    eligibility(30, "changed_mind", "damaged", false, damaged()).await;
    eligibility(30, "damaged", "damaged", false, damaged()).await;
    eligibility(31, "damaged", "opened", false, outside_window()).await;
    eligibility(31, "changed_mind", "damaged", false, outside_window()).await;
    eligibility(31, "damaged", "damaged", false, outside_window()).await;
}

#[tokio::test]
async fn every_reason_meets_every_condition() {
    for reason in REASONS {
        for condition in CONDITIONS {
            let either = [reason, condition].contains(&"damaged");
            let expected = if either { damaged() } else { standard() };
            eligibility(5, reason, condition, false, expected).await;
        }
    }
}

#[tokio::test]
async fn refunds_are_exact_to_the_cent() {
    let table = [
        (json!([100, 7, 10, false]), json!(90)),
        (json!([100, 7, 10, true]), json!(97)),
        (json!([19.99, 0, 15, false]), json!(16.99)),
        // 0.045 and 0.135: half a cent goes away from zero, not to the even cent.
        (json!([0.05, 0, 10, false]), json!(0.05)),
        (json!([0.15, 0, 10, false]), json!(0.14)),
        (json!([-0.05, 0, 10, false]), json!(-0.05)),
        (json!([-0.15, 0, 10, false]), json!(-0.14)),
        // 0.0449 and 0.0451, on either side of it.
        (json!(["0.0449", 0, 0, false]), json!(0.04)),
        (json!(["0.0451", 0, 0, false]), json!(0.05)),
        // The whole is rounded once: 0.045 + 0.005 is a nickel, not six cents.
        (json!([0.05, "0.005", 10, true]), json!(0.05)),
        (json!([0, 0, 0, true]), json!(0)),
        (json!([49.5, 4.95, 0, true]), json!(54.45)),
        (json!([49.5, 4.95, 100, true]), json!(4.95)),
        (json!([49.5, 4.95, 100, false]), json!(0)),
        // What a float would make 0.30000000000000004.
        (json!([0.1, 0.2, 0, true]), json!(0.3)),
        // More digits than a double holds stay, as text.
        (json!(["12345678901234567.89", 0, 0, false]), json!("12345678901234567.89")),
    ];
    for (row, expected) in table {
        let [merchandise, shipping, percent, refund] =
            row.as_array().and_then(|row| row.first_chunk()).expect("four columns");
        let arguments = json!({
            "merchandise_amount": merchandise,
            "shipping_amount": shipping,
            "restocking_percent": percent,
            "refund_shipping": refund
        });
        expect(MANIFEST, "calculate_refund_amount", arguments, expected).await;
    }
}
