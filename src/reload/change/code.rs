//! A script taken apart into its functions and what stands outside of them, as
//! tokens: white space and comments are not in it.

use std::collections::HashMap;

use super::reading::{Reading, turned};
use super::uses::Uses;
use crate::signature::tokens::Kind;
use crate::source::Source;

/// A script taken apart.
#[derive(Debug, Default)]
pub(super) struct Code<'s> {
    /// What stands outside of functions.
    pub(super) top: Part<'s>,
    /// Its functions by name; those of one name together.
    pub(super) functions: HashMap<&'s str, Part<'s>>,
}

/// A part of a script.
#[derive(Debug, Default)]
pub(super) struct Part<'s> {
    /// Its tokens; for each function of the name, in no order that matters.
    texts: Vec<String>,
    pub(super) uses: Uses<'s>,
}

impl Part<'_> {
    /// Whether both are the same tokens.
    pub(super) fn is(&self, other: &Part<'_>) -> bool {
        self.texts == other.texts
    }
}

impl<'s> Code<'s> {
    /// Takes a script apart.
    pub(super) fn read(source: &'s Source) -> Self {
        let mut reading = Reading::new(source.text());
        let (mut code, mut top) = (Self::default(), String::new());
        let mut depth = 0_usize;
        loop {
            if depth == 0 && reading.starts_function() {
                let (name, text, uses) = reading.function();
                let part = code.functions.entry(name).or_default();
                part.texts.push(text);
                part.uses.add(uses);
                continue;
            }
            if depth == 0 && reading.starts_settings() {
                // Whoever takes them is compared by what they come to.
                reading.pass_settings();
                continue;
            }
            match reading.take(&mut top, &mut code.top.uses) {
                (Kind::End, _) => break,
                (kind, text) => depth = turned(depth, kind, text),
            }
        }
        code.top.texts.push(top);
        for part in code.functions.values_mut() {
            part.texts.sort_unstable();
        }
        code
    }

    /// Whether both are the same, but for where their functions stand.
    pub(super) fn is(&self, other: &Code<'_>) -> bool {
        self.top.is(&other.top)
            && self.functions.len() == other.functions.len()
            && self
                .functions
                .iter()
                .all(|(name, part)| other.functions.get(name).is_some_and(|other| part.is(other)))
    }

    /// All its parts.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Part<'s>> {
        std::iter::once(&self.top).chain(self.functions.values())
    }
}
