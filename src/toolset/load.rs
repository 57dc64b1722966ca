//! From a manifest's path to a tool set.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::home::{Home, Loading, READING};
use super::kept::Line;
use super::lineage::Lineage;
use super::options::LoadOptions;
use super::parameters::Parameters;
use super::set::{Inner, ToolSet};
use super::stage::Step;
use super::startup;
use crate::code::Code;
use crate::confine::{FileError, Root};
use crate::convert::Shapes;
use crate::diagnostic::Diagnostic;
use crate::error::{LoadError, ToolError};
use crate::interpreter::Interpreter;
use crate::script::{Notice, Reader};

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
    let opened = open(options, options.name_of(path), &interpreter, path, None).await?;
    let interpreters = Interpreters::one(interpreter);
    load_opened(options, &interpreters, opened, Lineage::default()).await
}

/// What loads, and what calls run on afterwards.
pub(super) struct Interpreters {
    pub(super) loading: Arc<Interpreter>,
    pub(super) calling: Arc<Interpreter>,
}

impl Interpreters {
    fn one(interpreter: Interpreter) -> Self {
        let interpreter = Arc::new(interpreter);
        Self { loading: Arc::clone(&interpreter), calling: interpreter }
    }
}

/// A manifest whose root folder is open.
pub(super) struct Opened {
    pub(super) reader: Arc<Reader>,
    manifest: String,
    /// The name of its tool set.
    name: Arc<str>,
}

/// Opens the root of a manifest.
pub(super) async fn open(
    options: &LoadOptions,
    name: Arc<str>,
    interpreter: &Interpreter,
    path: &Path,
    notice: Option<Notice>,
) -> Result<Opened, LoadError> {
    let (root, path, limit) = (options.root.clone(), path.to_owned(), options.limits.source_bytes);
    step(interpreter, READING, move || {
        let opened = root_of(root.as_deref(), &path);
        Ok(match opened {
            Ok((root, manifest)) => {
                Ok(Opened { reader: Arc::new(Reader::new(root, limit, notice)), manifest, name })
            }
            Err(error) => Err(vec![error.diagnostic()]),
        })
    })
    .await
}

/// The root folder of a manifest, and its name there.
pub(super) fn root_of(root: Option<&Path>, manifest: &Path) -> Result<(Root, String), FileError> {
    match root {
        Some(folder) => Root::at(folder, manifest),
        None => Root::of_manifest(manifest),
    }
}

/// Loads a manifest whose root is open.
pub(super) async fn load_opened(
    options: &LoadOptions,
    interpreters: &Interpreters,
    opened: Opened,
    lineage: Lineage,
) -> Result<ToolSet, LoadError> {
    let (interpreter, Opened { reader, manifest, name }) = (&interpreters.loading, opened);
    let loading = {
        let (options, files) = (options.clone(), Arc::<Reader>::clone(&reader));
        let begin = move || {
            let time = READING.max(options.timeout);
            Loading::begin(&options, files, manifest, time, lineage).map(Ok)
        };
        step(interpreter, READING, begin).await?
    };
    // Compiling recurses as deep as scripts nest: it needs the large stack.
    let scripts = {
        let loading = loading.clone();
        step(interpreter, READING, move || loading.prepare()).await?
    };
    start(options, interpreter, &loading, &scripts).await?;
    let (home, outline) = step(interpreter, READING, move || loading.finish()).await?;
    let parameters = match &home {
        Home::Thread(generation, _) => Arc::clone(&generation.parameters),
        Home::Process(..) => {
            let limits = options.limits.clone();
            Arc::new(Parameters::new(&outline.takes, &mut Shapes::default(), limits))
        }
    };
    Ok(Inner {
        name,
        outline,
        parameters,
        hash: reader.hash(),
        home,
        interpreter: Arc::clone(&interpreters.calling),
        clock: options.clock.clone(),
        timeout: options.timeout,
        line: Line::default(),
    }
    .into())
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
pub(super) async fn step<T, F>(
    interpreter: &Interpreter,
    time: Duration,
    run: F,
) -> Result<T, LoadError>
where
    T: Send + 'static,
    F: FnOnce() -> Step<T> + Send + 'static,
{
    interpreter.run(time, run).await.map_err(not_loaded)?.map_err(LoadError::new)
}

pub(super) fn not_loaded(error: ToolError) -> LoadError {
    LoadError::new(vec![Diagnostic::new(Code::LoadFailed, error.message)])
}
