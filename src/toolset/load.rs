//! From a manifest's path to a tool set.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::home::{Loading, READING};
use super::options::LoadOptions;
use super::set::{Inner, ToolSet};
use super::stage::Step;
use super::startup;
use crate::code::Code;
use crate::confine::Root;
use crate::diagnostic::Diagnostic;
use crate::error::{LoadError, ToolError};
use crate::interpreter::Interpreter;
use crate::script::{Files, Reader};

impl ToolSet {
    /// Loads a manifest with the default options.
    ///
    /// # Errors
    /// Every problem of the manifest and of its scripts, at once.
    pub async fn load(manifest: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::options().load(manifest).await
    }

    /// Options to load a manifest with.
    #[must_use]
    pub fn options() -> LoadOptions {
        LoadOptions::default()
    }
}

impl LoadOptions {
    /// Loads a manifest with these options.
    ///
    /// # Errors
    /// Every problem of the manifest and of its scripts, at once.
    pub async fn load(&self, manifest: impl AsRef<Path>) -> Result<ToolSet, LoadError> {
        load(self, manifest.as_ref()).await
    }
}

/// Loads a manifest into a tool set.
async fn load(options: &LoadOptions, path: &Path) -> Result<ToolSet, LoadError> {
    let interpreter = Interpreter::start(options.interpreter()).map_err(not_loaded)?;
    let (reader, loading) = open(options, &interpreter, path).await?;
    // Compiling recurses as deep as scripts nest: it needs the large stack.
    let scripts = {
        let loading = loading.clone();
        step(&interpreter, READING, move || loading.prepare()).await?
    };
    start(options, &interpreter, &loading, &scripts).await?;
    let (home, outline) = step(&interpreter, READING, move || loading.finish()).await?;
    let (hash, timeout) = (reader.hash(), options.timeout);
    Ok(Inner { outline, hash, home, interpreter, timeout }.into())
}

/// Opens the root, and begins to load from there.
async fn open(
    options: &LoadOptions,
    interpreter: &Interpreter,
    path: &Path,
) -> Result<(Arc<Reader>, Loading), LoadError> {
    let (options, path) = (options.clone(), path.to_owned());
    step(interpreter, READING, move || {
        let root = match &options.root {
            Some(folder) => Root::at(folder, &path),
            None => Root::of_manifest(&path),
        };
        let (root, name) = match root {
            Ok(opened) => opened,
            Err(error) => return Ok(Err(vec![error.diagnostic()])),
        };
        let reader = Arc::new(Reader::new(root, options.limits.source_bytes));
        let files: Arc<dyn Files> = Arc::<Reader>::clone(&reader);
        let loading = Loading::begin(&options, files, name, READING.max(options.timeout))?;
        Ok(Ok((reader, loading)))
    })
    .await
}

/// Runs the start-up statements of all scripts, each under the timeout, or tells
/// what went wrong in any of them.
async fn start(
    options: &LoadOptions,
    interpreter: &Interpreter,
    loading: &Loading,
    scripts: &[String],
) -> Result<(), LoadError> {
    let mut problems = Vec::new();
    for (index, name) in scripts.iter().enumerate() {
        let (this, next) = (loading.clone(), loading.clone());
        match interpreter.run(options.timeout, move || this.start(index)).await {
            Ok(Ok(())) => {}
            Ok(Err(found)) => problems.extend(found),
            Err(error) => {
                problems.push(startup::did_not_end(name, &error));
                // If that fails too, the next script tells of it.
                let _ = interpreter.run(READING, move || next.resume()).await;
            }
        }
    }
    if problems.is_empty() {
        return Ok(());
    }
    Err(LoadError::new(problems))
}

/// Runs one step on the interpreter's thread.
async fn step<T, F>(interpreter: &Interpreter, time: Duration, run: F) -> Result<T, LoadError>
where
    T: Send + 'static,
    F: FnOnce() -> Step<T> + Send + 'static,
{
    interpreter.run(time, run).await.map_err(not_loaded)?.map_err(LoadError::new)
}

fn not_loaded(error: ToolError) -> LoadError {
    LoadError::new(vec![Diagnostic::new(Code::LoadFailed, error.message)])
}
