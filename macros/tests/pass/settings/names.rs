//! What members, fields and variants are called.

use rulebook::{SettingKey, SettingValue, ToolSettings};
use serde::Serialize;

macro_rules! cases {
    ($($module:ident $case:literal;)*) => {$(
        mod $module {
            use super::*;

            #[derive(Clone, Debug, Serialize, SettingValue)]
            #[settings(rename_all = $case)]
            #[serde(rename_all = $case)]
            pub(super) enum Variants {
                Plain,
                TwoWords,
                HTTPServer,
                Level10,
                #[setting(name = "x")]
                #[serde(rename = "x")]
                Given,
            }

            #[derive(Clone, Debug, Default, Serialize, SettingValue)]
            #[serde(rename_all = $case)]
            pub(super) struct Fields {
                plain: u8,
                two_words: u8,
                level_10: u8,
                _front: u8,
                #[serde(rename = "y")]
                given: u8,
            }
        }
    )*};
}

cases! {
    lower "lowercase";
    upper "UPPERCASE";
    pascal "PascalCase";
    camel "camelCase";
    snake "snake_case";
    screaming_snake "SCREAMING_SNAKE_CASE";
    kebab "kebab-case";
    screaming_kebab "SCREAMING-KEBAB-CASE";
}

/// Both have the same names, in every case.
#[test]
fn names_are_those_of_serde() {
    macro_rules! same {
        ($($module:ident)*) => {$({
            use $module::{Fields, Variants};
            for variant in [
                Variants::Plain,
                Variants::TwoWords,
                Variants::HTTPServer,
                Variants::Level10,
                Variants::Given,
            ] {
                let ours = SettingValue::to_json(&variant);
                assert_eq!(ours, serde_json::to_value(&variant).unwrap());
                assert_eq!(variant.to_key(), ours);
            }
            let fields = Fields::default();
            assert_eq!(SettingValue::to_json(&fields), serde_json::to_value(&fields).unwrap());
        })*};
    }
    same!(lower upper pascal camel snake screaming_snake kebab screaming_kebab);
}

#[derive(Default, ToolSettings)]
#[settings(rename_all = "camelCase", configurable)]
struct Renamed {
    per_page: u8,
    #[setting(name = "page-1")]
    first: u8,
    r#type: u8,
}

#[test]
fn members_are_renamed_everywhere() {
    let names: Vec<_> =
        Renamed::record().members().iter().map(|member| member.name().to_owned()).collect();
    assert_eq!(names, ["perPage", "page-1", "type"]);
    let overrides = RenamedOverrides { per_page: Some(1), first: Some(2), r#type: Some(3) };
    let text = serde_json::to_string(&overrides).unwrap();
    assert_eq!(text, r#"{"perPage":1,"page-1":2,"type":3}"#);
    let values = rulebook::SettingsValues::new().overrides("tool", &overrides).unwrap();
    let layers = rulebook::SettingsLayers { run: Some(&values), ..Default::default() };
    let resolved = Renamed::record().resolve("tool", layers).unwrap();
    let renamed = Renamed::from_resolved(&resolved).unwrap();
    assert_eq!((renamed.per_page, renamed.first, renamed.r#type), (1, 2, 3));
}
