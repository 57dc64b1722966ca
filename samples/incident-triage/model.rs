//! A model that needs no key: each turn is made of what the tools have really given.

use rig_core::completion::CompletionRequest;
use rulebook_rig::testing::{Seen, Turn};
use serde_json::{Value, json};

use super::agents::Results;

/// What the model does next.
pub(crate) fn turn(request: &CompletionRequest) -> Turn {
    let results = Results::of(request);
    let context = request.context().unwrap_or_default();
    if results.asked.contains("answered") {
        follow_up(&results, context, &request.tool_names())
    } else {
        triage(&results, context)
    }
}

/// Somebody says that something is broken.
fn triage(results: &Results, context: &str) -> Turn {
    if results.last("find_service").is_none() {
        let service = if results.asked.contains("pay") { "checkout" } else { "search" };
        return Turn::calls([
            ("find_service", json!({ "name": service })),
            ("active_alerts", json!({ "service": service })),
        ]);
    }
    if results.last("assess_severity").is_none() {
        let failing = results.part("active_alerts", "/0/failing_percent").as_u64();
        let impact = if failing > Some(90) { "down" } else { "degraded" };
        return Turn::call(
            "assess_severity",
            json!({
                "impact": impact,
                "scope": results.part("active_alerts", "/0/seen_by"),
                "tier": results.part("find_service", "/tier"),
            }),
        );
    }
    let severity = results.part("assess_severity", "/severity");
    if results.last("on_call").is_none() {
        let (weekday, hour) = now(context);
        let team = results.part("find_service", "/team");
        let symptom = results.part("active_alerts", "/0/shows");
        return Turn::calls([
            ("on_call", json!({ "team": team, "weekday": weekday, "hour_utc": hour })),
            ("runbook_steps", json!({ "symptom": symptom, "severity": severity })),
        ]);
    }
    if results.last("page").is_none() {
        return page(results, &results.part("on_call", "/primary"));
    }
    if results.last("escalation").is_none() {
        return escalation(results, 0);
    }
    let steps = results.part("runbook_steps", "");
    let first = steps.as_array().and_then(|steps| steps.get(1)).and_then(Value::as_str);
    Turn::say(format!(
        "This is a {}: {}. {} is paged, until {}:00 UTC. Meanwhile: {} I look again in {} minutes.",
        results.text("assess_severity", "/severity"),
        results.text("assess_severity", "/why"),
        results.text("on_call", "/primary"),
        results.part("on_call", "/ends_at_hour_utc"),
        first.unwrap_or_default(),
        results.part("escalation", "/look_again_in_minutes"),
    ))
}

/// Somebody asks what to do, since nobody has answered.
fn follow_up(results: &Results, context: &str, tools: &[&str]) -> Turn {
    if results.last("escalation").is_none() {
        return escalation(results, minutes_since_page(context));
    }
    if results.text("escalation", "/page") == "secondary" && results.last("page").is_none() {
        return page(results, &results.part("on_call", "/secondary"));
    }
    let notice = match results.last("customer_notice") {
        // The tool came while the conversation went on.
        None if tools.contains(&"customer_notice") => {
            return Turn::call(
                "customer_notice",
                json!({
                    "severity": results.part("assess_severity", "/severity"),
                    "what_fails": results.part("find_service", "/what_it_does"),
                }),
            );
        }
        Some(Ok(text)) => text.as_str().unwrap_or_default().to_owned(),
        _ => "nothing, until there is a rule for it".to_owned(),
    };
    Turn::say(format!(
        "{} is paged as well: {}. Customers read: {notice}",
        results.text("on_call", "/secondary"),
        results.text("escalation", "/why"),
    ))
}

fn page(results: &Results, person: &Value) -> Turn {
    let message = format!(
        "{}: {} of 100 requests fail.",
        results.text("find_service", "/what_it_does"),
        results.part("active_alerts", "/0/failing_percent"),
    );
    let severity = results.part("assess_severity", "/severity");
    Turn::call("page", json!({ "person": person, "severity": severity, "message": message }))
}

fn escalation(results: &Results, minutes: u64) -> Turn {
    Turn::call(
        "escalation",
        json!({
            "severity": results.part("assess_severity", "/severity"),
            "minutes_since_page": minutes,
            "is_acknowledged": false,
        }),
    )
}

/// The day and the hour, as the live context says them.
fn now(context: &str) -> (&str, u64) {
    let said = context.lines().find_map(|line| line.strip_prefix("It is ")).unwrap_or_default();
    let (weekday, time) = said.split_once(' ').unwrap_or_default();
    let hour = time.split(':').next().and_then(|hour| hour.parse().ok());
    (weekday, hour.unwrap_or_default())
}

/// The minutes since the first page, as the live context says them.
fn minutes_since_page(context: &str) -> u64 {
    let said = context.split_once("was paged ").map_or("", |(_, said)| said);
    said.split(' ').next().and_then(|minutes| minutes.parse().ok()).unwrap_or_default()
}
