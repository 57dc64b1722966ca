//! `import`: scripts that scripts load, through the same root.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhai::{
    Engine, EvalAltResult, GlobalRuntimeState, Module, ModuleResolver, Position, Scope, Shared,
};

use super::aside::Aside;
use super::compiled::Compiled;
use super::guard::{self, Captures};
use super::reader::Files;
use crate::code::Code;
use crate::confine::{FileError, import_path};
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::source::Source;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// Loads each imported script once.
pub(super) struct Importer {
    files: Arc<dyn Files>,
    compiled: Arc<Compiled>,
    modules: Mutex<HashMap<String, Aside<Loaded>>>,
}

/// A module after what its closures captured, which is emptied first.
type Loaded = (Captures, Shared<Module>);

thread_local! {
    /// The imports that are being loaded on this thread, outermost first.
    static LOADING: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

impl Importer {
    pub(super) fn new(files: Arc<dyn Files>, compiled: Arc<Compiled>) -> Self {
        Self { files, compiled, modules: Mutex::default() }
    }

    /// The module that an import means: the file beside the script that imports
    /// it, or else the one that the path leads to from the root.
    fn find(&self, engine: &Engine, importer: &str, path: &str) -> Result<Shared<Module>> {
        match self.module(engine, importer, path)? {
            Ok(module) => Ok(module),
            Err(missing) if missing.code == Code::FileNotFound && importer.contains('/') => {
                let from_root = self.module(engine, "", path)?;
                from_root.map_err(|_| refused(vec![missing.diagnostic()]))
            }
            Err(error) => Err(refused(vec![error.diagnostic()])),
        }
    }

    /// A module from one place: known, or read, compiled and started now. The
    /// inner error is that of the file.
    fn module(
        &self,
        engine: &Engine,
        importer: &str,
        path: &str,
    ) -> Result<std::result::Result<Shared<Module>, FileError>> {
        let file = match import_path(importer, path) {
            Ok(file) => file,
            Err(error) => return Ok(Err(error)),
        };
        if let Some((_, module)) = self.modules().get(&file).and_then(Aside::get) {
            return Ok(Ok(Shared::clone(module)));
        }
        let source = match self.files.read(&file) {
            Ok(source) => source,
            Err(error) => return Ok(Err(error)),
        };
        let captures = guard::begin();
        let module = self.start(engine, source)?;
        let loaded = (captures.end().constant(), Shared::clone(&module));
        self.modules().entry(file).or_insert_with(|| Aside::new(loaded));
        Ok(Ok(module))
    }

    fn modules(&self) -> MutexGuard<'_, HashMap<String, Aside<Loaded>>> {
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, engine: &Engine, source: Source) -> Result<Shared<Module>> {
        let _loading = Loading::begin(source.name(), engine.max_modules())?;
        let file = source.name().to_owned();
        let (script, problems) = self.compiled.compile(engine, source);
        let Some(script) = script.filter(|_| problems.is_empty()) else {
            return Err(refused(problems));
        };
        // Without a place, the error is about what is inside the file.
        let module = Module::eval_ast_as_new(Scope::new(), script.guarded(), engine)
            .map_err(|error| EvalAltResult::ErrorInModule(file, error, Position::NONE))?;
        Ok(module.into())
    }
}

/// A script that could not be imported, and what is wrong with it.
#[derive(Debug)]
struct Refused(Vec<Diagnostic>);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [problem] if problem.place().is_none() => f.write_str(problem.message()),
            problems => problems.first().map_or(Ok(()), |first| fmt::Display::fmt(first, f)),
        }
    }
}

impl std::error::Error for Refused {}

fn refused(problems: Vec<Diagnostic>) -> Box<EvalAltResult> {
    let refused = Refused(problems);
    EvalAltResult::ErrorSystem(refused.to_string(), Box::new(refused)).into()
}

/// The problems of the script whose import an error is about, if it is.
pub(super) fn problems(error: &EvalAltResult) -> Vec<Diagnostic> {
    match error.unwrap_inner() {
        EvalAltResult::ErrorSystem(_, cause) => {
            cause.downcast_ref::<Refused>().map(|refused| refused.0.clone()).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

impl ModuleResolver for Importer {
    fn resolve(
        &self,
        engine: &Engine,
        source: Option<&str>,
        path: &str,
        position: Position,
    ) -> Result<Shared<Module>> {
        self.find(engine, source.unwrap_or_default(), path)
            .map_err(|error| EvalAltResult::ErrorInModule(path.to_owned(), error, position).into())
    }

    fn resolve_raw(
        &self,
        engine: &Engine,
        global: &mut GlobalRuntimeState,
        _scope: &mut Scope,
        path: &str,
        position: Position,
    ) -> Result<Shared<Module>> {
        let source = global.source().map(str::to_owned);
        self.resolve(engine, source.as_deref(), path, position)
    }
}

/// Marks a file as being loaded, so that a circle of imports ends.
struct Loading;

impl Loading {
    fn begin(file: &str, most: usize) -> Result<Self> {
        LOADING.with_borrow_mut(|loading| {
            // The engine counts those of one script only.
            if loading.len() >= most {
                return Err(EvalAltResult::ErrorTooManyModules(Position::NONE).into());
            }
            if loading.iter().any(|other| other == file) {
                return Err(refused(vec![circle(loading, file)]));
            }
            loading.push(file.to_owned());
            Ok(Self)
        })
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        LOADING.with_borrow_mut(|loading| {
            loading.pop();
        });
    }
}

fn circle(loading: &[String], file: &str) -> Diagnostic {
    let circle = loading.iter().skip_while(|other| *other != file);
    let circle: Vec<_> = circle.map(|file| format!("{} imports ", quoted(file))).collect();
    let message = format!("imports in a circle: {}{}", circle.concat(), quoted(file));
    Diagnostic::new(Code::ImportFailed, message)
        .help("move what both need into a third script, and import that")
}
