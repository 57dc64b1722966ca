//! A model that needs no key: each turn is made of what the tools have really given.

use rig_core::completion::CompletionRequest;
use rulebook_rig::testing::Turn;
use serde_json::{Value, json};

use super::agents::Results;

/// What the model does next.
pub(crate) fn turn(request: &CompletionRequest) -> Turn {
    let results = Results::of(request);
    let asked = results.asked.to_lowercase();
    if asked.contains("tablets") {
        return medication(&results);
    }
    let Some(number) = number_in(&results.asked) else {
        return Turn::say("Which referral is it? Its number is on the letter, such as R-1000.");
    };
    let referral = |part| results.part("find_referral", part);
    match results.last("find_referral") {
        None => return Turn::call("find_referral", json!({ "number": number })),
        Some(Err(error)) => return Turn::say(format!("I do not find it: {error}.")),
        Some(Ok(_)) => {}
    }
    if results.last("check_papers").is_none() {
        let service_line = referral("/service_line");
        return Turn::calls([
            (
                "check_papers",
                json!({ "service_line": service_line, "papers": referral("/papers") }),
            ),
            (
                "visit_deadline",
                json!({
                    "priority": referral("/priority"),
                    "days_since_received": referral("/days_since_received"),
                }),
            ),
            ("free_visits", json!({ "service_line": service_line })),
        ]);
    }
    let visit = results.part("free_visits", "/0/visit");
    if asked.contains("book") && results.last("book_visit").is_none() {
        return Turn::call("book_visit", json!({ "number": number, "visit": visit }));
    }
    let booked = match results.last("book_visit") {
        Some(Err(_)) => "I may not book it: please do that in the register.",
        _ => "It is booked.",
    };
    Turn::say(format!(
        "{number} is {}, for these are missing: {}. Please ask {}. The first visit is due within \
         {} days, and {} is free. {booked}",
        results.text("check_papers", "/status"),
        listed(&results.part("check_papers", "/missing")),
        listed(&results.part("check_papers", "/ask")),
        results.part("visit_deadline", "/days_left"),
        results.text("free_visits", "/0/when"),
    ))
}

/// A question that no desk answers.
fn medication(results: &Results) -> Turn {
    if results.last("who_answers").is_none() {
        return Turn::call("who_answers", json!({ "topic": "medication" }));
    }
    Turn::say(format!(
        "{} The {} is there {}.",
        results.text("who_answers", "/say"),
        results.text("who_answers", "/desk"),
        results.text("who_answers", "/reachable"),
    ))
}

fn number_in(asked: &str) -> Option<&str> {
    let word = asked.split_whitespace().find(|word| word.starts_with("R-"))?;
    Some(word.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

fn listed(names: &Value) -> String {
    let names = names.as_array().into_iter().flatten().filter_map(Value::as_str);
    names.collect::<Vec<_>>().join(", ")
}
