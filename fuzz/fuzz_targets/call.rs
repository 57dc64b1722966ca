//! What holds for any script and any arguments: the call ends, in time, in an
//! answer, and the next call works.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use rulebook::source::Source;
use rulebook::ty::Ty;
use rulebook::{ErrorCode, Limits, LoadError, ToolError, ToolSet, signature};
use rulebook_fuzz::schema::fits;
use rulebook_fuzz::{Dice, Input, input, json, plain, script};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

const TIMEOUT: Duration = Duration::from_millis(400);

/// How much later an answer may come: other processes run here too.
const LATE: Duration = Duration::from_millis(1500);

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().build().unwrap());

/// A folder in memory, where there is one, with what does not change.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = PathBuf::from("/dev/shm");
    let above = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = above.join(format!("rulebook-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("ping.rhai"), "/// Answers.\nfn ping() -> int { 1 }\n").unwrap();
    std::fs::write(folder.join("other.rhai"), plain::OTHER).unwrap();
    folder
});

fn limits(kind: u8) -> Limits {
    let mut limits = Limits::default();
    let small = kind % 2 == 0;
    limits.operations = if small { 1_000 } else { 10_000 };
    limits.call_depth = if small { 8 } else { 128 };
    limits.expression_depth = if small { 32 } else { 128 };
    limits.string_bytes = if small { 1_000 } else { 20_000 };
    limits.array_items = if small { 100 } else { 2_000 };
    limits.map_items = if small { 20 } else { 1_000 };
    limits.value_depth = if small { 8 } else { 128 };
    limits.modules = 3;
    limits
}

/// The first function that can be exported.
fn function(script: &str) -> Option<String> {
    let reading = signature::read(&Source::new("rules.rhai", script));
    let names = reading.functions.iter().filter(|function| function.returns.is_some());
    names.map(|function| function.name.clone()).last()
}

fn load(script: &str, function: &str, limits: Limits) -> Result<ToolSet, LoadError> {
    let manifest = json!({
        "schemaVersion": 1,
        "exports": [
            { "name": "run", "script": "rules.rhai", "function": function, "description": "Runs." },
            { "name": "ping", "script": "ping.rhai" },
        ],
    });
    std::fs::write(FOLDER.join("rules.rhai"), script).unwrap();
    std::fs::write(FOLDER.join("rules.json"), manifest.to_string()).unwrap();
    let options = ToolSet::options().limits(limits).timeout(TIMEOUT);
    RUNTIME.block_on(options.load(FOLDER.join("rules.json")))
}

fn call(tools: &ToolSet, name: &str, arguments: Value) -> Result<Value, ToolError> {
    let begun = Instant::now();
    let answer = RUNTIME.block_on(tools.call(name, arguments));
    let time = begun.elapsed();
    assert!(time < TIMEOUT + LATE, "an answer after {time:?}: {answer:?}");
    answer
}

fn check_failure(script: &Source, error: &ToolError) {
    use ErrorCode::{InvalidArguments, InvalidResult, LimitExceeded, ScriptFailed, TimedOut};
    let legal = [InvalidArguments, InvalidResult, LimitExceeded, ScriptFailed, TimedOut];
    assert!(legal.contains(&error.code), "{error}");
    assert!(!error.message.is_empty() || error.thrown.is_some(), "{error:?}");
    // What is wrong with the arguments is nowhere in the script.
    match error.code {
        InvalidArguments => assert!(error.trace.is_empty(), "{error:?}"),
        ScriptFailed | InvalidResult => assert!(!error.trace.is_empty(), "{error:?}"),
        _ => {}
    }
    for frame in &error.trace {
        if frame.file != "rules.rhai" {
            assert_eq!(frame.file, "other.rhai", "{error:?}");
            continue;
        }
        if let (Some(line), Some(column)) = (frame.line, frame.column) {
            assert!((1..=script.line_count()).contains(&line), "{error:?}");
            assert!(column >= 1 && column <= script.line(line).chars().count() + 1, "{error:?}");
        }
    }
    if error.thrown.is_none() {
        let engine_words =
            ["rhai::", "alloc::", "core::", "std::", "i64", "f64", "Dynamic", "ImmutableString"];
        let told = engine_words
            .iter()
            .find(|word| error.message.contains(**word) && !script.text().contains(**word));
        assert!(told.is_none(), "{error}");
    }
}

