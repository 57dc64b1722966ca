//! A closure in a constant carried what one call did to its captured variable
//! into the next call.

use serde_json::json;

use crate::support::Folder;

#[tokio::test]
async fn every_call_finds_the_same() {
    let script = r#"
        import "counting" as counting;
        let count = 0;
        let list = [];
        const COUNT = || { count += 1; count };
        const WITHIN = #{ all: [|| { list.push(COUNT.call()); list }] };

        fn own() -> int { COUNT.call(); COUNT.call() }
        fn within() -> array { WITHIN.all[0].call(); WITHIN.all[0].call() }
        fn imported() -> int { counting::next(); counting::next() }
        fn in_call() -> int { import "late" as late; late::next(); late::next() }
    "#;
    let counting = "let n = 5; const COUNT = || { n += 1; n }; fn next() { global::COUNT.call() }";
    let functions = ["own", "within", "imported", "in_call"];
    let folder = Folder::with_rules(script, &functions)
        .file("counting.rhai", counting)
        .file("late.rhai", counting);
    let tools = folder.load().await.unwrap();
    for _ in 0..3 {
        let mut given = Vec::new();
        for function in functions {
            given.push(tools.call(function, json!({})).await.unwrap());
        }
        assert_eq!(given, [json!(1), json!([1]), json!(6), json!(6)]);
    }
}

#[tokio::test]
async fn what_captured_itself_is_no_constant() {
    let script = "
        let list = [];
        let hold = || list;
        list = [hold];
        const LIST = hold;
        fn f() -> int { 1 }
    ";
    let problems = Folder::with_rules(script, &["f"]).problems().await;
    let told: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "rules.rhai: error[startup_failed]: `LIST` holds a function that captured itself, or too much to be a constant; help: the statements outside of functions run when the script is loaded"
        ]
    );
}
