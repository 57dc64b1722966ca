//! `import`: scripts that scripts load, through the same root.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rhai::{
    Engine, EvalAltResult, GlobalRuntimeState, Module, ModuleResolver, Position, Scope, Shared,
};

use super::compile::compile;
use super::reader::Reader;
use crate::diagnostic::Diagnostic;

type Result<T> = std::result::Result<T, Box<EvalAltResult>>;

/// Loads each imported script once, and keeps what was wrong with those that
/// could not be loaded.
pub(super) struct Importer {
    reader: Arc<Reader>,
    modules: Mutex<HashMap<String, Shared<Module>>>,
    problems: Mutex<Vec<Diagnostic>>,
}

thread_local! {
    /// The imports that are being loaded on this thread, outermost first.
    static LOADING: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

impl Importer {
    pub(super) fn new(reader: Arc<Reader>) -> Self {
        Self { reader, modules: Mutex::default(), problems: Mutex::default() }
    }

    /// The problems of imported scripts that were met since the last time.
    pub(super) fn take_problems(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.problems.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn load(&self, engine: &Engine, file: &str) -> Result<Shared<Module>> {
        let source =
            self.reader.read(file).map_err(|error| self.refuse(vec![error.diagnostic()]))?;
        let _loading = Loading::begin(file)?;
        let (script, problems) = compile(engine, source);
        let Some(script) = script.filter(|_| problems.is_empty()) else {
            return Err(self.refuse(problems));
        };
        let module = Module::eval_ast_as_new(Scope::new(), script.ast(), engine)?;
        Ok(module.into())
    }

    /// Keeps the problems of a script, and gives the first as an error.
    fn refuse(&self, problems: Vec<Diagnostic>) -> Box<EvalAltResult> {
        let message = problems.first().map_or_else(String::new, ToString::to_string);
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).extend(problems);
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
        let wrap = |error| -> Box<EvalAltResult> {
            EvalAltResult::ErrorInModule(path.to_owned(), error, position).into()
        };
        let importer = &*self.0;
        let file = importer.reader.import_path(source.unwrap_or_default(), path);
        let file = file.map_err(|error| wrap(error.message.into()))?;
        let known =
            importer.modules.lock().unwrap_or_else(PoisonError::into_inner).get(&file).cloned();
        if let Some(module) = known {
            return Ok(module);
        }
        let module = importer.load(engine, &file).map_err(wrap)?;
        let mut modules = importer.modules.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(modules.entry(file).or_insert(module)))
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
