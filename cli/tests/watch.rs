//! `rulebook watch`: what it says after each change, and how it ends.

use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::folder::{Folder, MANIFEST, SCRIPT, stderr};
use crate::processes::wait_for;

/// How long to wait for a line that has to come.
const LONG: Duration = Duration::from_secs(60);

/// The command while it runs.
struct Watch {
    command: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Watch {
    fn start(folder: &Folder, words: &[&str]) -> Self {
        let mut command = spawn(folder, words);
        let out = lines(command.stdout.take().unwrap());
        let err = lines(command.stderr.take().unwrap());
        Self { command, out, err }
    }

    /// The next line of standard output, with `N ms` for each time.
    fn line(&self) -> String {
        let line = self.out.recv_timeout(LONG).unwrap();
        let words: Vec<_> = line.split(", ").collect();
        let timeless = words.iter().map(|word| match word.split_once(" ms") {
            Some((number, rest)) if number.parse::<u32>().is_ok() => format!("N ms{rest}"),
            _ => (*word).to_owned(),
        });
        timeless.collect::<Vec<_>>().join(", ")
    }

    /// The next line of standard output, which is a JSON value.
    fn event(&self) -> Value {
        serde_json::from_str(&self.out.recv_timeout(LONG).unwrap()).unwrap()
    }

    /// What standard error says up to the line that ends in this.
    fn failure(&self, end: &str) -> String {
        let mut text = String::new();
        loop {
            let line = self.err.recv_timeout(LONG);
            assert!(line.is_ok(), "{end} does not come:\n{text}");
            let line = line.unwrap();
            text.extend([&line, "\n"]);
            if line.ends_with(end) {
                return text;
            }
        }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.command), signal).unwrap();
    }

    /// How it ends, by itself.
    fn ended(&mut self) -> ExitStatus {
        wait_for("the command ends", || self.command.try_wait().unwrap())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}

fn spawn(folder: &Folder, words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .arg("watch")
        .args(words)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (tell, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            tell.send(line.unwrap()).unwrap_or_default();
        }
    });
    lines
}

/// The script with a function that adds otherwise.
fn adds_otherwise() -> String {
    SCRIPT.replace("a + b", "b + a")
}

/// The manifest without its last tool.
fn without_echo() -> String {
    let (before, after) = MANIFEST.split_once(",\n    { \"name\": \"echo\" }").unwrap();
    format!("{before}{after}")
}

#[test]
fn a_line_tells_of_each_change() {
    let folder = Folder::new();
    let watch = Watch::start(&folder, &["rules.json"]);
    assert_eq!(watch.line(), "ok, 5 tools, generation 1, N ms");
    folder.write("scripts/rules.rhai", adds_otherwise());
    assert_eq!(watch.line(), "ok, 5 tools, generation 2, N ms; changed add");
    folder.write("rules.json", without_echo());
    assert_eq!(watch.line(), "ok, 4 tools, generation 3, N ms; removed echo");
    assert_eq!(watch.line(), "  breaking: echo: is gone");
    folder.write("rules.json", MANIFEST);
    assert_eq!(watch.line(), "ok, 5 tools, generation 4, N ms; added echo");
}

#[test]
fn what_does_not_load_is_shown_as_check_does() {
    let folder = Folder::new();
    let watch = Watch::start(&folder, &["rules.json"]);
    watch.line();
    folder.write("scripts/rules.rhai", SCRIPT.replace("a: int", "a: long"));
    let shown = watch.failure("generation 1 still serves");
    let checked = stderr(&folder.run(&["check", "rules.json"]).code(1));
    let expected = checked.replace("rules.json: 1 error", "1 error, generation 1 still serves");
    assert_eq!(shown, expected);
    // The same as before is a new generation, in which nothing is different.
    folder.write("scripts/rules.rhai", SCRIPT);
    assert_eq!(watch.line(), "ok, 5 tools, generation 2, N ms");
}

#[test]
fn warnings_are_drawn_and_counted() {
    let folder = Folder::new();
    folder.write("scripts/rules.rhai", SCRIPT.replace("{ a + b }", "{ a == b; a + b }"));
    let watch = Watch::start(&folder, &["rules.json"]);
    assert_eq!(watch.line(), "ok, 5 tools, 1 warning, generation 1, N ms");
    let drawn = watch.failure("");
    let checked = folder.run(&["check", "rules.json"]).code(0);
    assert!(stderr(&checked).starts_with(&drawn), "{drawn}");
}

