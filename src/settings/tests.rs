use serde_json::{Value, json};

use super::*;

fn int(value: Value) -> Result<Value, SettingFault> {
    if value.is_i64() { Ok(value) } else { Err(SettingFault::expected("int", &value)) }
}

fn any(value: Value) -> Result<Value, SettingFault> {
    Ok(value)
}

fn record() -> SettingsRecord {
    let schema = || json!({ "type": "integer" });
    SettingsRecord::new(
        "SearchSettings",
        vec![
            SettingsMember::new("limit", json!(10), schema(), int).configurable(),
            SettingsMember::new("ceiling", json!(100), schema(), int),
            SettingsMember::new("tags", json!(["a"]), json!({}), any).configurable(),
        ],
    )
}

fn layer(json: Value) -> SettingsValues {
    serde_json::from_value(json!({ "search": json })).unwrap()
}

/// The values with their layers, and what was said on the way.
fn told(host: Value, stored: Value, run: Value) -> String {
    let (host, stored, run) = (layer(host), layer(stored), layer(run));
    let layers = SettingsLayers { host: Some(&host), stored: Some(&stored), run: Some(&run) };
    match record().resolve("search", layers) {
        Err(error) => error.to_string(),
        Ok(resolved) => {
            let members = resolved.members.iter();
            let members =
                members.map(|one| format!("{}={} ({})", one.member, one.value, one.layer));
            let ignored = resolved.ignored.iter().map(|problem| format!("ignored: {problem}"));
            members.chain(ignored).collect::<Vec<_>>().join("\n")
        }
    }
}

#[test]
fn the_highest_layer_that_says_something_counts() {
    let nothing = || json!({});
    insta::assert_snapshot!(told(nothing(), nothing(), nothing()), @r#"
    limit=10 (code)
    ceiling=100 (code)
    tags=["a"] (code)
    "#);
    insta::assert_snapshot!(told(json!({ "limit": 20, "ceiling": 50 }), nothing(), nothing()), @r#"
    limit=20 (host)
    ceiling=50 (host)
    tags=["a"] (code)
    "#);
    insta::assert_snapshot!(told(json!({ "limit": 20 }), json!({ "limit": 30 }), nothing()), @r#"
    limit=30 (stored)
    ceiling=100 (code)
    tags=["a"] (code)
    "#);
    insta::assert_snapshot!(
        told(json!({ "limit": 20 }), json!({ "limit": 30 }), json!({ "limit": 40, "tags": [] })),
        @"
    limit=40 (run)
    ceiling=100 (code)
    tags=[] (run)
    "
    );
    // Null leaves the layer below.
    insta::assert_snapshot!(
        told(json!({ "limit": 20 }), json!({ "limit": null }), json!({ "limit": null })),
        @r#"
    limit=20 (host)
    ceiling=100 (code)
    tags=["a"] (code)
    "#
    );
}

#[test]
fn what_no_layer_may_say_is_refused_and_what_was_stored_for_other_code_is_told() {
    let nothing = || json!({});
    insta::assert_snapshot!(told(json!({ "limti": 1, "limit": "x" }), nothing(), nothing()), @"
    the host settings of `search`: `limti`: there is no such setting; did you mean `limit`?
    the host settings of `search`: `limit`: expected int, found the string `x`
    ");
    insta::assert_snapshot!(
        told(nothing(), json!({ "ceiling": 1, "gone": 2, "limit": 3 }), nothing()),
        @r#"
    limit=3 (stored)
    ceiling=100 (code)
    tags=["a"] (code)
    ignored: the stored settings of `search`: `ceiling`: it is fixed: only the host's own configuration can set it
    ignored: the stored settings of `search`: `gone`: there is no such setting
    "#
    );
    insta::assert_snapshot!(told(nothing(), json!({ "limit": 1.5 }), nothing()), @"the stored settings of `search`: `limit`: expected int, found `1.5`");
    insta::assert_snapshot!(told(nothing(), nothing(), json!({ "ceiling": 1, "gone": 2 })), @"
    the run settings of `search`: `ceiling`: it is fixed: only the host's own configuration can set it
    the run settings of `search`: `gone`: there is no such setting
    ");
}

#[test]
fn one_tool_does_not_see_the_settings_of_another() {
    let others = SettingsValues::new().set("find", "limit", 99);
    let layers = SettingsLayers { run: Some(&others), ..SettingsLayers::default() };
    let resolved = record().resolve("search", layers).unwrap();
    assert_eq!(
        Value::from(resolved.values()),
        json!({ "limit": 10, "ceiling": 100, "tags": ["a"] })
    );
}
