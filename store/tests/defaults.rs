//! A default that changes in a later version of the code.

use rulebook::{
    Migrations, SettingsLayer, SettingsLayers, SettingsMember, SettingsRecord, SettingsValues,
};
use serde_json::{Value, json};

use crate::support::{Folder, Kind};

fn record(limit: i64) -> SettingsRecord {
    let limit = SettingsMember::new("limit", json!(limit), json!({ "type": "integer" }), Ok);
    SettingsRecord::new("SearchSettings", vec![limit.configurable()])
}

fn limit(record: &SettingsRecord, stored: &SettingsValues) -> (Value, SettingsLayer) {
    let layers = SettingsLayers { stored: Some(stored), ..SettingsLayers::default() };
    let resolved = record.resolve("search", layers).unwrap();
    let limit = resolved.members.first().unwrap();
    (limit.value.clone(), limit.layer)
}

#[test]
fn a_new_default_reaches_those_who_did_not_choose_and_no_others() {
    for kind in Kind::BOTH {
        let (chose, did_not) = (Folder::new(), Folder::new());
        let open = |folder: &Folder| kind.open(folder.path(), Migrations::new());
        // The one chose what was the default then.
        open(&chose).update(&mut |values| Ok(values.set("search", "limit", 10))).unwrap();
        // The other chose as well, and took it back.
        open(&did_not).update(&mut |values| Ok(values.set("search", "limit", 99))).unwrap();
        open(&did_not)
            .update(&mut |mut values| {
                values.apply(SettingsValues::new().set("search", "limit", Value::Null));
                Ok(values)
            })
            .unwrap();
        for (default, its) in [(10, json!(10)), (20, json!(20))] {
            let (record, code) = (record(default), SettingsLayer::Code);
            let (chose, did_not) = (open(&chose).load().unwrap(), open(&did_not).load().unwrap());
            assert_eq!(limit(&record, &chose), (json!(10), SettingsLayer::Stored));
            assert_eq!(limit(&record, &did_not), (its, code));
        }
    }
}
