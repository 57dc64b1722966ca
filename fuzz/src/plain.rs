//! The same call by the script engine as it comes, without all that the library
//! adds: what both can do has to come to the same.

use std::cell::Cell;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use rulebook::fuzzing::{argument, result};
use rulebook::rhai::module_resolvers::StaticModuleResolver;
use rulebook::rhai::packages::{Package, StandardPackage};
use rulebook::rhai::{CallFnOptions, Dynamic, Engine, Module, OptimizationLevel, Scope};
use rulebook::signature::{self, Settings};
use rulebook::source::Source;
use rulebook::ty::{Field, Ty};
use serde_json::{Map, Value};

/// A script that others may import.
pub const OTHER: &str = "const name = [1];\nfn f(x) { x }\nfn twice(f, x) { f.call(f.call(x)) }\n";

const DEPTH: usize = 128;

/// What scripts may do here: as much as under the widest limits of the target.
static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let mut engine = Engine::new_raw();
    StandardPackage::new().register_into_engine(&mut engine);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_max_call_levels(128);
    engine.set_max_expr_depths(128, 128);
    engine.set_max_string_size(20_000);
    engine.set_max_array_size(2_000);
    engine.set_max_map_size(1_000);
    engine.disable_symbol("eval");
    engine.on_print(|_| {}).on_debug(|_, _, _| {});
    let mut others = StaticModuleResolver::new();
    let other = engine.compile(OTHER).unwrap();
    others.insert("other", Module::eval_ast_as_new(Scope::new(), &other, &engine).unwrap());
    engine.set_module_resolver(others);
    engine.on_progress(|_| is_over().then_some(Dynamic::UNIT));
    engine
});

thread_local! {
    static BEGUN: Cell<Option<(Instant, u64)>> = const { Cell::new(None) };
}

fn is_over() -> bool {
    let Some((begun, count)) = BEGUN.get() else { return true };
    BEGUN.set(Some((begun, count + 1)));
    count > 20_000 || begun.elapsed() > Duration::from_millis(300)
}

/// What a call gives, if it gives anything.
pub fn answer(script: &str, function: &str, arguments: &Value) -> Option<Value> {
    let run = || {
        BEGUN.set(Some((Instant::now(), 0)));
        call(script, function, arguments.as_object()?)
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(256 * 1024 * 1024);
        thread.spawn_scoped(scope, run).ok()?.join().ok()?
    })
}

/// What a script sees of settings that nobody has set.
fn defaults(settings: &Settings) -> Option<Dynamic> {
    let fields = settings.members.iter().map(|member| {
        Some(Field { name: member.name.clone(), optional: false, ty: member.ty.clone()? })
    });
    let ty = Ty::Record(fields.collect::<Option<_>>()?);
    let members = settings.members.iter();
    let values = members.map(|member| Some((member.name.to_string(), member.default.clone()?)));
    let values = Value::Object(values.collect::<Option<_>>()?);
    argument(&ty, Map::from_iter([("x".to_owned(), values)]), DEPTH).ok()
}

fn call(script: &str, function: &str, arguments: &Map<String, Value>) -> Option<Value> {
    let reading = signature::read(&Source::new("rules.rhai", script));
    let function = reading.functions.iter().find(|known| known.name == function)?;
    let values = function.params.iter().map(|param| {
        if let Some(Ty::Settings(name)) = &param.ty {
            return defaults(reading.settings.iter().find(|settings| settings.name == *name)?);
        }
        let given = Map::from_iter([("x".to_owned(), arguments.get(&param.name)?.clone())]);
        argument(param.ty.as_ref()?, given, DEPTH).ok()
    });
    let values: Vec<_> = values.collect::<Option<_>>()?;
    let ast = ENGINE.compile(&reading.plain).ok()?;
    let options = CallFnOptions::new();
    let mut scope = Scope::new();
    let value: Dynamic =
        ENGINE.call_fn_with_options(options, &mut scope, &ast, &function.name, values).ok()?;
    result(function.returns.as_ref()?, value, DEPTH).ok()
}
