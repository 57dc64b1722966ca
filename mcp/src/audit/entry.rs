//! One line of the audit log.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Serialize, Serializer};

use super::arguments::Shown;

/// The longest name that is written in full.
const LONGEST: usize = 256;

/// What is written of one call.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Entry<'a> {
    pub(crate) session: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) client: Option<&'a Client>,
    #[serde(serialize_with = "name")]
    pub(crate) tool: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) generation: Option<&'a str>,
    #[serde(flatten)]
    pub(crate) arguments: &'a Shown,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) approval: Option<&'a Answer>,
    pub(crate) outcome: &'a str,
    #[serde(rename = "durationMs", serialize_with = "milliseconds")]
    pub(crate) took: Duration,
    #[serde(
        rename = "queueMs",
        serialize_with = "some_milliseconds",
        skip_serializing_if = "Option::is_none"
    )]
    pub(crate) waited: Option<Duration>,
}

/// What a client says it is.
#[derive(Clone, Serialize)]
pub(crate) struct Client {
    #[serde(serialize_with = "name")]
    pub(crate) name: String,
    #[serde(serialize_with = "name")]
    pub(crate) version: String,
}

/// What became of a request for approval.
#[derive(Clone, Serialize)]
pub(crate) struct Answer {
    /// The id of the request.
    pub(crate) request: String,
    /// `asked`, `granted` or `denied`.
    pub(crate) answer: &'static str,
}

/// A line that ends now.
#[derive(Serialize)]
struct Line<'a> {
    time: String,
    #[serde(flatten)]
    entry: &'a Entry<'a>,
}

impl Entry<'_> {
    /// The line, of a call that ends now, with its line end.
    pub(super) fn line(&self) -> Vec<u8> {
        let time = format!("{:.3}", Timestamp::now());
        let mut line = serde_json::to_vec(&Line { time, entry: self }).unwrap_or_else(|error| {
            tracing::error!("a call cannot be written to the audit log: {error}");
            Vec::new()
        });
        line.push(b'\n');
        line
    }
}

/// A name that someone else gave, in a length that is bounded.
fn name<S: Serializer>(name: impl AsRef<str>, serializer: S) -> Result<S::Ok, S::Error> {
    let name = name.as_ref();
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => {
            let start = name.get(..end).unwrap_or_default();
            serializer.collect_str(&format_args!("{start}..."))
        }
        None => serializer.serialize_str(name),
    }
}

/// Milliseconds, down to a thousandth.
fn milliseconds<S: Serializer>(took: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((took.as_secs_f64() * 1e6).round() / 1e3)
}

fn some_milliseconds<S: Serializer>(
    took: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    milliseconds(&took.unwrap_or_default(), serializer)
}
