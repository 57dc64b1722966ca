//! Which calls run without asking a person.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::mode::PermissionMode;
use super::object::Object;
use super::permission::Permission;
use super::rule::AllowRule;
use crate::quote::quoted;
use crate::tool::{ToolKind, ToolSpec};

/// Says which calls run without asking a person. Made by people, never by a model.
///
/// By the kind of the tool and whether it requires approval, without a rule:
///
/// | | `ask` | `accept_edits` | `plan` |
/// |---|---|---|---|
/// | `read`, `state` | runs | runs | runs |
/// | `read`, `state`, approval | asks | runs | asks |
/// | `edit` | runs | runs | denied |
/// | `edit`, approval | asks | runs | denied |
/// | `execute` | runs | runs | denied |
/// | `execute`, approval | asks | asks | denied |
/// | no kind | runs | runs | asks |
/// | no kind, approval | asks | asks | asks |
///
/// A call that an [`AllowRule`] fits runs wherever the table asks. A tool without a
/// kind does not say what it changes, so no mode ever grants it anything.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use rulebook::{AllowRule, Permission, PermissionMode, PermissionPolicy, ToolKind, ToolSpec};
/// use serde_json::{Map, json};
///
/// let policy = PermissionPolicy::new(PermissionMode::AcceptEdits)
///     .allow(AllowRule::prefix("run", "command", "git log")?);
/// let json = r#"{
///     "mode": "accept_edits",
///     "allow": [{ "tool": "run", "argument": "command", "prefix": "git log" }]
/// }"#;
/// assert_eq!(serde_json::from_str::<PermissionPolicy>(json)?, policy);
///
/// let mut run = ToolSpec::new("run", "Runs a command.");
/// run.kind = Some(ToolKind::Execute);
/// run.requires_approval = true;
/// let call = |command| Map::from_iter([("command".to_owned(), json!(command))]);
/// assert_eq!(policy.decide(&run, &call("git log -5")), Permission::Allow);
/// assert_eq!(policy.decide(&run, &call("git log; reboot")), Permission::Ask);
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Object<WrittenPolicy>")]
pub struct PermissionPolicy {
    mode: PermissionMode,
    allow: Vec<AllowRule>,
}

/// A policy as JSON writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPolicy {
    #[serde(default)]
    mode: PermissionMode,
    #[serde(default)]
    allow: Vec<AllowRule>,
}

impl From<Object<WrittenPolicy>> for PermissionPolicy {
    fn from(Object(WrittenPolicy { mode, allow }): Object<WrittenPolicy>) -> Self {
        Self { mode, allow }
    }
}

impl PermissionPolicy {
    /// A policy without rules.
    #[must_use]
    pub const fn new(mode: PermissionMode) -> Self {
        Self { mode, allow: Vec::new() }
    }

    /// The same rules, in another mode.
    #[must_use]
    pub const fn with_mode(mut self, mode: PermissionMode) -> Self {
        self.mode = mode;
        self
    }

    /// The same policy, with one more rule.
    #[must_use]
    pub fn allow(mut self, rule: AllowRule) -> Self {
        self.allow.push(rule);
        self
    }

    /// What it grants without a rule.
    #[must_use]
    pub const fn mode(&self) -> PermissionMode {
        self.mode
    }

    /// The calls that it allows beforehand, in the order given.
    #[must_use]
    pub fn rules(&self) -> &[AllowRule] {
        &self.allow
    }

    /// Whether a call runs, is asked about, or is denied.
    ///
    /// The arguments have to be those that will run, as
    /// [`Tool::normalize`](crate::Tool::normalize) gives them.
    pub fn decide(&self, spec: &ToolSpec, arguments: &Map<String, Value>) -> Permission {
        if self.mode == PermissionMode::Plan
            && let Some(reason) = spec.kind.and_then(|kind| not_while_planning(&spec.name, kind))
        {
            return Permission::Deny { reason };
        }
        let ruled = || self.allow.iter().any(|rule| rule.fits(&spec.name, arguments));
        if !self.asks(spec) || ruled() { Permission::Allow } else { Permission::Ask }
    }

    /// Whether a call that no rule fits is asked about.
    const fn asks(&self, spec: &ToolSpec) -> bool {
        match (self.mode, spec.kind) {
            (PermissionMode::Plan, None) => true,
            (
                PermissionMode::AcceptEdits,
                Some(ToolKind::Read | ToolKind::State | ToolKind::Edit),
            ) => false,
            _ => spec.requires_approval,
        }
    }
}

/// Why a tool is not called while planning, if it is not.
fn not_while_planning(name: &str, kind: ToolKind) -> Option<String> {
    let does = match kind {
        ToolKind::Read | ToolKind::State => return None,
        ToolKind::Edit => "changes data",
        ToolKind::Execute => "runs commands or code",
    };
    let name = quoted(name);
    Some(format!(
        "{name} {does}, and nothing is changed while planning: do not call it now, finish the \
         plan with the tools that only read, and present it"
    ))
}
