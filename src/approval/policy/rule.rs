//! Calls that are allowed beforehand.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::PolicyError;
use super::object::Object;
use super::words::{begins_plainly_with, doubtful, words};
use super::written::WrittenRule;
use crate::quote::quoted;

/// Calls that are allowed beforehand: of a tool, or of a tool with a text.
///
/// Names and texts are compared exactly, letter case too. In JSON:
///
/// ```
/// # use rulebook::AllowRule;
/// for json in [
///     r#"{ "tool": "find_order" }"#,
///     r#"{ "tool": "run", "argument": "command", "prefix": "git log" }"#,
///     r#"{ "tool": "run", "argument": "command", "exact": "cargo test" }"#,
///     r#"{ "tool": "run", "argument": "command", "exact": "cargo test", "ignore": ["timeout"] }"#,
/// ] {
///     serde_json::from_str::<AllowRule>(json).unwrap();
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Object<WrittenRule>", into = "WrittenRule")]
pub struct AllowRule {
    tool: String,
    text: Option<TextRule>,
}

/// What one argument has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TextRule {
    argument: String,
    wanted: Wanted,
    ignore: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Prefix(String),
    Exact(String),
}

impl AllowRule {
    /// The tool that it is about.
    #[must_use]
    pub fn tool_name(&self) -> &str {
        &self.tool
    }

    /// Every call of a tool, whatever its arguments.
    ///
    /// # Errors
    /// When the name is empty, or is a pattern.
    pub fn tool(tool: impl Into<String>) -> Result<Self, PolicyError> {
        let tool = tool.into();
        if tool.trim().is_empty() {
            let text = "an allow rule names no tool: write the tool's name in `tool`";
            return Err(PolicyError::new(text));
        }
        if tool.contains(|c: char| c == '*' || c.is_whitespace()) {
            let text = format!(
                "{} is no name of a tool: write one name in full, and a rule for each tool",
                quoted(&tool)
            );
            return Err(PolicyError::new(text));
        }
        Ok(Self { tool, text: None })
    }

    /// Calls in which the text of one argument begins with the words of a prefix:
    /// `git log` fits `git log -5` and not `git logs`.
    ///
    /// The whole text has to be plain: ASCII letters and digits, spaces and tabs,
    /// `_ - . / : , = + @`, and quotes in pairs around these. Anything else may be
    /// an operator or an expansion to some shell, and is asked about. So is a call
    /// with any other argument, unless the rule [ignores](Self::ignore) it.
    ///
    /// Every option that can follow the prefix is allowed with it, so choose one
    /// whose options do no harm: `git log` can write a file with `--output`.
    ///
    /// # Errors
    /// When a name is empty, or the prefix has no words or is not plain.
    pub fn prefix(
        tool: impl Into<String>,
        argument: impl Into<String>,
        prefix: impl Into<String>,
    ) -> Result<Self, PolicyError> {
        Self::tool(tool)?.about(argument.into(), Wanted::Prefix(prefix.into()))
    }

    /// Calls in which one argument is exactly this text, and there is no other
    /// argument, unless the rule [ignores](Self::ignore) it.
    ///
    /// # Errors
    /// When a name is empty.
    pub fn exact(
        tool: impl Into<String>,
        argument: impl Into<String>,
        text: impl Into<String>,
    ) -> Result<Self, PolicyError> {
        Self::tool(tool)?.about(argument.into(), Wanted::Exact(text.into()))
    }

    /// The same rule, for calls too in which another argument is given, whatever it
    /// holds.
    ///
    /// ```
    /// # use rulebook::AllowRule;
    /// let rule = AllowRule::prefix("run", "command", "git log")?.ignore("timeout")?;
    /// # Ok::<(), rulebook::PolicyError>(())
    /// ```
    ///
    /// # Errors
    /// When the name is empty or the rule's own argument, or the rule is about every
    /// call of the tool.
    pub fn ignore(mut self, argument: impl Into<String>) -> Result<Self, PolicyError> {
        let argument = argument.into();
        let tool = quoted(&self.tool);
        let Some(rule) = &mut self.text else {
            return Err(PolicyError::new(format!(
                "the allow rule for {tool} fits every call, so there is nothing to ignore: \
                 leave `ignore` out, or add `argument` with `prefix` or `exact`"
            )));
        };
        if argument.trim().is_empty() || argument == rule.argument {
            return Err(PolicyError::new(format!(
                "the allow rule for {tool} cannot ignore {}: write the names of other \
                 arguments in `ignore`",
                quoted(&argument)
            )));
        }
        rule.ignore.push(argument);
        Ok(self)
    }

