//! `import`: scripts that scripts load, through the same root.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhai::{
    Engine, EvalAltResult, GlobalRuntimeState, Module, ModuleResolver, Position, Scope, Shared,
};

use super::aside::Aside;
use super::compile::compile;
use super::reader::Reader;
use crate::code::Code;
use crate::confine::{FileError, import_path};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// Of how many imports that failed the problems are kept.
const MOST_FAILURES: usize = 100;

/// Loads each imported script once, and keeps what was wrong with those that
/// could not be loaded.
pub(super) struct Importer {
    reader: Arc<Reader>,
    modules: Mutex<HashMap<String, Aside<Shared<Module>>>>,
    /// What each import that failed told the script, with the problems behind it.
    problems: Mutex<Vec<(String, Vec<Diagnostic>)>>,
}

thread_local! {
    /// The imports that are being loaded on this thread, outermost first.
    static LOADING: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

impl Importer {
    pub(super) fn new(reader: Arc<Reader>) -> Self {
        Self { reader, modules: Mutex::default(), problems: Mutex::default() }
    }

    /// The problems behind an import that failed with a message; none when the
    /// message comes from elsewhere. All that were met until now are forgotten.
    pub(super) fn take_problems(&self, message: &str) -> Vec<Diagnostic> {
        let mut kept = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
        let met = std::mem::take(&mut *kept);
        // A script may have caught some, and failed for another reason.
        let behind = met.into_iter().rfind(|(told, _)| told == message);
        behind.map(|(_, problems)| problems).unwrap_or_default()
    }

    /// The module that an import means: the file beside the script that imports
    /// it, or else the one that the path leads to from the root.
    fn find(&self, engine: &Engine, importer: &str, path: &str) -> Result<Shared<Module>> {
        match self.module(engine, importer, path)? {
            Ok(module) => Ok(module),
            Err(missing) if missing.code == Code::FileNotFound && importer.contains('/') => {
                let from_root = self.module(engine, "", path)?;
                from_root.map_err(|_| self.refuse(vec![missing.diagnostic()]))
            }
            Err(error) => Err(self.refuse(vec![error.diagnostic()])),
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
        if let Some(module) = self.modules().get(&file).and_then(Aside::get) {
            return Ok(Ok(Shared::clone(module)));
        }
        let source = match self.reader.read(&file) {
            Ok(source) => source,
            Err(error) => return Ok(Err(error)),
        };
        let module = self.start(engine, source)?;
        self.modules().entry(file).or_insert_with(|| Aside::new(Shared::clone(&module)));
        Ok(Ok(module))
    }

    fn modules(&self) -> MutexGuard<'_, HashMap<String, Aside<Shared<Module>>>> {
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, engine: &Engine, source: Source) -> Result<Shared<Module>> {
        let _loading = Loading::begin(source.name())?;
        let (script, problems) = compile(engine, source);
        let Some(script) = script.filter(|_| problems.is_empty()) else {
            return Err(self.refuse(problems));
        };
        // What fails in there has its place in that file, not in the importer.
        let in_file = |error| {
            let file = script.source().name().to_owned();
            EvalAltResult::ErrorInModule(file, error, Position::NONE)
        };
        let module =
            Module::eval_ast_as_new(Scope::new(), script.ast(), engine).map_err(in_file)?;
        Ok(module.into())
    }

    /// Keeps the problems of a script, and gives the first as an error.
    fn refuse(&self, problems: Vec<Diagnostic>) -> Box<EvalAltResult> {
        let message = match problems.as_slice() {
            [problem] if problem.place().is_none() => problem.message().to_owned(),
            problems => problems.first().map(ToString::to_string).unwrap_or_default(),
        };
        let mut kept = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
        // Imports that fail while calls run are told by those calls alone.
        if kept.len() < MOST_FAILURES {
            kept.push((message.clone(), problems));
        }
        message.into()
    }
}

impl ModuleResolver for ImporterHandle {
    fn resolve(
        &self,
        engine: &Engine,
        source: Option<&str>,
        path: &str,
        position: Position,
    ) -> Result<Shared<Module>> {
        self.0
            .find(engine, source.unwrap_or_default(), path)
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

/// What the engine holds; the importer itself is asked for problems as well.
pub(super) struct ImporterHandle(pub(super) Arc<Importer>);

/// Marks a file as being loaded, so that a circle of imports ends.
struct Loading;

impl Loading {
    fn begin(file: &str) -> Result<Self> {
        LOADING.with_borrow_mut(|loading| {
            if loading.iter().any(|other| other == file) {
                let circle = loading.join("` imports `");
                return Err(format!("imports in a circle: `{circle}` imports `{file}`").into());
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
