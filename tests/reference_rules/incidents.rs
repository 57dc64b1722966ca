//! `manifests/incidents.json`.

use serde_json::{Value, json};

use super::expect;

async fn classify(error_rate: Value, latency: i64, pool: i64, deployed: i64, expected: Value) {
    let arguments = json!({
        "error_rate_percent": error_rate,
        "p95_latency_ms": latency,
        "database_pool_utilization_percent": pool,
        "minutes_since_deployment": deployed
    });
    let tool = "classify_incident_evidence";
    expect("manifests/incidents.json", tool, arguments, expected).await;
}

fn saturated() -> Value {
    json!({
        "severity": "high", "signals": ["resource_saturation"],
        "classification": "database_pool_saturation"
    })
}

fn saturated_after_deployment() -> Value {
    json!({
        "severity": "high", "signals": ["resource_saturation", "recent_deployment_correlation"],
        "classification": "database_pool_saturation"
    })
}

fn high() -> Value {
    json!({ "severity": "high", "signals": ["high_error_or_latency"], "classification": "high" })
}

fn elevated() -> Value {
    json!({
        "severity": "elevated", "signals": ["elevated_error_or_latency"],
        "classification": "elevated"
    })
}

fn normal() -> Value {
    json!({ "severity": "normal", "signals": [], "classification": "normal" })
}

#[tokio::test]
async fn the_pool_is_saturated_from_ninety_percent() {
    classify(json!(0), 100, 89, 60, normal()).await;
    classify(json!(0), 100, 90, 60, saturated()).await;
    classify(json!(0), 100, 91, 60, saturated()).await;
    classify(json!(0), 100, 100, 60, saturated()).await;
}

#[tokio::test]
async fn a_deployment_is_recent_for_fifteen_minutes() {
    classify(json!(0), 100, 90, 0, saturated_after_deployment()).await;
    classify(json!(0), 100, 90, 14, saturated_after_deployment()).await;
    classify(json!(0), 100, 90, 15, saturated_after_deployment()).await;
    classify(json!(0), 100, 90, 16, saturated()).await;
}

#[tokio::test]
async fn a_recent_deployment_alone_is_no_signal() {
    classify(json!(0), 100, 89, 0, normal()).await;
    classify(json!(1), 100, 89, 0, elevated()).await;
    classify(json!(3), 100, 89, 0, high()).await;
}

#[tokio::test]
async fn saturation_comes_before_errors_and_latency() {
    classify(json!(99.9), 60_000, 90, 60, saturated()).await;
    classify(json!(99.9), 60_000, 90, 5, saturated_after_deployment()).await;
    classify(json!(1.5), 800, 95, 60, saturated()).await;
}

#[tokio::test]
async fn errors_are_high_from_three_percent() {
    classify(json!(2.99), 100, 50, 60, elevated()).await;
    classify(json!("2.9999999999999999999"), 100, 50, 60, elevated()).await;
    classify(json!(3), 100, 50, 60, high()).await;
    classify(json!(3.0), 100, 50, 60, high()).await;
    classify(json!("3.00"), 100, 50, 60, high()).await;
    classify(json!(3.01), 100, 50, 60, high()).await;
}

#[tokio::test]
async fn latency_is_high_from_fifteen_hundred_milliseconds() {
    classify(json!(0), 1499, 50, 60, elevated()).await;
    classify(json!(0), 1500, 50, 60, high()).await;
    classify(json!(0), 1501, 50, 60, high()).await;
}

#[tokio::test]
async fn errors_are_elevated_from_one_percent() {
    classify(json!(0.99), 100, 50, 60, normal()).await;
    classify(json!(1), 100, 50, 60, elevated()).await;
    classify(json!(1.0), 100, 50, 60, elevated()).await;
    classify(json!(1.01), 100, 50, 60, elevated()).await;
}

#[tokio::test]
async fn latency_is_elevated_from_seven_hundred_and_fifty_milliseconds() {
    classify(json!(0), 749, 50, 60, normal()).await;
    classify(json!(0), 750, 50, 60, elevated()).await;
    classify(json!(0), 751, 50, 60, elevated()).await;
}

#[tokio::test]
async fn one_of_errors_and_latency_is_enough() {
    classify(json!(3.0), 749, 50, 60, high()).await;
    classify(json!(0.99), 1500, 50, 60, high()).await;
    classify(json!(3.0), 1500, 50, 60, high()).await;
    classify(json!(1.0), 1500, 50, 60, high()).await;
    classify(json!(3.0), 750, 50, 60, high()).await;
    classify(json!(1.0), 749, 50, 60, elevated()).await;
    classify(json!(0.99), 750, 50, 60, elevated()).await;
    classify(json!(1.0), 750, 50, 60, elevated()).await;
    classify(json!(0.99), 749, 89, 16, normal()).await;
    classify(json!(0), 0, 0, 0, normal()).await;
}
