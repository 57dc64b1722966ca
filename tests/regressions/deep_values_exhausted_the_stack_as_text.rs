//! Arrays and maps nested deep were written as text, and compared, by functions
//! that follow the nesting, until the stack was exhausted.

use std::time::Duration;

use rhai::{Dynamic, Map};
use serde_json::json;

use super::support::{Folder, run};
use crate::support::worker::Host;
use rulebook::ToolSet;

fn functions(engine: &mut rhai::Engine) {
    engine.register_fn("deep_array", || {
        (0..99_990).fold(Dynamic::UNIT, |inner, _| Dynamic::from(vec![inner]))
    });
    engine.register_fn("deep_map", || {
        (0..99_990).fold(Dynamic::UNIT, |inner, _| Dynamic::from(Map::from([("m".into(), inner)])))
    });
}

/// The functions, and the test that is a worker with them; it has to divide its
/// memory between a stack and the values.
const HOST: Host =
    Host::new(functions, concat!(module_path!(), "::worker")).memory(1024 * 1024 * 1024);

#[test]
fn worker() {
    rulebook::start_worker_if_asked(functions);
}

#[tokio::test]
async fn deep_values_are_written_up_to_the_limit_and_compared() {
    let options = ToolSet::options().timeout(Duration::from_secs(120));
    let of = |make: &str| {
        format!(
            "let deep = {make}();
            let text = deep.to_string();
            if `${{deep}}` != text || \"\" + deep != text || deep.to_debug() != text {{ throw \"texts\" }}
            print(deep);
            debug(deep);
            let same = deep;
            if deep != same || !(deep == same) || !(deep in [1, same]) {{ throw \"equality\" }}
            text.len()"
        )
    };
    let script = format!(
        "fn arrays() -> int {{ {} }}\nfn maps() -> int {{ {} }}",
        of("deep_array"),
        of("deep_map")
    );
    let folder = Folder::with_rules(&script, &["arrays", "maps"]);
    let tools = folder.load_with_functions(options, HOST).await.unwrap();
    // 128 levels, and a sign for the rest.
    assert_eq!(tools.call("arrays", json!({})).await.unwrap(), 128 * 2 + 2 + 1);
    assert_eq!(tools.call("maps", json!({})).await.unwrap(), 128 * 8 + 3 + 1);
}

#[tokio::test]
async fn texts_and_equality_of_plain_values_are_those_of_the_engine() {
    let script = r##"fn f() -> array {
        let value = [1, 1.5, "a\"b", 'c', (), true, parse_decimal("1.50"), [], #{}, #{ "a b": [1], c: "d" }];
        let f = |x| x;
        [
            value.to_string(), `${value}`, "" + #{ a: [#{}] }, [f].to_debug().contains("Fn"), [0..3, 0..=3].to_string(),
            [1, [2]] == [1, [2]], [1] == [2], [1] == ["1"], [1] != [1, 2], [1] == [1.0],
            #{ a: 1, b: [2] } == #{ b: [2], a: 1 }, #{ a: 1 } == #{ b: 1 }, #{ a: 1 } != #{ a: 2 }, #{ a: 1 } == #{ a: "1" },
        ]
    }"##;
    let text = r##"[1, 1.5, "a\"b", c, (), true, 1.50, [], #{}, #{"a b": [1], "c": "d"}]"##;
    let expected = json!([
        text,
        text,
        "#{\"a\": [#{}]}",
        true,
        "[0..3, 0..=3]",
        true,
        false,
        false,
        true,
        true,
        true,
        false,
        true,
        false,
    ]);
    assert_eq!(run(script, "f", json!({})).await.unwrap(), expected);
}

#[tokio::test]
async fn functions_still_have_no_equality() {
    let error = run("fn f() -> bool { [|x| x] == [|x| x] }", "f", json!({})).await.unwrap_err();
    assert_eq!(error.message, "no function fits the call `== (function, function)`");
}
