//! Compiled scripts, kept from one load to the next.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhai::Engine;

use super::compile::{Script, compile};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

type Scripts = HashMap<String, Arc<Script>>;

/// Compiled scripts by their names. A script whose text is the same as in an
/// earlier load is not compiled again.
#[derive(Default)]
pub(crate) struct Compiled {
    /// What earlier loads compiled.
    earlier: Mutex<Scripts>,
    /// What this load has used, and calls of its functions after it.
    used: Mutex<Scripts>,
}

impl Compiled {
    /// For a load after this one, which succeeded or not: what was used last, and
    /// what was used before where a load failed before it came to use it.
    #[cfg(feature = "watch")]
    pub(crate) fn next(&self) -> Self {
        let mut earlier = lock(&self.earlier).clone();
        earlier.extend(
            lock(&self.used).iter().map(|(name, script)| (name.clone(), Arc::clone(script))),
        );
        Self { earlier: Mutex::new(earlier), used: Mutex::default() }
    }

    /// Lets go of what this load has not used, once it has succeeded.
    #[cfg(feature = "watch")]
    pub(crate) fn settle(&self) {
        let unused = std::mem::take(&mut *lock(&self.earlier));
        drop(unused);
    }

    /// Compiles a script, unless that was done before.
    pub(super) fn compile(
        &self,
        engine: &Engine,
        source: Source,
    ) -> (Option<Arc<Script>>, Vec<Diagnostic>) {
        if let Some(script) = self.get(&source) {
            return (Some(script), Vec::new());
        }
        let (script, problems) = compile(engine, source);
        let script = script.map(Arc::new);
        if let Some(script) = &script
            && problems.is_empty()
        {
            self.keep(script);
        }
        (script, problems)
    }

    /// The script of a text, if it was compiled.
    fn get(&self, source: &Source) -> Option<Arc<Script>> {
        let same = |script: &&Arc<Script>| script.source().text() == source.text();
        if let Some(script) = lock(&self.used).get(source.name()).filter(same) {
            return Some(Arc::clone(script));
        }
        let script = lock(&self.earlier).get(source.name()).filter(same).map(Arc::clone)?;
        self.keep(&script);
        Some(script)
    }

    /// Keeps a script that was compiled without a problem.
    fn keep(&self, script: &Arc<Script>) {
        lock(&self.used).insert(script.source().name().to_owned(), Arc::clone(script));
    }

    /// The script of a name that was used.
    pub(crate) fn named(&self, name: &str) -> Option<Arc<Script>> {
        lock(&self.used).get(name).map(Arc::clone)
    }
}

fn lock(scripts: &Mutex<Scripts>) -> MutexGuard<'_, Scripts> {
    scripts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compile(compiled: &Compiled, text: &str) -> Option<Arc<Script>> {
        compiled.compile(&Engine::new_raw(), Source::new("a.rhai", text)).0
    }

    #[test]
    fn a_text_is_compiled_once_for_as_long_as_it_is_used() {
        let first = Compiled::default();
        let script = compile(&first, "1").unwrap();
        assert!(Arc::ptr_eq(&script, &compile(&first, "1").unwrap()));
        // A load that fails before it comes to the script, and one that uses it.
        let second = first.next().next();
        assert!(Arc::ptr_eq(&script, &compile(&second, "1").unwrap()));
        assert!(!Arc::ptr_eq(&script, &compile(&second, "2").unwrap()));
        let third = second.next();
        third.settle();
        assert!(third.next().named("a.rhai").is_none());
        assert!(!Arc::ptr_eq(&script, &compile(&third, "1").unwrap()));
    }

    #[test]
    fn a_script_with_problems_is_not_kept() {
        let compiled = Compiled::default();
        assert!(compile(&compiled, "let").is_none());
        assert!(compile(&compiled, "fn f(x: long) { x }").is_some());
        assert!(compiled.named("a.rhai").is_none());
    }
}