#[test]
fn a_manifest_that_is_not_there_is_waited_for() {
    let folder = Folder::new();
    let watch = Watch::start(&folder, &["later/rules.json", "--root", "later"]);
    watch.failure("1 error, nothing serves yet");
    let later = Folder::new();
    std::fs::rename(later.path(), folder.path().join("later")).unwrap();
    assert_eq!(watch.line(), "ok, 5 tools, generation 1, N ms");
    // The folder goes away, and comes back.
    std::fs::rename(folder.path().join("later"), folder.path().join("away")).unwrap();
    watch.failure("1 error, generation 1 still serves");
    std::fs::rename(folder.path().join("away"), folder.path().join("later")).unwrap();
    assert_eq!(watch.line(), "ok, 5 tools, generation 2, N ms");
}

#[test]
fn how_often_to_look_is_taken() {
    let folder = Folder::new();
    let watch = Watch::start(&folder, &["rules.json", "--poll", "20ms"]);
    watch.line();
    folder.write("scripts/rules.rhai", adds_otherwise());
    assert_eq!(watch.line(), "ok, 5 tools, generation 2, N ms; changed add");
}

#[test]
fn with_several_manifests_each_line_names_its_own() {
    let folder = Folder::new();
    folder.write("more.json", without_echo());
    let watch = Watch::start(&folder, &["rules.json", "more.json", "none.json"]);
    let mut first = [watch.line(), watch.line()];
    first.sort();
    let expected = [
        "more.json: ok, 4 tools, generation 1, N ms",
        "rules.json: ok, 5 tools, generation 1, N ms",
    ];
    assert_eq!(first, expected);
    watch.failure("none.json: 1 error, nothing serves yet");
    folder.write("more.json", MANIFEST);
    assert_eq!(watch.line(), "more.json: ok, 5 tools, generation 2, N ms; added echo");
    folder.write("more.json", without_echo());
    assert_eq!(watch.line(), "more.json: ok, 4 tools, generation 3, N ms; removed echo");
    assert_eq!(watch.line(), "more.json:   breaking: echo: is gone");
    folder.write("more.json", "{");
    watch.failure("more.json: 1 error, generation 3 still serves");
}

#[test]
fn events_are_objects_of_a_line() {
    let folder = Folder::new();
    let watch = Watch::start(&folder, &["rules.json", "--format", "json"]);
    let line = || watch.out.recv_timeout(LONG).unwrap();
    assert_eq!(
        line(),
        r#"{"event":"loaded","generation":1,"tools":5,"added":["add","today","fail","forever","echo"],"removed":[],"changed":[],"breaking":false}"#
    );
    folder.write("scripts/rules.rhai", adds_otherwise());
    assert_eq!(
        line(),
        r#"{"event":"loaded","generation":2,"tools":5,"added":[],"removed":[],"changed":["add"],"breaking":false}"#
    );
    folder.write("rules.json", without_echo());
    assert_eq!(
        line(),
        r#"{"event":"loaded","generation":3,"tools":4,"added":[],"removed":["echo"],"changed":[],"breaking":true}"#
    );
    folder.write("rules.json", "{}");
    let failed = line();
    assert!(failed.starts_with(r#"{"event":"failed","generation":3,"diagnostics":[{"code":"#));
    // As `check` gives them.
    let checked = crate::folder::json(&folder.run(&["check", "rules.json", "--format", "json"]));
    let event = json!({
        "event": "failed",
        "generation": 3,
        "diagnostics": checked["diagnostics"],
    });
    assert_eq!(serde_json::from_str::<Value>(&failed).unwrap(), event);
    assert_eq!(failed, event.to_string());
}

#[test]
fn events_of_several_manifests_end_with_its_name() {
    let folder = Folder::new();
    let words = ["./rules.json", "none.json", "--format", "json"];
    let watch = Watch::start(&folder, &words);
    let mut first = [watch.event(), watch.event()];
    first.sort_by_key(|event| event["event"].to_string());
    let [failed, loaded] = first;
    let keys = |event: &Value| event.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&failed), ["event", "generation", "diagnostics", "manifest"]);
    assert_eq!((&failed["generation"], &failed["manifest"]), (&Value::Null, &json!("none.json")));
    let expected =
        ["event", "generation", "tools", "added", "removed", "changed", "breaking", "manifest"];
    assert_eq!(keys(&loaded), expected);
    assert_eq!(loaded["manifest"], "./rules.json");
}

