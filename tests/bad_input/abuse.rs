//! Functions of the language with the counts of someone who means harm.

use super::*;
use crate::support::worker::Host;

#[tokio::test]
async fn huge_counts_end_at_a_limit() {
    insta::assert_snapshot!(bodies([
        "let s = \"a\"; s.pad(10_000_000_000, \"x\"); 1", "let s = \"a\"; s.pad(10_000_000_000, 'x'); 1", "let s = \"a\"; s.pad(9223372036854775807, \"x\"); 1", "let s = \"a\"; s.pad(-1, \"x\"); 1",
        "let a = []; a.pad(10_000_000_000, 1); 1", "let a = []; a.pad(9223372036854775807, [1, [2]]); 1", "let a = []; a.pad(100_000, \"text that is much too long for so many\"); 1", "let a = []; a.pad(-1, 1); 1",
        "blob(10_000_000_000).len()", "blob(-1).len()", "let b = blob(100_000); b += b; 1", "let b = blob(); b.pad(10_000_000_000, 1); 1",
        "let a = []; a.pad(100_000, 1); a += a; 1", "let a = []; a.pad(60_000, 1); [a, a].len()", "let s = \"ab\"; loop { s += s; }", "let a = [1]; loop { a += a; }",
        "let a = [1]; loop { a.push(a); }", "let m = #{}; for i in 0..100_001 { m.set(`${i}`, 1); if i > 1_000 { throw \"slow\" } } 1", "\"a\".sub_string(-9223372036854775807, 9223372036854775807).len()",
        "[1, 2].extract(-9223372036854775807, 9223372036854775807).len()", "[1].drain(9223372036854775807, 9223372036854775807).len()", "let a = [1]; a.splice(-9223372036854775807 - 1, 9223372036854775807, []); a.len()",
        "let a = [1]; a.insert(9223372036854775807, 2); a.len()", "let a = [1]; a.truncate(-1); a.len()", "let a = [1]; a.chop(9223372036854775807); a.len()", "[1, 2].split(9223372036854775807).len()",
        "\"abc\".crop(-9223372036854775807, 1); 1", "let b = blob(9); b.parse_le_int(9223372036854775807, 9223372036854775807)", "let b = blob(9); b.write_be(-9223372036854775807, 99, 1); 1",
        "let n = 0; for i in range(9223372036854775800, 9223372036854775807, 5) { n += 1; } n", "let n = 0; for i in 9223372036854775805..=9223372036854775807 { n += 1; } n", "range(0, 10_000_000_000).contains(5); 1",
        "let s = \"[\"; s.pad(1_000_000, \"[\"); parse_json(s); 1", "let n = 0; let b = bits(-1); for x in b { n += 1; } n", "9.bits(-9223372036854775807, 9223372036854775807); 1", "let n = 5; n.set_bits(0..=63, -1); n",
    ]).await, @r#"
    let s = "a"; s.pad(10_000_000_000, "x"); 1
      1:15 limit_exceeded: a string grew past 4194304 bytes
    let s = "a"; s.pad(10_000_000_000, 'x'); 1
      1:15 limit_exceeded: a string grew past 4194304 bytes
    let s = "a"; s.pad(9223372036854775807, "x"); 1
      1:15 limit_exceeded: a string grew past 4194304 bytes
    let s = "a"; s.pad(-1, "x"); 1
      1
    let a = []; a.pad(10_000_000_000, 1); 1
      1:15 limit_exceeded: an array grew past 100000 items
    let a = []; a.pad(9223372036854775807, [1, [2]]); 1
      1:15 limit_exceeded: an array grew past 100000 items
    let a = []; a.pad(100_000, "text that is much too long for so many"); …
      1
    let a = []; a.pad(-1, 1); 1
      1
    blob(10_000_000_000).len()
      1:15 limit_exceeded: an array grew past 100000 items
    blob(-1).len()
      0
    let b = blob(100_000); b += b; 1
      1:15 limit_exceeded: an array grew past 100000 items
    let b = blob(); b.pad(10_000_000_000, 1); 1
      1:15 limit_exceeded: an array grew past 100000 items
    let a = []; a.pad(100_000, 1); a += a; 1
      1
    let a = []; a.pad(60_000, 1); [a, a].len()
      1:15 limit_exceeded: an array grew past 100000 items
    let s = "ab"; loop { s += s; }
      1:15 limit_exceeded: a string grew past 4194304 bytes
    let a = [1]; loop { a += a; }
      1:15 limit_exceeded: an array grew past 100000 items
    let a = [1]; loop { a.push(a); }
      1:15 limit_exceeded: an array grew past 100000 items
    let m = #{}; for i in 0..100_001 { m.set(`${i}`, 1); if i > 1_000 { th…
      1:85 script_failed: slow
    "a".sub_string(-9223372036854775807, 9223372036854775807).len()
      1
    [1, 2].extract(-9223372036854775807, 9223372036854775807).len()
      2
    [1].drain(9223372036854775807, 9223372036854775807).len()
      0
    let a = [1]; a.splice(-9223372036854775807 - 1, 9223372036854775807, […
      0
    let a = [1]; a.insert(9223372036854775807, 2); a.len()
      2
    let a = [1]; a.truncate(-1); a.len()
      0
    let a = [1]; a.chop(9223372036854775807); a.len()
      1
    [1, 2].split(9223372036854775807).len()
      0
    "abc".crop(-9223372036854775807, 1); 1
      1
    let b = blob(9); b.parse_le_int(9223372036854775807, 92233720368547758…
      0
    let b = blob(9); b.write_be(-9223372036854775807, 99, 1); 1
      1
    let n = 0; for i in range(9223372036854775800, 9223372036854775807, 5)…
      1
    let n = 0; for i in 9223372036854775805..=9223372036854775807 { n += 1…
      3
    range(0, 10_000_000_000).contains(5); 1
      1
    let s = "["; s.pad(1_000_000, "["); parse_json(s); 1
      1:53 script_failed: `parse_json`: line 1, column 129: the text is nested too deep
    let n = 0; let b = bits(-1); for x in b { n += 1; } n
      64
    9.bits(-9223372036854775807, 9223372036854775807); 1
      1:19 script_failed: bit-field index -9223372036854775807 out of bounds: only 64 bits in bit-field
    let n = 5; n.set_bits(0..=63, -1); n
      -1
    "#);
}

#[tokio::test]
async fn what_takes_long_ends_at_the_deadline() {
    for body in [
        "loop {}",
        "let n = 0; while true { n += 1; n -= 1; }",
        "for i in 0..9_223_372_036_854_775_807 {} 1",
        "let n = 0.0; for x in range(0.0, 1.0, 1e-320) { n += x; } 1",
        "for x in range(0.0, 1.0 / 0.0, 1.0) {} 1",
        "let a = [1]; loop { a.sort(|x, y| x - y); a.filter(|x| true); }",
        "let s = \"a\"; s.pad(4_000_000, \"a\"); loop { s.index_of(\"ab\"); }",
        "fn g(n) { if n == 0 { 1 } else { g(n - 1) + g(n - 1) } } g(100)",
        "try { loop {} } catch { loop {} }",
        "loop { try { throw 1 } catch { } }",
        "let a = []; a.pad(50_000, 1); let b = []; loop { b = a.map(|x| x); }",
        "let m = #{}; let i = 0; loop { m[`k${i}`] = i; i += 1; m.remove(`k${i - 9}`); }",
        "let s = \"\"; loop { s += \"a\"; if s.len() > 1_000 { s = \"\"; } }",
    ] {
        let body = body.strip_prefix("fn g").map_or_else(
            || format!("fn f() -> int {{ {body} }}"),
            |rest| {
                let (helper, call) = rest.split_once("} }").unwrap();
                format!("fn g{helper}}} }}\nfn f() -> int {{ {call} }}")
            },
        );
        let told = call_with(options(), &body, json!({})).await;
        assert!(told.starts_with("timed_out: the call did not end within "), "{body}: {told}");
    }
}

#[tokio::test]
async fn many_operations_end_at_their_limit() {
    let mut limits = rulebook::Limits::default();
    limits.operations = 10_000;
    for body in [
        "loop {}",
        "let a = [1]; loop { a.sort(|x, y| x - y); }",
        "[1].for_each(|| { loop {} })",
        "let a = []; a.pad(20_000, 1); a.map(|x| x)",
        "let a = []; a.pad(5_000, 1); a.sort(|x, y| x - y)",
        "let a = []; a.pad(20_000, 1); a.filter(|x| true)",
        "fn_loop()",
        "try { loop {} } catch { 1 }",
    ] {
        let script = format!("fn fn_loop() {{ loop {{}} }}\nfn f() -> () {{ {body} }}");
        let told = call_with(ToolSet::options().limits(limits.clone()), &script, json!({})).await;
        assert!(
            told.ends_with("limit_exceeded: the call did more than 10000 operations"),
            "{body}: {told}"
        );
    }
}

fn functions(engine: &mut rhai::Engine) {
    engine.register_fn("panics", || -> i64 { std::panic::resume_unwind(Box::new("quietly")) });
    engine.register_fn("panics_with", |_: rhai::Dynamic| -> i64 {
        std::panic::resume_unwind(Box::new(7))
    });
    engine.register_fn("blocks", || -> i64 {
        std::thread::sleep(Duration::from_millis(1_500));
        1
    });
    engine.register_fn("fails", || -> Result<i64, Box<rhai::EvalAltResult>> {
        Err("the host says no".into())
    });
}

/// The functions, and the test that is a worker with them.
const HOST: Host = Host::new(functions, concat!(module_path!(), "::worker"));

#[test]
fn worker() {
    rulebook::start_worker_if_asked(functions);
}

#[tokio::test]
async fn host_functions_that_panic_or_block() {
    let script = "const C = [1];
        fn a() -> int { panics() } fn b() -> int { panics_with(|x| x) } fn c() -> int { [1].map(|x| panics())[0] } fn d() -> int { let x = [1]; let f = || x.push(panics()); f.call() }
        fn e() -> int { try { panics() } catch { 1 } } fn g() -> int { [2, 1].sort(|x, y| panics()); 1 } fn h() -> int { `${panics()}`; 1 } fn i() -> int { blocks() } fn j() -> int { fails() }
        fn ok() -> array { C }";
    let names = ["a", "b", "c", "d", "e", "g", "h", "i", "j", "ok"];
    let folder = Folder::with_rules(script, &names);
    let tools = folder.load_with_functions(options(), HOST).await.unwrap();
    let mut told = String::new();
    for name in &names[..9] {
        for _ in 0..2 {
            let start = Instant::now();
            let result = tools.call(name, json!({})).await;
            assert!(start.elapsed() < LIMIT + SLACK);
            writeln!(told, "{name}: {}", outcome(&result)).unwrap();
            assert_eq!(tools.call("ok", json!({})).await.unwrap(), json!([1]), "{name}");
        }
    }
    insta::assert_snapshot!(told, @r#"
    a: 2:23 script_failed: a function of the host failed unexpectedly: the log of the host says why
    a: 2:23 script_failed: a function of the host failed unexpectedly: the log of the host says why
    b: 2:50 script_failed: a function of the host failed unexpectedly: the log of the host says why
    b: 2:50 script_failed: a function of the host failed unexpectedly: the log of the host says why
    c: 2:87 script_failed: a function of the host failed unexpectedly: the log of the host says why
    c: 2:87 script_failed: a function of the host failed unexpectedly: the log of the host says why
    d: 2:130 script_failed: a function of the host failed unexpectedly: the log of the host says why
    d: 2:130 script_failed: a function of the host failed unexpectedly: the log of the host says why
    e: 3:23 script_failed: a function of the host failed unexpectedly: the log of the host says why
    e: 3:23 script_failed: a function of the host failed unexpectedly: the log of the host says why
    g: 3:70 script_failed: a function of the host failed unexpectedly: the log of the host says why
    g: 3:70 script_failed: a function of the host failed unexpectedly: the log of the host says why
    h: 3:120 script_failed: a function of the host failed unexpectedly: the log of the host says why
    h: 3:120 script_failed: a function of the host failed unexpectedly: the log of the host says why
    i: timed_out: the call did not end within 1s: ask for less, or give it more time
    i: timed_out: the call did not end within 1s: ask for less, or give it more time
    j: 3:184 script_failed: the host says no
    j: 3:184 script_failed: the host says no
    "#);
}