    /// Whether a call of that tool with these arguments is allowed by it.
    pub(super) fn fits(&self, tool: &str, arguments: &Map<String, Value>) -> bool {
        self.tool == tool && self.text.as_ref().is_none_or(|rule| rule.fits(arguments))
    }

    fn about(mut self, argument: String, wanted: Wanted) -> Result<Self, PolicyError> {
        let tool = quoted(&self.tool);
        if argument.trim().is_empty() {
            return Err(PolicyError::new(format!(
                "the allow rule for {tool} names no argument: write in `argument` whose text is \
                 meant, or leave all but `tool` out to allow every call"
            )));
        }
        if let Wanted::Prefix(prefix) = &wanted {
            if words(prefix).next().is_none() {
                return Err(PolicyError::new(format!(
                    "the prefix in the allow rule for {tool} has no words: write the words that \
                     {} begins with, or leave all but `tool` out to allow every call",
                    quoted(&argument)
                )));
            }
            let odd = doubtful(prefix)
                .or_else(|| words(prefix).any(|word| word.starts_with('=')).then_some('='));
            if let Some(odd) = odd {
                return Err(PolicyError::new(format!(
                    "the prefix {} in the allow rule for {tool} holds {}, which can mean more \
                     than itself to a shell: write plain words in `prefix`, or the whole text in \
                     `exact`",
                    quoted(prefix),
                    quoted(odd.encode_utf8(&mut [0; 4]))
                )));
            }
        }
        self.text = Some(TextRule { argument, wanted, ignore: Vec::new() });
        Ok(self)
    }
}

impl TextRule {
    fn fits(&self, arguments: &Map<String, Value>) -> bool {
        let Some(Value::String(text)) = arguments.get(&self.argument) else { return false };
        let mut others = arguments.iter().filter(|(name, _)| **name != self.argument);
        // What is null is not given.
        others.all(|(name, value)| value.is_null() || self.ignore.contains(name))
            && match &self.wanted {
                Wanted::Prefix(prefix) => begins_plainly_with(text, prefix),
                Wanted::Exact(exact) => text == exact,
            }
    }
}

impl TryFrom<Object<WrittenRule>> for AllowRule {
    type Error = PolicyError;

    fn try_from(written: Object<WrittenRule>) -> Result<Self, PolicyError> {
        let Object(WrittenRule { tool, argument, prefix, exact, ignore }) = written;
        let rule = Self::tool(tool)?;
        let tool = quoted(&rule.tool);
        let rule = match (argument, prefix, exact) {
            (None, None, None) => rule,
            (Some(argument), Some(prefix), None) => rule.about(argument, Wanted::Prefix(prefix))?,
            (Some(argument), None, Some(text)) => rule.about(argument, Wanted::Exact(text))?,
            (Some(argument), None, None) => {
                return Err(PolicyError::new(format!(
                    "the allow rule for {tool} does not say what {} has to be: write the words \
                     that it begins with in `prefix`, or the whole text in `exact`",
                    quoted(&argument)
                )));
            }
            (_, Some(_), Some(_)) => {
                return Err(PolicyError::new(format!(
                    "the allow rule for {tool} has both `prefix` and `exact`: keep one of them, \
                     and write another rule for the other"
                )));
            }
            (None, ..) => {
                return Err(PolicyError::new(format!(
                    "the allow rule for {tool} does not say whose text is meant: write the \
                     argument's name in `argument`"
                )));
            }
        };
        ignore.into_iter().try_fold(rule, Self::ignore)
    }
}

impl From<AllowRule> for WrittenRule {
    fn from(rule: AllowRule) -> Self {
        let (argument, wanted, ignore) = match rule.text {
            None => (None, None, Vec::new()),
            Some(text) => (Some(text.argument), Some(text.wanted), text.ignore),
        };
        let (prefix, exact) = match wanted {
            None => (None, None),
            Some(Wanted::Prefix(prefix)) => (Some(prefix), None),
            Some(Wanted::Exact(exact)) => (None, Some(exact)),
        };
        Self { tool: rule.tool, argument, prefix, exact, ignore }
    }
}
