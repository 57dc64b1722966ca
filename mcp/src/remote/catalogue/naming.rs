//! Names that tools of a server cannot have here, and which to give them.

use std::collections::{HashMap, HashSet};

use rulebook::wording::{quoted, tool_name_fault, tool_name_likeness};

/// The longest name that every provider takes.
const LONGEST: usize = 64;

/// The names that are given away, each with the server's own name of its tool.
pub(in crate::remote) struct Names {
    given: HashMap<String, (String, String)>,
    /// What no suggestion may be like.
    avoided: HashSet<String>,
}

impl Names {
    /// No names yet; what is suggested is like none of these.
    pub(in crate::remote) fn new<'a>(offered: impl IntoIterator<Item = &'a str>) -> Self {
        let avoided = offered.into_iter().map(tool_name_likeness).collect();
        Self { given: HashMap::new(), avoided }
    }

    /// Whether a name like that is given away.
    pub(in crate::remote) fn has(&self, likeness: &str) -> bool {
        self.given.contains_key(likeness)
    }

    /// Gives a tool a name.
    ///
    /// # Errors
    /// A sentence that says which name to choose.
    pub(in crate::remote) fn give(&mut self, name: &str, remote: &str) -> Result<(), String> {
        if let Some(fault) = tool_name_fault(name) {
            // What is written below is like no other name.
            let fault = fault.rsplit_once(", such as ").map_or(fault.as_str(), |(fault, _)| fault);
            let by = if name == remote { String::new() } else { named(remote) };
            return Err(format!("{by}{fault}; {}", self.rename(name, remote)));
        }
        let likeness = tool_name_likeness(name);
        if let Some((first, other)) = self.given.get(&likeness) {
            let fault = if first == name {
                let (name, other, remote) = (quoted(name), quoted(other), quoted(remote));
                format!("two tools of the server would be named {name}: {other} and {remote}")
            } else {
                let (one, two) = (known(first, other), known(name, remote));
                format!("the tool names {one} and {two} differ in no more than case, `-` and `_`")
            };
            return Err(format!("{fault}; {}", self.rename(name, remote)));
        }
        self.given.insert(likeness, (name.to_owned(), remote.to_owned()));
        Ok(())
    }

    /// What to write, so that a tool has a name like no other.
    fn rename(&mut self, name: &str, remote: &str) -> String {
        let name = self.suggested(name);
        self.avoided.insert(tool_name_likeness(&name));
        format!(
            "let `choose` give `ToolChoice::Rename(\"{name}\".into())` for the server's {}",
            quoted(remote)
        )
    }

    fn suggested(&self, name: &str) -> String {
        let words = name.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let joined = if words.is_empty() { "tool".to_owned() } else { words.join("_") };
        let is_free = |name: &str| {
            let likeness = tool_name_likeness(name);
            !self.avoided.contains(&likeness) && !self.given.contains_key(&likeness)
        };
        let numbered = (2_u32..).map(|number| {
            let end = format!("_{number}");
            format!("{}{end}", cut(&joined, LONGEST.saturating_sub(end.len())))
        });
        let first = cut(&joined, LONGEST).to_owned();
        // There are more numbers than tools.
        std::iter::once(first).chain(numbered).find(|name| is_free(name)).unwrap_or_default()
    }
}

/// The first characters of a text of ASCII.
fn cut(text: &str, longest: usize) -> &str {
    text.get(..longest).unwrap_or(text)
}

fn named(remote: &str) -> String {
    format!("`choose` gives {} a name that it cannot have: ", of(remote))
}

fn of(remote: &str) -> String {
    format!("the server's {}", quoted(remote))
}

/// A name, and the server's own where that is another.
pub(in crate::remote) fn known(name: &str, remote: &str) -> String {
    if name == remote { quoted(name) } else { format!("{} ({})", quoted(name), of(remote)) }
}
