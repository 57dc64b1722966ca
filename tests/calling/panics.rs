//! Functions of the host that panic.

use std::panic::panic_any;
use std::sync::{Arc, Mutex};

use rulebook::rhai::{Dynamic, FnPtr, NativeCallContext};
use serde_json::json;

use super::support::Folder;
use crate::support::repository;
use crate::support::worker::Host;
use rulebook::{ErrorCode, ToolSet, rhai};

const MESSAGE: &str = "a function of the host failed unexpectedly: the log of the host says why";

/// Something that panics when it is dropped.
#[derive(Clone)]
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic_any(Bomb);
        }
    }
}

fn functions(engine: &mut rhai::Engine) {
    engine.register_fn("text", || -> i64 { panic!("no") });
    engine.register_fn("value", || -> i64 { panic_any(7) });
    engine.register_fn("bomb", || -> i64 { panic_any(Bomb) });
    engine.register_fn("bomb_as_value", || Dynamic::from(Bomb));
    let lock = Arc::new(Mutex::new(0));
    engine.register_fn("locked", move || -> i64 {
        let _held = lock.lock().unwrap();
        panic!("while it holds a lock of the host");
    });
    engine.register_fn("changed", |_: &mut rulebook::rhai::Array| -> i64 {
        panic!("while it holds a value of the script")
    });
    engine.register_fn("back", |context: NativeCallContext, f: FnPtr| -> i64 {
        f.call_within_context(&context, ()).unwrap()
    });
}

/// The functions, and the test that is a worker with them.
const HOST: Host = Host::new(functions, concat!(module_path!(), "::worker"));

#[test]
fn worker() {
    rulebook::start_worker_if_asked(functions);
}

#[tokio::test]
async fn a_panic_is_a_failed_call_at_its_function_and_the_next_call_works() {
    let bodies = [
        "text()",
        "value()",
        "bomb()",
        "bomb_as_value(); 1",
        "locked()",
        "TABLE.changed()",
        "let a = [1]; let f = || a.push(1); f.call(); a.changed()",
        "back(|| text())",
        "back(|| throw 1)",
        "[2, 1].sort(|a, b| text()); 1",
        "[2, 1].map(|a| text()); 1",
        "[2, 1].filter(|a| text() == 1); 1",
        "#{ a: 1 }.filter(|k| text() == 1); 1",
        "`${text()}`; 1",
        "try { text() } catch { 1 }",
        "more::text()",
    ];
    let mut script =
        "import \"more\" as more;\nconst TABLE = [1];\nfn ok() -> int { TABLE.len() + more::one() }\n"
            .to_owned();
    let mut names = vec!["ok".to_owned()];
    for (number, body) in bodies.iter().enumerate() {
        names.push(format!("f{number}"));
        script += &format!("fn f{number}() -> int {{ {body} }}\n");
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let folder = Folder::with_rules(&script, &names)
        .file("more.rhai", "fn one() { 1 } fn fails() { text() } fn text() { bomb() }");
    let tools = folder.load_with_functions(ToolSet::options(), HOST).await.unwrap();
    for (number, body) in bodies.iter().enumerate() {
        for _ in 0..2 {
            let error = tools.call(&format!("f{number}"), json!({})).await.unwrap_err();
            assert_eq!((error.code, error.message.as_str()), (ErrorCode::ScriptFailed, MESSAGE));
            let place = &error.trace[0];
            assert_eq!(place.function.as_deref(), Some(format!("f{number}").as_str()), "{body}");
            assert_eq!((place.file.as_str(), place.line), ("rules.rhai", Some(number + 4)));
            assert_eq!(tools.call("ok", json!({})).await.unwrap(), 2, "{body}");
        }
    }
}

#[tokio::test]
async fn a_panic_in_start_up_statements_is_a_problem_of_the_load() {
    for panic in ["text()", "value()", "bomb()", "locked()", "[1].map(|x| text())"] {
        let script = format!("const A = {panic};\nfn f() -> int {{ 1 }}");
        let folder = Folder::with_rules(&script, &["f"]);
        let error = folder.load_with_functions(ToolSet::options(), HOST).await.unwrap_err();
        let [problem] = error.diagnostics() else { panic!("{panic}: {error}") };
        assert_eq!((problem.code().as_str(), problem.message()), ("startup_failed", MESSAGE));
        assert_eq!(problem.file(), Some("rules.rhai"), "{panic}");
    }
}

#[tokio::test]
async fn a_panic_in_a_context_function_is_a_failed_call() {
    let manifest = json!({
        "schemaVersion": 1, "script": "rules.rhai", "context": "now",
        "exports": [{ "name": "ok", "description": "Works." }],
    });
    let folder = Folder::new()
        .file("rules.rhai", "fn now() -> string? { text(); () } fn ok() -> int { 1 }")
        .file("rules.json", manifest.to_string());
    let tools = folder.load_with_functions(ToolSet::options(), HOST).await.unwrap();
    for _ in 0..2 {
        let error = tools.context().await.unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (ErrorCode::ScriptFailed, MESSAGE));
        assert_eq!(error.trace[0].function.as_deref(), Some("now"));
        assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1);
    }
}

#[test]
fn every_profile_of_this_workspace_unwinds() {
    const { assert!(cfg!(panic = "unwind"), "the profile of this build") };
    let manifest = std::fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    let (mut section, mut release) = (String::new(), None);
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').to_owned();
        } else if section.starts_with("profile.") {
            let Some((key, value)) = line.split_once('=') else { continue };
            if key.trim() == "panic" {
                assert_eq!(value.trim(), "\"unwind\"", "[{section}]");
                release = release.or((section == "profile.release").then_some(()));
            }
        }
    }
    assert!(release.is_some(), "the release profile says so itself");
}
