//! From older documents to what the host knows now.

use rulebook::{Migrations, SettingsDocument, SettingsValues, StoreError, StoreErrorKind};
use serde_json::json;

fn document(schema_version: u64, values: serde_json::Value) -> SettingsDocument {
    SettingsDocument { schema_version, values: serde_json::from_value(values).unwrap() }
}

/// From 1 to 2 a member is renamed, from 2 to 3 a tool, and from 3 to 4 a unit changes.
fn steps() -> Migrations {
    Migrations::new()
        .then(|values| {
            values.rename("find", "max", "limit");
            Ok(())
        })
        .then(|values| {
            values.rename_tool("find", "search");
            Ok(())
        })
        .then(|values| {
            let Some(seconds) = values.get("search", "wait") else { return Ok(()) };
            let seconds = seconds.as_u64().ok_or("the wait is no number")?;
            values.insert("search", "wait", seconds * 1_000);
            Ok(())
        })
}

#[test]
fn each_version_is_raised_in_order() {
    let raised = document(4, json!({ "search": { "limit": 5, "wait": 2_000 } }));
    let before = [
        document(1, json!({ "find": { "max": 5, "wait": 2 } })),
        document(2, json!({ "find": { "limit": 5, "wait": 2 } })),
        document(3, json!({ "search": { "limit": 5, "wait": 2 } })),
        raised.clone(),
    ];
    for document in before {
        assert_eq!(steps().raise(document.clone()), Ok(raised.clone()), "{document:?}");
    }
    assert_eq!((steps().version(), Migrations::new().version()), (4, 1));
}

#[test]
fn what_cannot_be_raised_is_told() {
    let told = |raised: Result<SettingsDocument, StoreError>| {
        let error = raised.unwrap_err();
        (error.kind(), error.to_string())
    };
    let (kind, text) = told(steps().raise(document(5, json!({}))));
    assert_eq!(kind, StoreErrorKind::NewerVersion);
    insta::assert_snapshot!(text, @"the stored settings are of version 5, and this program knows them up to version 4: use the newer program, or a copy from before");
    let (kind, text) = told(steps().raise(document(u64::MAX, json!({}))));
    assert_eq!(kind, StoreErrorKind::NewerVersion);
    insta::assert_snapshot!(text, @"the stored settings are of version 18446744073709551615, and this program knows them up to version 4: use the newer program, or a copy from before");
    let (kind, text) = told(steps().raise(document(1, json!({ "find": { "wait": "long" } }))));
    assert_eq!(kind, StoreErrorKind::Migration);
    insta::assert_snapshot!(text, @"the stored settings cannot be raised from version 3 to 4: the wait is no number");
    let panics = Migrations::new().then(|_| panic!("out of cheese"));
    let (kind, text) = told(panics.raise(document(1, json!({}))));
    assert_eq!(kind, StoreErrorKind::Migration);
    insta::assert_snapshot!(text, @"the stored settings cannot be raised from version 1 to 2: it panicked, as the log says");
}

#[test]
fn what_stands_in_the_way_of_a_new_name_stays() {
    let mut values: SettingsValues =
        serde_json::from_value(json!({ "a": { "old": 1, "new": 2 }, "b": { "new": 3, "x": 4 } }))
            .unwrap();
    values.rename("a", "old", "new");
    values.rename_tool("a", "b");
    assert_eq!(serde_json::to_value(values).unwrap(), json!({ "b": { "new": 3, "x": 4 } }));
}

/// Null says nothing, and took the place of what was stored.
#[test]
fn null_stands_in_the_way_of_no_new_name() {
    let said =
        |json: serde_json::Value| -> SettingsValues { serde_json::from_value(json).unwrap() };
    let mut values = said(json!({ "search": { "max": 5, "limit": null } }));
    values.rename("search", "max", "limit");
    assert_eq!(values, said(json!({ "search": { "limit": 5 } })));
    let mut values =
        said(json!({ "find": { "limit": 5, "a": null }, "search": { "limit": null } }));
    values.rename_tool("find", "search");
    assert_eq!(values, said(json!({ "search": { "limit": 5, "a": null } })));
}
