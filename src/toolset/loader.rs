//! Loads one manifest again and again: the generations of one tool set.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::home::READING;
use super::lineage::Lineage;
use super::load::{Interpreters, load_opened, not_loaded, open, root_of, step};
use super::options::LoadOptions;
use super::set::ToolSet;
use crate::confine::{self, FileError, Root};
use crate::error::LoadError;
use crate::interpreter::Interpreter;
use crate::script::{Answer, Compiled, Notice, Reader};

/// Loads one manifest again and again. Loading goes on beside calls.
pub(crate) struct Loader {
    options: LoadOptions,
    name: Arc<str>,
    place: Place,
    interpreters: Interpreters,
    compiled: Mutex<Arc<Compiled>>,
}

/// Where a manifest is, whatever becomes of the current folder.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    root: Option<PathBuf>,
    /// The paths that the manifest's may mean.
    manifests: Vec<PathBuf>,
    /// The one that it means, once something was there.
    manifest: Arc<OnceLock<PathBuf>>,
    /// How large a file may be.
    limit: u64,
}

/// What came of a load.
pub(crate) struct Attempt {
    pub(crate) result: Result<ToolSet, LoadError>,
    pub(crate) read: Read,
}

/// The files that a load asked for, or why there is no folder to read them from.
pub(crate) type Read = Result<Arc<Reader>, LoadError>;

/// What a load of a generation is given.
pub(crate) struct Next {
    /// Its number.
    pub(crate) generation: u64,
    /// The files that the generation before has in use.
    pub(crate) in_use: BTreeSet<String>,
    /// Told of every file that is asked for.
    pub(crate) notice: Notice,
}

impl Loader {
    /// A loader of a manifest. Nothing is read yet.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(options: LoadOptions, manifest: &Path) -> Result<Self, LoadError> {
        let start = || Interpreter::start(options.interpreter()).map_err(not_loaded).map(Arc::new);
        let interpreters = Interpreters { loading: start()?, calling: start()? };
        let root = options.root.as_deref().map(confine::absolute);
        let name = options.name_of(manifest);
        let options = LoadOptions { root: root.clone(), ..options };
        let manifests = confine::absolute_manifests(root.as_deref(), manifest);
        let limit = options.limits.source_bytes;
        let place = Place { root, manifests, manifest: Arc::default(), limit };
        Ok(Self { options, name, place, interpreters, compiled: Mutex::default() })
    }

    /// The name of every generation.
    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Where the manifest is.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Loads the manifest as it is now.
    pub(crate) async fn load(&self, next: Next) -> Attempt {
        let Next { generation, in_use, notice } = next;
        let loading = &self.interpreters.loading;
        let manifest = self.place.manifest();
        let name = Arc::clone(&self.name);
        let opened = match open(&self.options, name, loading, manifest, Some(notice)).await {
            Ok(opened) => opened,
            Err(error) => return Attempt { result: Err(error.clone()), read: Err(error) },
        };
        let reader = Arc::clone(&opened.reader);
        let compiled = Arc::new(self.compiled().next());
        let lineage = Lineage { generation, in_use, compiled: Arc::clone(&compiled) };
        let result = load_opened(&self.options, &self.interpreters, opened, lineage).await;
        if result.is_ok() {
            compiled.settle();
        }
        self.keep(compiled);
        Attempt { result, read: Ok(reader) }
    }

    fn compiled(&self) -> Arc<Compiled> {
        Arc::clone(&self.compiled.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn keep(&self, compiled: Arc<Compiled>) {
        *self.compiled.lock().unwrap_or_else(PoisonError::into_inner) = compiled;
    }

    /// Runs something on the thread that loads, while this one waits; nothing when it
    /// does not end, or the thread is gone.
    pub(crate) fn beside_and_wait<T, F>(&self, run: F) -> Option<T>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        self.interpreters.loading.run_and_wait(READING, move || Ok(run()))
    }

    /// Runs something that reads files or scripts on the thread that loads.
    ///
    /// # Errors
    /// When it does not end, or the thread is gone.
    pub(crate) async fn beside<T, F>(&self, run: F) -> Result<T, LoadError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        step(&self.interpreters.loading, READING, move || Ok(Ok(run()))).await
    }
}

impl Place {
    /// Opens the root folder as it is now: with the manifest's name in it, as it is
    /// now too.
    pub(crate) fn open(&self) -> Result<(Root, String), FileError> {
        root_of(self.root.as_deref(), self.manifest())
    }

    /// Whether a file below the root is called as the manifest is.
    pub(crate) fn is_manifest(&self, name: &str) -> bool {
        self.manifest().ends_with(name)
    }

    /// Reads a file as a load would, below the root folder that was opened.
    pub(crate) fn read(&self, root: &Root, path: &str) -> Answer {
        root.read(path, self.limit)
    }

    /// The root folder's path.
    pub(crate) fn root(&self) -> &Path {
        match &self.root {
            Some(root) => root,
            None => confine::folder(self.manifest()),
        }
    }

    /// The manifest's path.
    pub(crate) fn manifest(&self) -> &Path {
        if let Some(known) = self.manifest.get() {
            return known;
        }
        match confine::first_there(&self.manifests) {
            // It stays the one that is meant, also when it is gone for a while.
            Some(there) => self.manifest.get_or_init(|| there.clone()),
            None => self.manifests.first().map_or(Path::new(""), PathBuf::as_path),
        }
    }

    /// The paths where the manifest may be.
    pub(crate) fn manifests(&self) -> &[PathBuf] {
        self.manifest.get().map_or(&self.manifests, slice::from_ref)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "a test makes the files it needs")]

    use super::*;
    use crate::toolset::ToolSet;

    #[tokio::test]
    async fn unchanged_scripts_are_not_compiled_again() {
        let folder = tempfile::TempDir::new().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let export = |name: &str| {
            let script = format!("{name}.rhai");
            serde_json::json!({ "name": name, "description": "A rule.", "script": script })
        };
        let manifest =
            serde_json::json!({ "schemaVersion": 1, "exports": [export("a"), export("b")] });
        write("rules.json", &manifest.to_string());
        write("part.rhai", "const PART = 1;");
        write("a.rhai", "import \"part\" as part; fn a() -> int { 1 }");
        write("b.rhai", "fn b() -> int { 1 }");
        let manifest = folder.path().join("rules.json");
        let loader = Loader::start(ToolSet::options(), &manifest).unwrap();
        let compiled = async |generation| {
            let next = Next { generation, in_use: BTreeSet::new(), notice: Box::new(|| {}) };
            let attempt = loader.load(next).await;
            let scripts =
                ["part", "a", "b"].map(|name| loader.compiled().named(&format!("{name}.rhai")));
            (
                attempt.result.is_ok(),
                scripts.map(|script| script.map(|script| Arc::as_ptr(&script))),
            )
        };
        let (loaded, first) = compiled(1).await;
        assert!(loaded && first.iter().all(Option::is_some));
        write("b.rhai", "fn b() -> int {");
        assert!(!compiled(2).await.0);
        write("b.rhai", "fn b() -> int { 2 }");
        let (loaded, second) = compiled(2).await;
        assert!(loaded);
        assert_eq!(first[..2], second[..2]);
        assert_ne!(first[2], second[2]);
    }
}
