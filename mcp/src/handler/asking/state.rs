//! What a call remembers between its rounds, where each request stands alone.

use std::collections::BTreeMap;

use rmcp::model::InputResponses;
use rulebook::{Answer, ApprovalRequest, Question};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// What a call remembers between its rounds.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct State {
    /// The session of the call, by its name.
    pub(super) session: String,
    /// How many rounds there were.
    pub(super) round: u32,
    /// The request for approval that the person was asked about.
    pub(super) approval: Option<Box<ApprovalRequest>>,
    /// Whether that was granted.
    pub(super) granted: bool,
    /// The questions that were asked last: their keys, and what tells them from others.
    /// Any, when nothing was asked.
    pub(super) asked: Option<BTreeMap<String, String>>,
    /// What was said to them and not looked at yet.
    pub(super) given: InputResponses,
    /// The answers so far.
    pub(super) answered: Vec<Answered>,
}

/// A question that was answered.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Answered {
    pub(super) key: String,
    /// What tells the question from any other of that key.
    pub(super) digest: String,
    pub(super) said: Said,
}

/// What a person said.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    Given(Map<String, Value>),
    Declined,
    Cancelled,
}

impl From<Said> for Answer {
    fn from(said: Said) -> Self {
        match said {
            Said::Given(members) => Self::Given(members),
            Said::Declined => Self::Declined,
            Said::Cancelled => Self::Cancelled,
        }
    }
}

/// What tells a question from any other: an answer holds for what the person read.
pub(super) fn digest(question: &Question) -> String {
    hash(&(&question.message, &question.schema))
}

/// What state is bound to: the tool and the arguments, in whichever order a client
/// writes their members.
pub(super) fn bound_to(tool: &str, arguments: &Map<String, Value>) -> Vec<u8> {
    let arguments = sorted(&Value::Object(arguments.clone()));
    hash(&("tools/call", tool, arguments)).into_bytes()
}

fn hash(value: &impl Serialize) -> String {
    let json = serde_json::to_vec(value).unwrap_or_default();
    Sha256::digest(json).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(members) => {
            let sorted: BTreeMap<_, _> =
                members.iter().map(|(name, value)| (name, sorted(value))).collect();
            sorted.into_iter().map(|(name, value)| (name.clone(), value)).collect()
        }
        plain => plain.clone(),
    }
}
