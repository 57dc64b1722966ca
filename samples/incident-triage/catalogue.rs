//! The services of the company, and what their monitoring says.

use schemars::JsonSchema;
use serde::Serialize;

/// A service as the catalogue has it.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Service {
    pub(crate) name: &'static str,
    what_it_does: &'static str,
    /// 1 sells tickets, 2 is what customers see besides, 3 is the rest.
    tier: u8,
    team: Team,
    depends_on: Vec<&'static str>,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Team {
    Payments,
    Search,
}

/// An alert that has not ended.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Alert {
    pub(crate) service: &'static str,
    shows: Symptom,
    /// How many of a hundred requests fail.
    failing_percent: u8,
    seen_by: Scope,
    /// Minutes since it began.
    minutes: u32,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Symptom {
    Errors,
    Slow,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Scope {
    Everyone,
    SomeCustomers,
}

pub(crate) fn services() -> [Service; 2] {
    [
        Service {
            name: "checkout",
            what_it_does: "Paying for tickets",
            tier: 1,
            team: Team::Payments,
            depends_on: vec!["card-gateway"],
        },
        Service {
            name: "search",
            what_it_does: "Finding a connection",
            tier: 1,
            team: Team::Search,
            depends_on: vec!["timetable"],
        },
    ]
}

/// The alerts that have not ended, so many minutes after midnight: they began at 2:10.
pub(crate) fn alerts(now: u32) -> [Alert; 2] {
    let minutes = now.saturating_sub(2 * 60 + 10);
    [
        Alert {
            service: "checkout",
            shows: Symptom::Errors,
            failing_percent: 97,
            seen_by: Scope::Everyone,
            minutes,
        },
        Alert {
            service: "search",
            shows: Symptom::Slow,
            failing_percent: 3,
            seen_by: Scope::SomeCustomers,
            minutes,
        },
    ]
}
