//! `manifests/referrals.json`.

use serde_json::{Value, json};

use super::expect;

/// The papers in force, as the four bits of a number.
#[derive(Clone, Copy)]
struct Papers(u8);

impl Papers {
    const ORDER: u8 = 1;
    const IMAGING: u8 = 2;
    const AUTHORIZATION: u8 = 4;
    const SUMMARY: u8 = 8;

    const fn has(self, paper: u8) -> bool {
        self.0 & paper != 0
    }

    fn arguments(self, service_line: &str) -> Value {
        json!({
            "service_line": service_line,
            "has_signed_order": self.has(Self::ORDER),
            "has_insurance_authorization": self.has(Self::AUTHORIZATION),
            "has_clinical_summary": self.has(Self::SUMMARY),
            "has_relevant_imaging": self.has(Self::IMAGING)
        })
    }

    /// The rule said a second time, as a table instead of a chain of ifs.
    fn readiness(self) -> Value {
        let missing: Vec<&str> = [
            (Self::ORDER, "signed referral order"),
            (Self::IMAGING, "relevant imaging report"),
            (Self::AUTHORIZATION, "insurance authorization"),
            (Self::SUMMARY, "clinical summary"),
        ]
        .into_iter()
        .filter_map(|(paper, name)| (!self.has(paper)).then_some(name))
        .collect();
        let status = if missing.is_empty() { "ready" } else { "incomplete" };
        json!({ "status": status, "missing_items": missing, "administrative_only": true })
    }
}

async fn assess(arguments: Value, expected: Value) {
    expect("manifests/referrals.json", "assess_referral_readiness", arguments, expected).await;
}

#[tokio::test]
async fn every_combination_of_papers() {
    for papers in (0..16).map(Papers) {
        assess(papers.arguments("cardiology"), papers.readiness()).await;
    }
}

#[tokio::test]
async fn the_service_line_changes_nothing() {
    for service_line in ["", "orthopedics", "Kardiologie für Kinder"] {
        for papers in [0, 5, 15].map(Papers) {
            assess(papers.arguments(service_line), papers.readiness()).await;
        }
    }
}

#[tokio::test]
async fn missing_papers_are_all_named_in_their_order() {
    let expected = json!({
        "status": "incomplete",
        "missing_items": [
            "signed referral order",
            "relevant imaging report",
            "insurance authorization",
            "clinical summary"
        ],
        "administrative_only": true
    });
    assess(Papers(0).arguments("cardiology"), expected).await;
}

#[tokio::test]
async fn a_complete_referral_is_ready() {
    let expected = json!({ "status": "ready", "missing_items": [], "administrative_only": true });
    assess(Papers(15).arguments("cardiology"), expected).await;
}
