//! Whatever settings hold comes back.

use proptest::prelude::*;
use rulebook::{Migrations, SettingsValues};
use serde_json::{Map, Value, json};

use crate::support::{Folder, Kind};

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}",
        any::<String>(),
        Just(String::new()),
        Just("schemaVersion".to_owned()),
        Just("__proto__".to_owned()),
        Just("a\0b\u{feff}\u{202e}\u{10ffff}\"\\\n".to_owned()),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop_oneof![
            Just(f64::MIN_POSITIVE / 4.0),
            Just(f64::MAX),
            Just(-0.0),
            Just(1e21),
            Just(9_007_199_254_740_993.0)
        ]
        .prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        (0..100_u32).prop_map(|depth| (0..depth).fold(json!(1), |inner, _| json!([inner]))),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((name(), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn values() -> impl Strategy<Value = SettingsValues> {
    let members = prop::collection::vec((name(), value()), 0..5);
    let members = members.prop_map(|members| Value::Object(members.into_iter().collect()));
    let tools = prop::collection::vec((name(), members), 0..4);
    tools.prop_map(|tools| {
        let tools: Map<String, Value> = tools.into_iter().collect();
        serde_json::from_value(Value::Object(tools)).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_values_survive_save_and_load(first in values(), second in values()) {
        for kind in Kind::BOTH {
            let folder = Folder::new();
            let store = kind.open(folder.path(), Migrations::new());
            for values in [&first, &second] {
                prop_assert_eq!(&store.update(&mut |_| Ok(values.clone())).unwrap(), values);
                let loaded = kind.open(folder.path(), Migrations::new()).load().unwrap();
                prop_assert_eq!(&loaded, values);
                // Equal numbers may still be written in another way, as `-0.0`.
                prop_assert_eq!(json!(loaded).to_string(), json!(values).to_string());
            }
        }
    }
}
