//! From a manifest's path to a tool set.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::assemble::{Environments, Started, assemble};
use super::options::LoadOptions;
use super::prepare::{Prepared, prepare};
use super::review::Review;
use super::set::{Inner, ToolSet};
use super::startup;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::error::{LoadError, ToolError};
use crate::interpreter::Interpreter;
use crate::script::Runtime;

/// How long reading and compiling may take. Nothing of a script runs meanwhile;
/// a file system that does not answer is what this ends.
const READING: Duration = Duration::from_secs(120);

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
    let interpreter = Interpreter::start(options.interpreter()).map_err(not_started)?;
    let prepare = {
        let (options, path) = (options.clone(), path.to_owned());
        move || Ok(prepare(&options, &path))
    };
    // Compiling recurses as deep as scripts nest: it needs the large stack.
    let prepared = interpreter.run(READING, prepare).await.map_err(not_started)?;
    let prepared = prepared.map_err(LoadError::new)?;
    let environments = start(options, &interpreter, &prepared).await?;
    let review = Review::new(&prepared.runtime, &prepared.scripts);
    let generation = assemble(options, prepared, &environments)
        .map_err(|problem| LoadError::new(vec![problem]))?;
    let timeout = options.timeout;
    let inner = Inner { generation: Arc::new(generation), interpreter, timeout, review };
    Ok(inner.into())
}

fn not_started(error: ToolError) -> LoadError {
    LoadError::new(vec![Diagnostic::new(Code::LoadFailed, error.message)])
}

/// The environments of all scripts, or what went wrong in any of them.
async fn start(
    options: &LoadOptions,
    interpreter: &Interpreter,
    prepared: &Prepared,
) -> Result<Environments, LoadError> {
    let (mut environments, mut problems) = (Environments::new(), Vec::new());
    for script in &prepared.scripts {
        let Prepared { runtime, reader, .. } = prepared;
        let started = if options.run_startup {
            startup::start(interpreter, options.timeout, runtime, reader, script).await
        } else {
            Ok(runtime.leave_out_start(script))
        };
        match started {
            Ok(environment) => {
                let functions = Runtime::entries(script).collect();
                let started = Started { environment: Arc::new(environment), functions };
                environments.insert(script.source().name().to_owned(), started);
            }
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() {
        return Ok(environments);
    }
    Err(LoadError::new(problems))
}
