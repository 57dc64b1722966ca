//! The generation that serves, and what it has read.

use std::collections::BTreeSet;

use super::change::Compared;
use super::look;
use crate::script::Answer;
use crate::source::Source;
use crate::toolset::{Read, ToolSet};

/// The generation that serves, and what it has read.
pub(super) struct Good {
    pub(super) set: ToolSet,
    pub(super) read: Read,
}

impl Good {
    /// The files that its scripts have imported, calls included.
    pub(super) fn imported(&self) -> BTreeSet<String> {
        let mut files = self.read.as_ref().map(|reader| reader.needed()).unwrap_or_default();
        for source in self.set.specs().iter().filter_map(|spec| spec.source.as_ref()) {
            files.remove(&source.manifest);
            files.remove(&source.script);
        }
        files
    }

    /// What it is compared by.
    pub(super) fn compared(&self) -> Compared {
        let source = |(name, answer): (String, Answer)| {
            // A call that comes to a file that could not be read fails, until it can be.
            let source = answer.map(|file| file.source).unwrap_or_else(|error| {
                Source::new(name.as_str(), format!("throw {:?};", (error.code, error.message)))
            });
            (name, source)
        };
        let files = look::answers(&self.read).into_iter().map(source).collect();
        let specs = self.set.specs().to_vec();
        let settings = specs.iter().filter_map(|spec| {
            let record = self.set.settings_named(&spec.name)?;
            Some((spec.name.clone(), record))
        });
        Compared { settings: settings.collect(), specs, files }
    }
}
