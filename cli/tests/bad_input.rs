//! Bad input of every kind: exit status 1, nothing on standard output, an error
//! that helps on standard error, soon.

use std::time::{Duration, Instant};

use crate::folder::{Folder, json, stderr};

/// How long any of these may take on a machine that is busy.
const SOON: Duration = Duration::from_secs(10);

const OK: &str = "/// Gives one.\nfn f() -> int { 1 }\n";

/// Manifests, each with what standard error says.
fn manifests() -> Vec<(String, &'static str)> {
    let deep = "[".repeat(100_000);
    let of = |rest: &str| format!(r#"{{ "schemaVersion": 1, "script": "r.rhai"{rest} }}"#);
    vec![
        (String::new(), "invalid_json"),
        ("{".to_owned(), "invalid_json"),
        ("\0".to_owned(), "invalid_json"),
        (deep, "invalid_json"),
        ("null".to_owned(), "invalid_value"),
        (r#"{ "schemaVersion": 2 }"#.to_owned(), "unsupported_version"),
        (of(""), "missing_field"),
        (of(r#", "exports": []"#), "invalid_value"),
        (of(r#", "exports": [{ "name": "f" }], "extra": 1"#), "unknown_field"),
        (of(r#", "exports": [{ "name": "f", "name": "f" }]"#), "duplicate_field"),
        (of(r#", "exports": [{ "name": "f f", "function": "f" }]"#), "invalid_tool_name"),
        (of(r#", "exports": [{ "name": "g" }]"#), "unknown_function"),
        (of(r#", "exports": [{ "name": "f", "script": "../r.rhai" }]"#), "path_escapes"),
        (of(r#", "exports": [{ "name": "f", "script": "/etc/passwd" }]"#), "path_escapes"),
        (of(r#", "exports": [{ "name": "f", "script": "scripts" }]"#), "not_a_file"),
        (of(r#", "exports": [{ "name": "f", "script": "gone.rhai" }]"#), "file_not_found"),
    ]
}

/// Scripts that should have a function `f`, each with what standard error says.
fn scripts() -> Vec<(String, &'static str)> {
    let over = |text: &str, times: usize| text.repeat(times);
    let lines = |text: &str, times: usize| {
        let line = text.repeat(500) + "\n";
        line.repeat(times / 500)
    };
    vec![
        (String::new(), "unknown_function"),
        ("fn f( {".to_owned(), "syntax_error"),
        ("fn f(a: lng) -> int { 1 }".to_owned(), "unknown_type"),
        ("fn f(a: array<) -> int { 1 }".to_owned(), "malformed_type"),
        ("fn f(a) { 1 }".to_owned(), "missing_type"),
        ("private fn f() -> int { 1 }".to_owned(), "private_function"),
        (format!("throw \"stop\";\n{OK}"), "startup_failed"),
        (format!("loop {{}}\n{OK}"), "startup_timed_out"),
        (format!("fn g() {{ g() }} g();\n{OK}"), "startup_failed"),
        (format!("return;\n{OK}"), "startup_failed"),
        (format!("exit(0);\n{OK}"), "startup_failed"),
        (format!("let s = \"ab\"; loop {{ s += s; }}\n{OK}"), "startup_failed"),
        (format!("import \"gone\" as gone;\n{OK}"), "import_failed"),
        (format!("import \"r\" as r;\n{OK}"), "import_failed"),
        (format!("import \"/dev/zero\" as zero;\n{OK}"), "import_failed"),
        (
            format!("fn f() -> int {{ {}1{} }}", lines("(", 100_000), lines(")", 100_000)),
            "nested more than 128 levels deep",
        ),
        (
            format!("fn f() -> int {{ 1{} }}", lines("+1", 100_000)),
            "nested more than 128 levels deep",
        ),
        (format!("fn f() -> {}int", lines("array<", 60_000)), "type_too_large"),
        (over("x", 70_000), "script_too_long"),
        (over("// much\n", 140_000), "file_too_large"),
    ]
}

/// Runs the three commands and looks at how they end.
fn refused(folder: &Folder, manifest: &str, says: &str, label: &str) {
    let label: String = label.chars().take(60).collect();
    let limit = ["--timeout", "300ms"];
    for words in [&["check", manifest][..], &["list", manifest], &["call", manifest, "f"]] {
        let start = Instant::now();
        let output = folder.run(&[words, &limit].concat()).code(1).stdout_eq("");
        let text = stderr(&output);
        assert!(start.elapsed() < SOON, "{words:?} took {:?}: {label}", start.elapsed());
        assert!(text.contains(says), "{words:?} {label}: {text}");
        let home = folder.path().display().to_string();
        for unwanted in ["panicked", "overflow", home.as_str(), "rhai::", "i64", "Dynamic"] {
            assert!(!text.contains(unwanted), "{words:?} {label}: {text}");
        }
        assert!(text.len() < 60_000, "{words:?} {label}: {} bytes", text.len());
    }
    let call = ["call", manifest, "f", "--format", "json", "--timeout", "300ms"];
    let output = folder.run(&call).code(1).stderr_eq("");
    assert_eq!(json(&output).pointer("/error/code").unwrap(), "unavailable", "{label}");
    let check = ["check", manifest, "--format", "json", "--timeout", "300ms"];
    let output = folder.run(&check).code(1).stderr_eq("");
    let found = json(&output);
    let problems = found.pointer("/diagnostics").unwrap().as_array().unwrap();
    assert!(!problems.is_empty(), "{label}");
}

#[test]
fn manifests_that_are_wrong() {
    let folder = Folder::new();
    folder.write("r.rhai", OK);
    for (text, says) in manifests() {
        folder.write("m.json", &text);
        refused(&folder, "m.json", says, &text);
    }
}

#[test]
fn scripts_that_are_wrong() {
    let folder = Folder::new();
    let export = r#"{ "name": "f", "description": "Gives one." }"#;
    let manifest =
        format!(r#"{{ "schemaVersion": 1, "script": "r.rhai", "exports": [{export}] }}"#);
    folder.write("m.json", manifest);
    for (text, says) in scripts() {
        folder.write("r.rhai", &text);
        refused(&folder, "m.json", says, &text);
    }
}

#[cfg(unix)]
#[test]
fn files_that_are_odd() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    let at = |name: &str| folder.path().join(name);
    assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    std::fs::File::create(at("large")).unwrap().set_len(100 * 1024 * 1024).unwrap();
    std::fs::create_dir(at("folder")).unwrap();
    drop(std::os::unix::net::UnixListener::bind(at("socket")).unwrap());
    symlink("/dev/zero", at("device")).unwrap();
    symlink("loop", at("loop")).unwrap();
    symlink("nothing", at("dangling")).unwrap();
    symlink("/etc/passwd", at("outside")).unwrap();
    folder.write("latin1", b"// caf\xe9");
    folder.write("utf16", b"\xff\xfef\0n\0");
    for (name, says) in [
        ("pipe", "not_a_file"),
        ("large", "file_too_large"),
        ("folder", "not_a_file"),
        ("socket", "not_a_file"),
        ("device", "path_escapes"),
        ("loop", "file_unreadable"),
        ("dangling", "file_not_found"),
        ("outside", "path_escapes"),
        ("latin1", "not_utf8"),
        ("utf16", "not_utf8"),
    ] {
        refused(&folder, name, says, name);
        let export = format!(r#"{{ "name": "f", "script": "{name}", "description": "x" }}"#);
        folder.write("m.json", format!(r#"{{ "schemaVersion": 1, "exports": [{export}] }}"#));
        refused(&folder, "m.json", says, name);
    }
}

#[test]
fn calls_that_end_badly() {
    let folder = Folder::new();
    let script = r#"
fn f(how: string) -> array {
    switch how {
        "throw" => throw "stop",
        "throw a lot" => { let s = "x"; s.pad(1_000_000, "\n"); throw s },
        "loop" => loop {},
        "recurse" => f(how),
        "limit" => blob(10_000_000_000),
        "wrong" => return "text",
        "function" => return [|x| x],
        "deep" => { let v = []; for i in 0..300 { v = [v]; } return v; },
        "chain" => { let v = |x| x; for i in 0..4_000 { let g = v; v = |x| g; } return v; },
        "exit" => exit(1),
        "print" => { print("on standard output?"); debug("or here?"); return 1; },
        "pad" => { let a = []; a.pad(9223372036854775807, [[1]]); },
        "import" => { import "../secret" as secret; },
        _ => return nope(),
    }
}
"#;
    folder.write("r.rhai", script);
    let export = r#"{ "name": "f", "description": "Ends badly." }"#;
    folder.write(
        "m.json",
        format!(r#"{{ "schemaVersion": 1, "script": "r.rhai", "exports": [{export}] }}"#),
    );
    for (how, code) in [
        ("throw", "script_failed"),
        ("throw a lot", "script_failed"),
        ("loop", "timed_out"),
        ("recurse", "limit_exceeded"),
        ("limit", "limit_exceeded"),
        ("wrong", "invalid_result"),
        ("function", "invalid_result"),
        ("deep", "limit_exceeded"),
        ("chain", "invalid_result"),
        ("exit", "invalid_result"),
        ("print", "invalid_result"),
        ("pad", "limit_exceeded"),
        ("import", "script_failed"),
        ("else", "script_failed"),
    ] {
        let arguments = format!(r#"{{ "how": "{how}" }}"#);
        let words = ["call", "m.json", "f", &arguments, "--timeout", "500ms"];
        let start = Instant::now();
        let output = folder.run(&words).code(1).stdout_eq("");
        assert!(start.elapsed() < SOON, "{how}: {:?}", start.elapsed());
        let text = stderr(&output);
        assert!(text.starts_with(&format!("error[{code}]\n")), "{how}: {text}");
        assert!(!text.contains("panicked") && text.len() < 30_000, "{how}: {text}");
        let output = folder.run(&[&words[..], &["--format", "json"]].concat()).code(1);
        assert_eq!(json(&output.stderr_eq("")).pointer("/error/code").unwrap(), code, "{how}");
    }
}

#[test]
fn what_a_script_prints_is_not_on_standard_output() {
    let folder = Folder::new();
    folder.write("scripts/rules.rhai", "print(1); debug(2);\n/// Adds.\nfn add(a: int, b: int) -> int { print(a); debug(b); a + b }");
    folder.write(
        "m.json",
        r#"{ "schemaVersion": 1, "script": "scripts/rules.rhai", "exports": [{ "name": "add" }] }"#,
    );
    let words = ["call", "m.json", "add", r#"{ "a": 1, "b": 2 }"#];
    folder.run(&words).code(0).stdout_eq("3\n").stderr_eq("");
}

#[test]
fn deep_constants_do_not_take_the_command_down_at_its_end() {
    let folder = Folder::new();
    let chain = "let f = |x| x; for i in 0..60_000 { let g = f; f = |x| g; } const CHAIN = f;";
    folder.write("r.rhai", format!("{chain}\n{OK}"));
    folder.write(
        "m.json",
        r#"{ "schemaVersion": 1, "script": "r.rhai", "exports": [{ "name": "f" }] }"#,
    );
    folder.run(&["check", "m.json"]).code(0);
    folder.run(&["call", "m.json", "f"]).code(0).stdout_eq("1\n").stderr_eq("");
}

#[test]
fn arguments_that_are_wrong() {
    let folder = Folder::new();
    let deep = "[".repeat(100_000);
    let deep = format!(r#"{{"a": {deep}"#);
    for arguments in [
        "\u{feff}",
        "{\"a\": \"\\ud800\"}",
        "{\"a\": 1e999, \"b\": 1}",
        "{\"a\": 01}",
        "{\"a\": 1, \"b\": 2, \"\\u0061\": 3}",
        "{\"a\": \"1 \", \"b\": 2}",
        "{\"a\": 1.0000000000000001, \"b\": 2}",
        "{\"a\": {\"b\": 2}}",
        "{\"A\": 1, \"b\": 2}",
        deep.as_str(),
    ] {
        let output = folder.command(&["call", "rules.json", "add", "-"]).stdin(arguments).assert();
        let output = output.code(1).stdout_eq("");
        let text = stderr(&output);
        assert!(text.starts_with("error[invalid_arguments]\n") && text.len() < 3_000, "{text}");
    }
}
