//! What is held: a tool or instructions that are not what was accepted.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::difference::{Difference, between};
use crate::remote::catalogue::offered::{Defined, OfferedTool};
use rulebook::wording::{brief, one_line};

/// The longest value that is shown to its end, in characters.
const LONGEST: usize = 2_000;
/// How much of what is alike stands before a difference in longer values, in characters.
const BEFORE: usize = 100;

/// A tool that is held, since its server changed it or added it after tools were pinned.
///
/// Show it to whoever decides, as text or by its [`difference`](Self::difference), and give
/// it to [`accept`](crate::McpToolCollection::accept): that accepts what was shown, and
/// nothing that the server has made of it since.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldTool {
    here: String,
    accepted: Option<Arc<Defined>>,
    offered: Arc<Defined>,
}

impl HeldTool {
    pub(in crate::remote) fn new(
        here: String,
        accepted: Option<Arc<Defined>>,
        offered: Arc<Defined>,
    ) -> Self {
        Self { here, accepted, offered }
    }

    /// The name that the server knows it by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.offered.tool.name
    }

    /// The name that it has here, or will have when it is accepted.
    #[must_use]
    pub fn listed_as(&self) -> &str {
        &self.here
    }

    /// Whether it was never accepted. It is not listed then.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.accepted.is_none()
    }

    /// What was accepted, and is still listed; nothing when it is new.
    #[must_use]
    pub fn accepted(&self) -> Option<&OfferedTool> {
        self.accepted.as_ref().map(|defined| &defined.tool)
    }

    /// What the server offers now.
    #[must_use]
    pub fn offered(&self) -> &OfferedTool {
        &self.offered.tool
    }

    /// Each place in which it differs from what was accepted; of a new tool each member of
    /// its definition. The text is the server's, and nobody has accepted it.
    #[must_use]
    pub fn difference(&self) -> Vec<Difference> {
        let none = Value::Object(serde_json::Map::new());
        let accepted = self.accepted().map_or(none, OfferedTool::definition);
        between(&accepted, &self.offered().definition())
    }

    pub(in crate::remote) fn definition(&self) -> &Arc<Defined> {
        &self.offered
    }
}

/// For whoever decides: several lines, harmless on a terminal.
impl fmt::Display for HeldTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the tool `{}`", one_line(self.name()))?;
        if self.listed_as() != self.name() {
            write!(f, " (`{}` here)", one_line(self.listed_as()))?;
        }
        f.write_str(if self.is_new() {
            " is new, and was never accepted:"
        } else {
            " is not what was accepted:"
        })?;
        for one in self.difference() {
            write!(f, "\n  {}", one_line(&one.place))?;
            match (&one.accepted, &one.offered) {
                (Some(Value::String(old)), Some(Value::String(new))) => {
                    texts(f, Some(old), Some(new))?
                }
                (old, new) => {
                    let [old, new] = [old, new].map(|value| value.as_ref().map(Value::to_string));
                    pair(f, old.as_deref(), new.as_deref())?;
                }
            }
        }
        Ok(())
    }
}

/// Instructions of a server that are held, since they are not those that were accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldInstructions {
    accepted: Option<String>,
    offered: Option<String>,
}

impl HeldInstructions {
    pub(in crate::remote) fn new(accepted: Option<String>, offered: Option<String>) -> Self {
        Self { accepted, offered }
    }

    /// What was accepted, and is still told; nothing where the server said nothing.
    #[must_use]
    pub fn accepted(&self) -> Option<&str> {
        self.accepted.as_deref()
    }

    /// What the server says now, up to 16 KiB.
    #[must_use]
    pub fn offered(&self) -> Option<&str> {
        self.offered.as_deref()
    }
}

/// For whoever decides: several lines, harmless on a terminal.
impl fmt::Display for HeldInstructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the instructions are not what was accepted:")?;
        texts(f, self.accepted.as_deref(), self.offered.as_deref())
    }
}

/// The lines in which two texts differ.
fn texts(f: &mut fmt::Formatter<'_>, old: Option<&str>, new: Option<&str>) -> fmt::Result {
    let [old, new] = [old, new].map(|text| {
        let lines = text.map(|text| text.split('\n').collect::<Vec<_>>());
        lines.unwrap_or_default()
    });
    let alike = |(one, other): &(&&str, &&str)| one == other;
    let first = old.iter().zip(&new).take_while(alike).count();
    let most = old.len().min(new.len()).saturating_sub(first);
    let last = old.iter().rev().zip(new.iter().rev()).take(most).take_while(alike).count();
    let differing = |lines: &[&str]| lines.len().saturating_sub(first).saturating_sub(last);
    let (fewer, more) = (differing(&old), differing(&new));
    let old: Vec<_> = old.into_iter().skip(first).take(fewer).collect();
    let new: Vec<_> = new.into_iter().skip(first).take(more).collect();
    for (index, text) in old.iter().enumerate() {
        line(f, '-', text, new.get(index).copied())?;
    }
    for (index, text) in new.iter().enumerate() {
        line(f, '+', text, old.get(index).copied())?;
    }
    Ok(())
}

fn pair(f: &mut fmt::Formatter<'_>, old: Option<&str>, new: Option<&str>) -> fmt::Result {
    old.iter().try_for_each(|old| line(f, '-', old, new))?;
    new.iter().try_for_each(|new| line(f, '+', new, old))
}

/// One line of a value, and the line in the place of which it stands. A long one begins where
/// the two differ: nothing is to be accepted that was never in sight.
fn line(f: &mut fmt::Formatter<'_>, sign: char, text: &str, other: Option<&str>) -> fmt::Result {
    let is_long = |text: &str| text.chars().nth(LONGEST).is_some();
    let alike = match other {
        Some(other) if is_long(text) || is_long(other) => {
            let alike = text.chars().zip(other.chars()).take_while(|(one, other)| one == other);
            alike.count().saturating_sub(BEFORE)
        }
        _ => 0,
    };
    write!(f, "\n    {sign} ")?;
    if alike > 0 {
        write!(f, "({alike} characters that are alike) …")?;
    }
    let start = text.char_indices().nth(alike).map_or(text.len(), |(start, _)| start);
    let text = text.get(start..).unwrap_or_default();
    f.write_str(&brief(text, LONGEST))?;
    match text.chars().count().saturating_sub(LONGEST) {
        0 => Ok(()),
        more => write!(f, " (and {more} characters that are not shown)"),
    }
}
