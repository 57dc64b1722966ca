//! What is generated keeps to the strictest lints, whatever the types are.

#![deny(warnings, missing_docs, clippy::pedantic)]
#![deny(unused_qualifications, unused_results, elided_lifetimes_in_paths, single_use_lifetimes)]
#![deny(trivial_casts, let_underscore_drop, unused_lifetimes)]

use std::collections::HashMap;
use std::sync::Arc;

use rulebook::{Session, SettingValue, ToolCollection, ToolSettings, tool_collection};

/// How to sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, SettingValue)]
enum Sort {
    /// The newest first.
    Newest,
    #[deprecated]
    Oldest,
}

/// One name for several.
#[derive(Clone, Debug, SettingValue)]
#[deprecated]
struct Alias(String);

/// Nothing in it.
#[derive(Clone, Debug, SettingValue)]
struct Empty {}

/// Where to look.
#[derive(Clone, Debug, SettingValue)]
struct Place {
    r#type: String,
    #[deprecated]
    old: Option<u8>,
}

/// Settings.
#[derive(Debug, Default, ToolSettings)]
#[settings(configurable)]
pub(super) struct SearchSettings {
    /// How many.
    pub(super) limit: u32,
    sort: Option<Sort>,
    #[setting(fixed)]
    places: Vec<Place>,
    #[deprecated = "of old"]
    old: bool,
    /// By kind.
    by_kind: HashMap<Sort, u8>,
    empty: Vec<Empty>,
}

/// Old settings.
#[derive(Debug, Default, ToolSettings)]
#[deprecated]
struct Old {
    #[expect(deprecated, reason = "both are of old")]
    alias: Vec<Alias>,
}

/// A desk.
#[derive(Debug)]
struct Desk;

#[tool_collection]
impl Desk {
    /// Searches.
    #[tool]
    fn search(&self, settings: &SearchSettings) -> u32 {
        let _ = self;
        let place = settings.places.first().map_or(0, |place| place.r#type.len());
        let all = (place, settings.sort, settings.by_kind.len() + settings.empty.len());
        u32::from(all.2 > 0) + settings.limit
    }

    /// Waits.
    #[tool]
    async fn waits(&self, settings: &SearchSettings, text: String, session: &Session) -> String {
        let _ = (self, session);
        tokio::task::yield_now().await;
        format!("{text} {}", settings.limit)
    }
}

#[tokio::test]
async fn generated_code_keeps_to_lints() {
    let tools = Arc::new(Desk).tools();
    assert_eq!(tools[0].call(rulebook::ToolCall::default()).await.unwrap().value, 0);
    let call = rulebook::ToolCall::from_json(serde_json::json!({ "text": "a" })).unwrap();
    assert_eq!(tools[1].call(call).await.unwrap().value, "a 0");
    #[expect(deprecated, reason = "it is still there")]
    let old = Old::record();
    assert_eq!(old.members().len(), 1);
    let record = SearchSettings::record();
    let configurable = record.members().iter().filter(|member| member.is_configurable());
    let configurable: Vec<_> = configurable.map(rulebook::SettingsMember::name).collect();
    assert_eq!(configurable, ["limit", "sort", "by_kind", "empty"]);
}
