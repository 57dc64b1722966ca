//! How structs, newtypes and enums are stored, and what overrides take.

use std::collections::BTreeMap;

use rulebook::{SettingValue, ToolSettings};
use schemars::JsonSchema;
use serde_json::{Value, json};

/// Where to look.
#[derive(Clone, Debug, PartialEq, SettingValue)]
struct Place {
    /// Its name.
    name: Name,
    near: Option<f32>,
    #[setting(description = "Its kinds.")]
    kinds: Vec<Kind>,
}

#[derive(Clone, Debug, PartialEq, SettingValue)]
struct Name(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, SettingValue)]
#[settings(rename_all = "snake_case")]
enum Kind {
    Shop,
    /// Open to few.
    StoreRoom,
}

#[derive(Debug, Default, PartialEq, ToolSettings)]
#[settings(configurable)]
struct SearchSettings {
    /// How many are found at most.
    limit: u32,
    place: Option<Place>,
    by_kind: BTreeMap<Kind, u8>,
    #[setting(fixed)]
    secret: String,
}

fn place() -> Place {
    Place { name: Name("a".to_owned()), near: Some(0.1), kinds: vec![Kind::Shop, Kind::StoreRoom] }
}

fn fault<T: SettingValue>(value: Value) -> String {
    T::from_json(value).err().map(|fault| fault.to_string()).unwrap_or_default()
}

#[test]
fn a_struct_is_a_closed_object_that_is_read_whole() {
    let written = place().to_json();
    let expected = json!({ "name": "a", "near": 0.1, "kinds": ["shop", "store_room"] });
    assert_eq!(written, expected);
    assert_eq!(Place::from_json(written).unwrap(), place());
    for absent in
        [json!({ "name": "a", "kinds": [] }), json!({ "name": "a", "kinds": [], "near": null })]
    {
        let read = Place::from_json(absent).unwrap();
        assert_eq!((read.near, read.to_json()), (None, json!({ "name": "a", "kinds": [] })));
    }
    for (json, expected) in [
        (json!([]), "expected object, found an array"),
        (json!({ "name": "a" }), "`kinds` is missing"),
        (json!({ "name": null, "kinds": [] }), "at `name`, expected string, found null"),
        (
            json!({ "name": "a", "kinds": [], "naer": 1 }),
            "`naer` is no member; did you mean `near`?",
        ),
        (json!({ "zzz": 1 }), "`zzz` is no member; the members are `name`, `near`, `kinds`"),
        (
            json!({ "name": "a", "kinds": ["shop", "storeroom"] }),
            "at `kinds[1]`, expected one of `shop`, `store_room`, found the string `storeroom`; \
             did you mean `store_room`?",
        ),
    ] {
        assert_eq!(fault::<Place>(json), expected);
    }
    assert_eq!(
        Place::schema(),
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string", "description": "Its name." },
                "near": { "anyOf": [f32::schema(), { "type": "null" }] },
                "kinds": {
                    "type": "array",
                    "items": { "type": "string", "oneOf": [
                        { "const": "shop" },
                        { "const": "store_room", "description": "Open to few." },
                    ] },
                    "description": "Its kinds.",
                },
            },
            "required": ["name", "kinds"],
            "additionalProperties": false,
            "description": "Where to look.",
        })
    );
}

#[test]
fn a_map_is_keyed_by_an_enum() {
    type Map = BTreeMap<Kind, u8>;
    let map = Map::from([(Kind::StoreRoom, 1), (Kind::Shop, 2)]);
    assert_eq!(map.to_json().to_string(), r#"{"shop":2,"store_room":1}"#);
    assert_eq!(Map::from_json(map.to_json()).unwrap(), map);
    assert_eq!(
        fault::<Map>(json!({ "cellar": 1 })),
        "at `cellar`, expected one of `shop`, `store_room`, found the string `cellar`"
    );
}

#[test]
fn overrides_say_what_they_set_and_no_more() {
    let overrides = SearchSettingsOverrides { limit: Some(3), ..Default::default() };
    assert_eq!(serde_json::to_value(&overrides).unwrap(), json!({ "limit": 3 }));
    assert_eq!(
        format!("{:?}", overrides.clone()),
        "SearchSettingsOverrides { limit: Some(3), place: None, by_kind: None }"
    );
    let read = |json: Value| serde_json::from_value::<SearchSettingsOverrides>(json);
    let overrides = read(json!({ "limit": null, "place": place().to_json() })).unwrap();
    assert_eq!((overrides.limit, overrides.place), (None, Some(place())));
    for (text, expected) in [
        (r#"{ "limti": 1 }"#, "`limti` is no member; did you mean `limit`?"),
        (
            r#"{ "secret": "x" }"#,
            "`secret` is no member; the members are `limit`, `place`, `by_kind`",
        ),
        (
            r#"{ "limit": "1" }"#,
            "at `limit`, expected int from 0 to 4294967295, found the string `1`",
        ),
        (r#"{ "limit": 1, "limit": 2 }"#, "`limit` is given twice"),
        ("[]", "invalid type: sequence, expected an object with settings by name"),
    ] {
        let error = serde_json::from_str::<SearchSettingsOverrides>(text).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
    }
    let mut generator = schemars::SchemaGenerator::default();
    let schema = SearchSettingsOverrides::json_schema(&mut generator).to_value();
    assert_eq!(
        schema["properties"]["limit"],
        json!({
            "anyOf": [u32::schema(), { "type": "null" }],
            "description": "How many are found at most.",
        })
    );
    assert_eq!(schema["required"], json!([]));
    assert_eq!(schema["additionalProperties"], json!(false));
    let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["limit", "place", "by_kind"]);
    let record = SearchSettings::record();
    let defaults = record.resolve("search", rulebook::SettingsLayers::default()).unwrap();
    assert_eq!(SearchSettings::from_resolved(&defaults).unwrap(), SearchSettings::default());
}

/// `Self` in a type is the settings, and not their overrides.
#[derive(Default, ToolSettings)]
#[settings(configurable)]
struct Fixed {
    pair: [u8; Self::COUNT],
}

impl Fixed {
    const COUNT: usize = 2;
}

#[test]
fn a_type_may_name_its_owner_as_self() {
    let overrides = FixedOverrides { pair: Some([1, 2]) };
    assert_eq!(serde_json::to_value(&overrides).unwrap(), json!({ "pair": [1, 2] }));
    assert_eq!(Fixed::default().pair, [0, 0]);
}