#[test]
fn signals_end_it_well() {
    let folder = Folder::new();
    for signal in [Signal::INT, Signal::TERM] {
        let mut watch = Watch::start(&folder, &["rules.json"]);
        watch.line();
        watch.signal(signal);
        assert_eq!(watch.ended().code(), Some(0));
        assert_eq!((watch.out.recv().ok(), watch.err.recv().ok()), (None, None));
    }
}

#[test]
fn signals_end_it_while_start_up_statements_run() {
    let folder = Folder::new();
    folder.write("scripts/loop.rhai", "loop {}\nfn add(a: int, b: int) -> int { a + b }");
    let looping = r#"{"schemaVersion":1,"script":"scripts/loop.rhai","exports":[{"name":"add"}]}"#;
    folder.write("loop.json", looping);
    for isolate in [&[][..], &["--isolate"]] {
        let words = [&["loop.json", "rules.json"], isolate].concat();
        let mut watch = Watch::start(&folder, &words);
        // Each is loaded beside the others.
        assert_eq!(watch.line(), "rules.json: ok, 5 tools, generation 1, N ms");
        watch.signal(Signal::INT);
        assert_eq!(watch.ended().code(), Some(0));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_worker_outlives_it() {
    use crate::processes::{children_of, lives};

    let folder = Folder::new();
    for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
        let mut watch = Watch::start(&folder, &["rules.json", "--isolate"]);
        assert_eq!(watch.line(), "ok, 5 tools, generation 1, N ms");
        let before = children_of(watch.command.id());
        assert!(!before.is_empty());
        folder.write("scripts/rules.rhai", adds_otherwise());
        assert_eq!(watch.line(), "ok, 5 tools, generation 2, N ms; changed add");
        folder.write("scripts/rules.rhai", SCRIPT);
        assert_eq!(watch.line(), "ok, 5 tools, generation 3, N ms; changed add");
        let workers = children_of(watch.command.id());
        assert!(!workers.is_empty());
        // That of a generation that is gone ends as well.
        wait_for("one worker", || (children_of(watch.command.id()).len() == 1).then_some(()));
        watch.signal(signal);
        watch.ended();
        for worker in before.into_iter().chain(workers) {
            wait_for("the worker is gone", || (!lives(worker)).then_some(()));
        }
    }
}

/// The command with nothing read from it yet, once it writes.
fn unread(folder: &Folder, words: &[&str]) -> (Watch, ChildStdout) {
    let mut command = spawn(folder, words);
    let mut out = command.stdout.take().unwrap();
    let err = lines(command.stderr.take().unwrap());
    let mut byte = [0];
    out.read_exact(&mut byte).unwrap();
    (Watch { command, out: mpsc::channel().1, err }, out)
}

#[test]
fn it_ends_when_its_reader_goes_away() {
    let folder = Folder::new();
    for words in [&["rules.json"][..], &["rules.json", "--format", "json"]] {
        let (mut watch, out) = unread(&folder, words);
        drop(out);
        assert_eq!(watch.ended().code(), Some(0));
        assert_eq!(watch.err.recv().ok(), None);
    }
}

#[test]
fn a_reader_that_is_slow_does_not_keep_it_from_ending() {
    let folder = Folder::new();
    let exports: Vec<_> = (0..2000).map(|tool| json!({ "name": format!("tool_{tool}") })).collect();
    let manifest =
        json!({ "schemaVersion": 1, "script": "scripts/rules.rhai", "exports": exports });
    folder.write("many.json", manifest.to_string());
    let (mut watch, out) = unread(&folder, &["many.json", "--format", "json"]);
    watch.signal(Signal::INT);
    assert_eq!(watch.ended().code(), Some(0));
    drop(out);
}
