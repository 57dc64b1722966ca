//! The rules of the samples, branch by branch.

use rulebook::{Session, ToolError, ToolSet, Toolkit};
use serde_json::{Value, json};

async fn rules(sample: &str) -> Toolkit {
    let rules = ToolSet::load(format!("../samples/{sample}/rules.json")).await.unwrap();
    Toolkit::builder().collection(rules).build().unwrap()
}

async fn call(rules: &Toolkit, tool: &str, arguments: Value) -> Result<Value, ToolError> {
    Ok(rules.call(tool, arguments, &Session::new()).await?.done()?.value)
}

#[tokio::test]
async fn returns_are_decided_by_the_first_rule_that_fits() {
    let rules = rules("returns-desk").await;
    for (category, days, member, reason, condition, status, rule, percent, shipping) in [
        ("standard", 0, false, "changed_mind", "sealed", "eligible", "withdrawal", 0, true),
        ("standard", 14, false, "changed_mind", "opened", "eligible", "withdrawal", 0, true),
        ("standard", 15, false, "changed_mind", "opened", "eligible", "goodwill_opened", 15, false),
        ("standard", 30, false, "changed_mind", "sealed", "eligible", "goodwill_sealed", 0, false),
        ("standard", 31, false, "changed_mind", "sealed", "ineligible", "window_is_over", 0, false),
        ("standard", 60, true, "changed_mind", "opened", "eligible", "goodwill_opened", 15, false),
        ("standard", 61, true, "changed_mind", "opened", "ineligible", "window_is_over", 0, false),
        ("standard", 3, false, "changed_mind", "used", "manual_review", "was_used", 0, false),
        ("hygiene", 3, false, "changed_mind", "sealed", "eligible", "withdrawal", 0, true),
        ("hygiene", 3, true, "changed_mind", "opened", "ineligible", "seal_is_broken", 0, false),
        (
            "made_to_order",
            3,
            true,
            "changed_mind",
            "sealed",
            "ineligible",
            "made_to_order",
            0,
            false,
        ),
        ("made_to_order", 14, false, "wrong_item", "used", "eligible", "our_mistake", 0, true),
        ("hygiene", 14, false, "arrived_damaged", "opened", "eligible", "our_mistake", 0, true),
        (
            "standard",
            15,
            true,
            "arrived_damaged",
            "used",
            "manual_review",
            "reported_late",
            0,
            false,
        ),
        (
            "made_to_order",
            300,
            false,
            "stopped_working",
            "used",
            "manual_review",
            "warranty",
            0,
            false,
        ),
    ] {
        let purchase = json!({
            "category": category, "days_since_delivery": days, "is_club_member": member,
        });
        let item = json!({ "purchase": purchase, "reason": reason, "condition": condition });
        let decision = json!({
            "status": status, "rule": rule, "restocking_percent": percent,
            "refund_shipping": shipping,
        });
        let decided = call(&rules, "evaluate_return", item.clone()).await;
        assert_eq!(decided, Ok(decision), "{item}");
    }
}

#[tokio::test]
async fn a_refund_is_the_price_less_what_is_kept() {
    let rules = rules("returns-desk").await;
    for (price, shipping, percent, with_shipping, refund, kept, words) in [
        (
            6400,
            490,
            15,
            false,
            5440,
            960,
            "54.40 EUR are paid back, and 9.60 EUR are kept for restocking",
        ),
        (6400, 490, 0, true, 6890, 0, "68.90 EUR are paid back"),
        // Half a cent is the customer's.
        (
            1005,
            0,
            10,
            false,
            905,
            100,
            "9.05 EUR are paid back, and 1.00 EUR are kept for restocking",
        ),
        (7, 0, 100, false, 0, 7, "0.00 EUR are paid back, and 0.07 EUR are kept for restocking"),
    ] {
        let item = json!({
            "price_cents": price, "shipping_cents": shipping, "restocking_percent": percent,
            "refund_shipping": with_shipping,
        });
        let amount = json!({ "refund_cents": refund, "kept_cents": kept, "in_words": words });
        assert_eq!(call(&rules, "refund_amount", item.clone()).await, Ok(amount), "{item}");
    }
}

