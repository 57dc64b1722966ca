//! Closures that start-up statements made could change what they captured: a call
//! gave another answer than the one before it, and found nothing in place of what an
//! earlier call had left there.

use rulebook::ErrorCode;
use serde_json::json;

use crate::support::Folder;

#[tokio::test]
async fn no_call_changes_what_was_captured_before_it() {
    for change in ["n.push(x)", "n[0] = x", "n += x", "n[0][0] += 1", "n.grow(x)", "n = x"] {
        let script = format!(
            "const CHANGE = {{ let n = [[1]]; |x| {{ {change}; n }} }};
            fn grow(x) {{ this.push(x); }}
            fn f() -> array {{ CHANGE.call(2) }}"
        );
        let imports =
            "fn f() -> array { import \"other\" as other; other::f() }\nfn g() -> array { f() }";
        let alone = Folder::with_rules(&script, &["f"]);
        let imported = Folder::with_rules(imports, &["f"]).file("other.rhai", &script);
        for folder in [alone, imported] {
            let tools = folder.load().await.expect("a script that loads");
            for _ in 0..2 {
                let error = tools.call("f", json!({})).await.expect_err(change);
                assert_eq!(error.code, ErrorCode::ScriptFailed, "{change}: {error}");
                assert!(error.message.contains("constant"), "{change}: {error}");
            }
        }
    }
}

#[tokio::test]
async fn start_up_statements_change_it_and_calls_read_it() {
    let script = "
        const SUM = { let n = [1]; let add = |x| { n.push(x); n.len() }; add.call(2); || n };
        fn f() -> array { let mine = SUM.call(); mine.push(3); mine }";
    let tools = Folder::with_rules(script, &["f"]).load().await.expect("a script that loads");
    for _ in 0..2 {
        assert_eq!(tools.call("f", json!({})).await.expect("an answer"), json!([1, 2, 3]));
    }
}
