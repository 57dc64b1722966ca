//! A call that waits for someone's approval, as data.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::binding::Binding;
use crate::session::Session;
use crate::settings::ResolvedSettings;
use crate::tool::{Tool, ToolKind, ToolSource};

/// The version of the JSON that is written, and the only one that is read.
const VERSION: u64 = 1;

/// A call that waits for someone's approval.
///
/// It is data: keep it as JSON, show it to whoever decides, and give it to a toolkit
/// with the answer, then or later, in this process or in another one. It holds for
/// exactly this call of exactly this tool: what has changed meanwhile makes it void.
/// It is no secret and no proof: keep it where the model cannot write.
///
/// As text (`Display`) it is the question for a person, over several lines: what would
/// run, where it comes from, what it can change, and the arguments, of which nothing is
/// unseen.
///
/// ```
/// use rulebook::{Session, Toolkit, tool_collection};
/// use serde_json::json;
///
/// struct Till;
///
/// #[tool_collection(name = "till")]
/// impl Till {
///     /// Pays money back.
///     #[tool(requires_approval)]
///     fn pay(&self, to: String) {}
/// }
///
/// let toolkit = Toolkit::builder().collection(Till).build()?;
/// let request = toolkit.request("pay", json!({ "to": "Ann\u{202e}" }), &Session::new())?;
/// assert_eq!(
///     request.ok_or("it needs none")?.to_string(),
///     "May the tool `pay` run?\n\
///      What it does: Pays money back.\n\
///      Where it comes from: the collection `till`\n\
///      Arguments:\n  {\n    \"to\": \"Ann\\u{202e}\"\n  }",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct ApprovalRequest {
    #[serde(deserialize_with = "known_version")]
    version: u64,
    /// Its own name: each request is answered once.
    pub id: String,
    /// The session that it was asked in, by its [`id`](crate::Session::id).
    pub session: String,
    /// The tool that would run.
    pub tool: String,
    /// The collection that the tool belongs to.
    pub collection: String,
    /// What the tool does.
    pub description: String,
    /// What calling it can change; nothing claimed when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ToolKind>,
    /// Where a script tool comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<ToolSource>,
    /// The arguments as they would run.
    pub arguments: Map<String, Value>,
    /// The id that the model gave the call, where it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_id: Option<String>,
    /// Why an earlier request for this call is void, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_again: Option<String>,
    binding: Binding,
}

impl ApprovalRequest {
    /// A request for a call of a tool as it is now.
    pub(crate) fn new(
        session: &Session,
        collection: &str,
        tool: &dyn Tool,
        (arguments, settings): (Map<String, Value>, Option<&ResolvedSettings>),
        call_id: Option<String>,
    ) -> Self {
        let spec = tool.spec();
        let id = Uuid::new_v4().to_string();
        Self {
            version: VERSION,
            session: session.id().to_owned(),
            tool: spec.name.clone(),
            collection: collection.to_owned(),
            description: spec.description.clone(),
            kind: spec.kind,
            source: spec.source.clone(),
            binding: Binding::new(&id, collection, tool, &arguments, settings),
            id,
            arguments,
            call_id,
            asked_again: None,
        }
    }

    /// The request that takes the place of this one, when this is void: when what
    /// would run now is not what was asked about.
    pub(crate) fn renewed(
        &self,
        session: &Session,
        collection: &str,
        tool: &dyn Tool,
        (arguments, settings): (Map<String, Value>, Option<&ResolvedSettings>),
    ) -> Option<Self> {
        let now = Binding::new(&self.id, collection, tool, &arguments, settings);
        let why = self.binding.difference(&now)?;
        let call = (arguments, settings);
        let again = Self::new(session, collection, tool, call, self.call_id.clone());
        Some(Self { asked_again: Some(why.to_owned()), ..again })
    }
}

/// As [`CallOutcome::NeedsApproval`](crate::CallOutcome::NeedsApproval) holds it.
impl From<Box<Self>> for ApprovalRequest {
    fn from(request: Box<Self>) -> Self {
        *request
    }
}

fn known_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match u64::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        other => Err(serde::de::Error::custom(format!(
            "an approval request of version {other}, and version {VERSION} is known"
        ))),
    }
}
