//! Types that a declarative macro writes: their pieces come in groups of their own.

use std::sync::Arc;

use rulebook::{SettingValue, ToolCall, ToolCollection, ToolSettings, tool_collection};

macro_rules! settings {
    ($name:ident, $kind:ident { $($variant:ident = $text:literal),* }, $($field:ident: $ty:ty = $as:literal),*) => {
        #[derive(Clone, Debug, SettingValue)]
        enum $kind {
            $(#[setting(name = $text)] $variant),*
        }

        #[derive(Default, ToolSettings)]
        struct $name {
            kind: Option<$kind>,
            $(#[doc = $as] #[setting(name = $as, configurable)] $field: $ty),*
        }
    };
}

settings!(Found, Kind { One = "1", Two = "2" }, limit: u8 = "how-many", sort: Option<Kind> = "sort");

macro_rules! finder {
    ($owner:ident, $settings:ty, $lent:ty) => {
        #[tool_collection]
        impl $owner {
            /// Finds.
            #[tool]
            fn one(&self, settings: &$settings) -> u8 {
                settings.limit
            }

            /// Finds.
            #[tool]
            fn other(&self, settings: $lent, add: u8) -> u8 {
                settings.limit + add
            }
        }
    };
}

struct Finder;

finder!(Finder, Found, &Found);

#[tokio::test]
async fn settings_are_known_inside_the_groups_of_a_macro() {
    let tools = Arc::new(Finder).tools();
    assert_eq!(tools[0].call(ToolCall::default()).await.unwrap().value, 0);
    let call = ToolCall::from_json(serde_json::json!({ "add": 2 })).unwrap();
    assert_eq!(tools[1].call(call).await.unwrap().value, 2);
}

#[test]
fn types_that_a_macro_writes_are_settings() {
    let record = Found::record();
    let names: Vec<_> = record.members().iter().map(rulebook::SettingsMember::name).collect();
    assert_eq!(names, ["kind", "how-many", "sort"]);
    assert_eq!(record.members()[1].description_text(), Some("how-many"));
    let overrides: FoundOverrides = serde_json::from_str(r#"{ "sort": "2" }"#).unwrap();
    assert!(matches!(overrides.sort, Some(Kind::Two)));
    let resolved = record.resolve("found", rulebook::SettingsLayers::default()).unwrap();
    let found = Found::from_resolved(&resolved).unwrap();
    assert!(found.kind.is_none() && found.sort.is_none() && found.limit == 0);
    assert!(matches!(Kind::from_json("1".into()), Ok(Kind::One)));
}