fn check_problems(script: &Source, error: &LoadError) {
    assert!(!error.diagnostics().is_empty());
    for problem in error.diagnostics() {
        assert!(!problem.message().is_empty(), "{problem:?}");
        if let Some((source, span)) = problem.place() {
            assert!(source.text().get(span.start..span.end).is_some(), "{span:?} {problem}");
        }
        assert!(problem.file().is_some(), "{problem} of {}", script.name());
    }
}

/// What is not the same each time.
fn is_from_time(script: &str) -> bool {
    script.contains("timestamp")
}

/// What is meant to be another answer than the engine's own.
fn is_another(script: &str) -> bool {
    // Names of types are those of signatures, and nothing sleeps.
    let others = ["json", "type_of", "debug", "sleep"];
    is_from_time(script) || others.iter().any(|word| script.contains(word))
}

fn run(script: &str, arguments: &Value, kind: u8) {
    let source = Source::new("rules.rhai", script);
    let Some(function) = function(script) else { return };
    let begun = Instant::now();
    let loaded = load(script, &function, limits(kind));
    assert!(begun.elapsed() < TIMEOUT * 2 + LATE, "loading took {:?}", begun.elapsed());
    let tools = match loaded {
        Ok(tools) => tools,
        Err(error) => return check_problems(&source, &error),
    };
    let answer = call(&tools, "run", arguments.clone());
    match &answer {
        Ok(value) => {
            let spec = tools.tool("run").unwrap().spec();
            let schema = spec.output_schema.clone().unwrap();
            assert!(fits(&schema, &schema, value), "{value} does not fit {schema}");
            if !is_another(script) {
                let plain = plain::answer(script, &function, arguments);
                assert!(plain.is_none_or(|plain| plain == *value), "{value}");
            }
        }
        Err(error) => check_failure(&source, error),
    }
    assert_eq!(call(&tools, "ping", json!({})), Ok(json!(1)), "after {answer:?}");
    let timed_out = |answer: &Result<Value, ToolError>| {
        answer.as_ref().is_err_and(|error| error.code == ErrorCode::TimedOut)
    };
    let again = call(&tools, "run", arguments.clone());
    if !timed_out(&answer) && !timed_out(&again) && !is_from_time(script) {
        assert_eq!(answer, again);
    }
    if kind % 8 < 2 {
        for warning in tools.warnings() {
            assert!(warning.underlined().is_some_and(|text| !text.is_empty()), "{warning}");
        }
    }
}

fuzz_target!(|data: &[u8]| {
    match input(data) {
        None => {}
        // A script, and after a zero the arguments.
        Some(Input::Text(text)) => {
            let (script, arguments) = text.split_once('\0').unwrap_or((text, "{}"));
            let arguments = serde_json::from_str(arguments).unwrap_or(json!({}));
            run(script, &arguments, 1);
        }
        Some(Input::Choices(mode, dice)) => {
            let (script, mut dice) = script::any_script(dice);
            let arguments = arguments(&script, &mut dice);
            if std::env::var_os("SHOW").is_some() {
                println!("{script}\n{arguments}");
            }
            run(&script, &arguments, mode);
        }
    }
});

/// Arguments that mostly fit.
fn arguments(script: &str, dice: &mut Dice<'_>) -> Value {
    let reading = signature::read(&Source::new("rules.rhai", script));
    let run = reading.functions.iter().find(|function| function.name == "run");
    let parameters = run.map(|run| run.params.as_slice()).unwrap_or_default();
    let value = parameters.iter().filter_map(|parameter| {
        let ty = parameter.ty.as_ref().filter(|ty| !matches!(ty, Ty::Settings(_) | Ty::Session))?;
        let mut value = json::value_of(ty, dice);
        if dice.byte() >= 240 {
            json::change(&mut value, dice);
        }
        Some((parameter.name.clone(), value))
    });
    Value::Object(value.collect())
}