#[tokio::test]
async fn a_severity_follows_from_impact_scope_and_tier() {
    let rules = rules("incident-triage").await;
    for (impact, scope, tier, severity) in [
        ("down", "everyone", 1, "sev1"),
        ("down", "some_customers", 1, "sev2"),
        ("degraded", "everyone", 1, "sev2"),
        ("degraded", "some_customers", 1, "sev3"),
        ("down", "everyone", 2, "sev2"),
        ("down", "some_customers", 2, "sev3"),
        ("degraded", "everyone", 2, "sev3"),
        ("down", "everyone", 3, "sev3"),
        ("down", "staff_only", 1, "sev3"),
        ("degraded", "staff_only", 1, "sev4"),
        ("cosmetic", "everyone", 1, "sev4"),
    ] {
        let incident = json!({ "impact": impact, "scope": scope, "tier": tier });
        let assessed = call(&rules, "assess_severity", incident.clone()).await.unwrap();
        assert_eq!(assessed["severity"], severity, "{incident}");
    }
}

#[tokio::test]
async fn whoever_is_on_call_is_there_until_the_shift_ends() {
    let rules = rules("incident-triage").await;
    for (weekday, hour, primary, ends) in [
        ("mon", 5, "Priya Nair", 6),
        ("mon", 6, "Ines Duarte", 18),
        ("fri", 17, "Ines Duarte", 18),
        ("fri", 18, "Priya Nair", 6),
        ("sat", 2, "Priya Nair", 6),
        ("sat", 6, "Tomasz Wilk", 18),
    ] {
        let when = json!({ "team": "payments", "weekday": weekday, "hour_utc": hour });
        let shift = call(&rules, "on_call", when.clone()).await.unwrap();
        assert_eq!(
            (&shift["primary"], &shift["ends_at_hour_utc"]),
            (&json!(primary), &json!(ends))
        );
    }
    let error =
        call(&rules, "on_call", json!({ "team": "search", "weekday": "mon", "hour_utc": 24 }));
    assert_eq!(error.await.unwrap_err().message, "24 is no hour of a day: write 0 to 23, in UTC");
}

#[tokio::test]
async fn the_next_is_paged_when_nobody_answers() {
    let rules = rules("incident-triage").await;
    for (severity, minutes, acknowledged, page, look_again) in [
        ("sev1", 4, false, "nobody", json!(1)),
        ("sev1", 5, false, "secondary", json!(5)),
        ("sev1", 10, false, "engineering_manager", json!(5)),
        ("sev1", 12, true, "nobody", json!(18)),
        ("sev1", 30, true, "incident_director", json!(30)),
        ("sev2", 14, false, "nobody", json!(1)),
        ("sev2", 15, false, "secondary", json!(15)),
        ("sev2", 90, true, "nobody", json!(30)),
        ("sev3", 90, false, "nobody", Value::Null),
    ] {
        let state = json!({
            "severity": severity, "minutes_since_page": minutes, "is_acknowledged": acknowledged,
        });
        let next = call(&rules, "escalation", state.clone()).await.unwrap();
        assert_eq!(
            (&next["page"], &next["look_again_in_minutes"]),
            (&json!(page), &look_again),
            "{state}"
        );
    }
}

#[tokio::test]
async fn everything_that_a_referral_lacks_is_named_at_once() {
    let rules = rules("referral-desk").await;
    for (service, signed, summary, imaging, left, missing) in [
        ("cardiology", true, true, true, Some(10), vec![]),
        ("dermatology", true, true, false, Some(10), vec![]),
        ("orthopaedics", true, true, false, Some(10), vec!["imaging report"]),
        (
            "dermatology",
            true,
            true,
            true,
            Some(9),
            vec!["insurer's authorisation that holds for 10 days"],
        ),
        (
            "cardiology",
            false,
            false,
            false,
            None,
            vec![
                "signed referral order",
                "clinical summary",
                "imaging report",
                "insurer's authorisation",
            ],
        ),
    ] {
        let papers = json!({
            "signed_order": signed, "clinical_summary": summary, "imaging_report": imaging,
            "authorisation_days_left": left,
        });
        let referral = json!({ "service_line": service, "papers": papers });
        let checked = call(&rules, "check_papers", referral.clone()).await.unwrap();
        let status = if missing.is_empty() { "ready" } else { "incomplete" };
        assert_eq!((&checked["status"], &checked["missing"]), (&json!(status), &json!(missing)));
    }
}

#[tokio::test]
async fn clinical_questions_go_to_the_nurse_line() {
    let rules = rules("referral-desk").await;
    for (topic, desk) in [
        ("appointment", "referral desk"),
        ("papers", "referral desk"),
        ("billing", "patient accounts"),
        ("symptoms", "nurse line"),
        ("medication", "nurse line"),
        ("test_result", "nurse line"),
        ("emergency", "emergency services"),
    ] {
        let answers = call(&rules, "who_answers", json!({ "topic": topic })).await.unwrap();
        assert_eq!(answers["desk"], desk, "{topic}");
    }
}
