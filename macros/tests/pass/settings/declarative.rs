//! Types that a declarative macro writes: their pieces come in groups of their own.

use rulebook::{SettingValue, ToolSettings};

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
