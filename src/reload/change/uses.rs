//! What a part of a script names: functions it may call, files it may import.

use std::borrow::Cow;
use std::collections::HashMap;

/// What stands in a part of a script, as far as it leads elsewhere.
#[derive(Debug, Default)]
pub(super) struct Uses<'s> {
    /// Every word and every text in it, and whether it stands anywhere as a value
    /// or a variable: not before `(`, and not alone in the place of a function.
    names: HashMap<Cow<'s, str>, bool>,
    /// Words that stand alone where a function, or the name of one, is wanted.
    handed: Vec<&'s str>,
    /// The paths of its imports.
    pub(super) imports: Vec<String>,
    /// Whether it has an import whose path is worked out when it runs.
    pub(super) any_import: bool,
    /// Whether it may call a function whose name is worked out when it runs.
    any_function: bool,
    /// Whether it looks at the functions themselves, their comments included.
    pub(super) reflects: bool,
}

/// Tells about the functions of a script, with their doc comments.
const REFLECTS: &str = "get_fn_metadata_list";

impl<'s> Uses<'s> {
    /// A word or a text in it.
    pub(super) fn name(&mut self, name: Cow<'s, str>, bare: bool) {
        self.reflects |= name == REFLECTS;
        *self.names.entry(name).or_default() |= bare;
    }

    /// A word that stands alone where a function is wanted.
    pub(super) fn hand(&mut self, name: &'s str) {
        self.handed.push(name);
    }

    /// A function whose name is worked out.
    pub(super) fn any_function(&mut self) {
        self.any_function = true;
    }

    /// What another part uses as well.
    pub(super) fn add(&mut self, other: Self) {
        for (name, bare) in other.names {
            self.name(name, bare);
        }
        self.handed.extend(other.handed);
        self.imports.extend(other.imports);
        self.any_import |= other.any_import;
        self.any_function |= other.any_function;
        self.reflects |= other.reflects;
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(|name| &**name)
    }

    fn is_bare(&self, name: &str) -> bool {
        self.names.get(name).copied().unwrap_or(false)
    }

    /// Whether it may call functions that it does not name. A word that is handed
    /// over is the function of that name, unless it can be a variable or a
    /// constant; `top` is what stands outside of the functions.
    pub(super) fn is_unsure(&self, top: &Uses<'_>, is_function: impl Fn(&str) -> bool) -> bool {
        let is_sure = |name: &str| is_function(name) && !self.is_bare(name) && !top.is_bare(name);
        self.any_function || !self.handed.iter().all(|name| is_sure(name))
    }
}
