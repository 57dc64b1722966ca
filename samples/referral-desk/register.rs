//! The register of referrals and the book of visits, as the clinic's own system has them.

use std::fmt;

use rulebook::tool_collection;
use schemars::JsonSchema;
use serde::Serialize;

/// A referral, with the papers that came with it. What the patient has is not in it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Referral {
    patient: &'static str,
    service_line: &'static str,
    /// As the referring doctor wrote it.
    priority: &'static str,
    days_since_received: u32,
    papers: Papers,
}

/// Which papers are there.
#[derive(Serialize, JsonSchema)]
struct Papers {
    signed_order: bool,
    clinical_summary: bool,
    imaging_report: bool,
    /// Days until the insurer's authorisation runs out; null when there is none.
    authorisation_days_left: Option<u32>,
}

/// A visit that is free.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Visit {
    visit: &'static str,
    /// Days from today.
    in_days: u32,
    when: &'static str,
}

#[derive(Debug)]
pub(crate) enum RegisterError {
    NoReferral(String),
    NoVisit(String),
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoReferral(number) => write!(f, "there is no referral `{number}`"),
            Self::NoVisit(visit) => write!(f, "there is no free visit `{visit}`"),
        }
    }
}

impl std::error::Error for RegisterError {}

pub(crate) struct Register;

#[tool_collection]
impl Register {
    /// Finds a referral by its number.
    #[tool(kind = "read")]
    async fn find_referral(
        &self,
        /// The number on the letter, such as R-1000.
        number: String,
    ) -> Result<Referral, RegisterError> {
        if number != "R-2087" {
            return Err(RegisterError::NoReferral(number));
        }
        Ok(Referral {
            patient: "A. Okafor",
            service_line: "cardiology",
            priority: "soon",
            days_since_received: 6,
            papers: Papers {
                signed_order: true,
                clinical_summary: true,
                imaging_report: false,
                authorisation_days_left: Some(4),
            },
        })
    }

    /// Lists the free visits of a service, the earliest first.
    #[tool(kind = "read")]
    async fn free_visits(
        &self,
        /// The service, as the referral has it.
        service_line: String,
    ) -> Vec<Visit> {
        if service_line != "cardiology" {
            return Vec::new();
        }
        vec![
            Visit { visit: "C-31", in_days: 9, when: "Thursday at 10:40" },
            Visit { visit: "C-38", in_days: 12, when: "Monday at 8:20" },
        ]
    }

    /// Books a visit for a referral.
    #[tool(kind = "edit")]
    async fn book_visit(
        &self,
        /// The number of the referral.
        number: String,
        /// The visit, as `free_visits` names it.
        visit: String,
    ) -> Result<String, RegisterError> {
        match (number.as_str(), visit.as_str()) {
            ("R-2087", "C-31" | "C-38") => Ok(format!("{visit} is booked for {number}")),
            ("R-2087", _) => Err(RegisterError::NoVisit(visit)),
            _ => Err(RegisterError::NoReferral(number)),
        }
    }

    #[context]
    fn today(&self) -> String {
        "Today is a Tuesday. The referral desk closes at 17:00.".to_owned()
    }
}
