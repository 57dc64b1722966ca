//! Settings of tools in Rust: hidden from the model, resolved in layers, lent to the call.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use rulebook::testing::Conformance;
use rulebook::{
    ErrorCode, FnTool, ResolvedSettings, Session, SettingValue, SettingsError, SettingsLayer,
    SettingsLayers, SettingsRecord, SettingsValues, Tool, ToolCall, ToolCollection, ToolError,
    ToolOutput, ToolSettings, ToolSpec, TypedTool, tool_collection,
};
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, SettingValue)]
#[settings(rename_all = "lowercase")]
enum Sort {
    Newest,
    Cheapest,
}

/// How to search.
#[derive(Clone, Debug, ToolSettings)]
struct SearchSettings {
    /// How many are found at most.
    #[setting(configurable)]
    limit: u8,
    #[setting(configurable)]
    sort: Option<Sort>,
    #[setting(configurable)]
    weights: BTreeMap<Sort, f32>,
    timeout: Duration,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            limit: 10,
            sort: None,
            weights: BTreeMap::from([(Sort::Newest, 0.1)]),
            timeout: Duration::from_secs(90),
        }
    }
}

#[derive(Default, ToolSettings)]
#[settings(configurable)]
struct OtherSettings {
    secret_word: String,
}

fn shown(text: &str, settings: &SearchSettings) -> String {
    let SearchSettings { limit, sort, weights, timeout } = settings;
    format!("{text}: {limit} {sort:?} {weights:?} {timeout:?}")
}

struct Desk;

#[tool_collection]
impl Desk {
    /// Searches.
    #[tool(kind = "read")]
    fn search(&self, text: String, settings: &SearchSettings) -> String {
        shown(&text, settings)
    }

    /// Searches.
    #[tool(kind = "read")]
    async fn search_first(
        &self,
        settings: &SearchSettings,
        session: &Session,
        text: String,
    ) -> Result<String, ToolError> {
        tokio::task::yield_now().await;
        let _ = session;
        Ok(shown(&text, settings))
    }

    /// Searches.
    #[tool(kind = "read")]
    fn search_last(&self, text: String, _session: &Session, settings: &SearchSettings) -> String {
        shown(&text, settings)
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Wanted {
    text: String,
}

/// Tools of each sort that search with the same settings.
fn tools() -> Vec<Arc<dyn Tool>> {
    let mut tools = Arc::new(Desk).tools();
    let mut spec = ToolSpec::new("search_closure", "Searches.");
    spec.input_schema = json!({
        "type": "object",
        "properties": { "text": { "type": "string" } },
        "required": ["text"],
        "additionalProperties": false,
    });
    let closure = FnTool::new(spec, async |call: ToolCall| {
        let settings = call.settings_as::<SearchSettings>()?;
        let text = call.arguments.get("text").and_then(Value::as_str).unwrap_or_default();
        Ok(ToolOutput::json(shown(text, &settings).into()))
    });
    tools.push(Arc::new(closure.with_settings(SearchSettings::record())));
    let typed = TypedTool::with_settings(
        "search_typed",
        "Searches.",
        async |wanted: Wanted, settings: SearchSettings, _session| {
            Ok::<_, ToolError>(shown(&wanted.text, &settings))
        },
    );
    tools.push(Arc::new(typed));
    tools
}

fn call() -> ToolCall {
    ToolCall::from_json(json!({ "text": "a" })).unwrap()
}

fn values(said: Value) -> SettingsValues {
    serde_json::from_value(json!({ "search": said })).unwrap()
}

fn resolved(
    record: &SettingsRecord,
    stored: Value,
    run: Value,
) -> Result<ResolvedSettings, SettingsError> {
    let (stored, run) = (values(stored), values(run));
    let layers =
        SettingsLayers { stored: Some(&stored), run: Some(&run), ..SettingsLayers::default() };
    record.resolve("search", layers)
}

#[tokio::test]
async fn a_model_never_sees_settings() {
    for tool in tools() {
        let spec = tool.spec();
        let names: Vec<_> = spec.input_schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["text"], "{}", spec.name);
        let told = serde_json::to_string(&*spec).unwrap();
        assert!(!told.contains("settings") && !told.contains("limit"), "{told}");
        // Neither can it give them.
        let given = ToolCall::from_json(json!({ "text": "a", "settings": {} })).unwrap();
        assert_eq!(tool.call(given).await.unwrap_err().code, ErrorCode::InvalidArguments);
    }
}

#[tokio::test]
async fn a_call_without_settings_runs_on_the_defaults() {
    for tool in tools() {
        let output = tool.call(call()).await.unwrap();
        assert_eq!(output.value, "a: 10 None {Newest: 0.1} 90s", "{}", tool.spec().name);
    }
}

#[tokio::test]
async fn a_call_runs_with_what_was_resolved() {
    for tool in tools() {
        let record = tool.settings().unwrap();
        let stored = json!({ "limit": 20, "sort": "newest" });
        let run = json!({ "sort": "cheapest", "weights": { "cheapest": 1.5 } });
        let settings = resolved(&record, stored, run).unwrap();
        let output = tool.call(call().with_settings(settings)).await.unwrap();
        let expected = "a: 20 Some(Cheapest) {Cheapest: 1.5} 90s";
        assert_eq!(output.value, expected, "{}", tool.spec().name);
    }
}

#[tokio::test]
async fn settings_of_another_record_are_refused_and_not_told_of() {
    for tool in tools() {
        let others = [
            OtherSettings::record().resolve("search", SettingsLayers::default()).unwrap(),
            ResolvedSettings::default(),
            // The same names for something else.
            SettingsRecord::new("SearchSettings", SearchSettings::record().members().to_vec())
                .resolve("search", SettingsLayers::default())
                .map(|mut settings| {
                    for member in &mut settings.members {
                        member.value = json!("secret word");
                    }
                    settings
                })
                .unwrap(),
        ];
        for other in others {
            let error = tool.call(call().with_settings(other)).await.unwrap_err();
            assert_eq!(error.code, ErrorCode::Unavailable);
            assert_eq!(
                error.message,
                "the tool was called with settings that are not its own: the program that runs it \
                 has to be put right"
            );
        }
    }
}

#[tokio::test]
async fn what_is_wrong_with_the_arguments_is_told_first() {
    let other = OtherSettings::record().resolve("search", SettingsLayers::default()).unwrap();
    let wrong = ToolCall::default().with_settings(other);
    for tool in tools() {
        let error = tool.call(wrong.clone()).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArguments, "{}", tool.spec().name);
    }
}

#[tokio::test]
async fn a_tool_without_settings_has_none() {
    let plain = FnTool::new(ToolSpec::new("plain", "Runs."), async |call: ToolCall| {
        Ok(ToolOutput::json(call.settings.is_none().into()))
    });
    assert!(plain.settings().is_none());
    assert_eq!(plain.call(ToolCall::default()).await.unwrap().value, true);
}

#[tokio::test]
async fn a_default_that_cannot_be_stored_is_no_default() {
    #[derive(ToolSettings)]
    struct Odd {
        share: f64,
    }
    impl Default for Odd {
        fn default() -> Self {
            Self { share: f64::NAN }
        }
    }
    assert!(Odd::default().share.is_nan());
    let error = Odd::record().resolve("odd", SettingsLayers::default()).unwrap_err();
    let expected = "the code settings of `odd`: `share`: this value cannot be stored";
    assert!(error.to_string().starts_with(expected), "{error}");
    let tool =
        FnTool::new(ToolSpec::new("odd", "Runs."), async |_| Ok(ToolOutput::json(Value::Null)));
    let error = tool.with_settings(Odd::record()).call(ToolCall::default()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
    assert!(!error.message.contains("share"));
}

#[test]
fn each_member_says_where_its_value_comes_from() {
    let record = SearchSettings::record();
    assert_eq!(record.name(), "SearchSettings");
    let limit = record.member("limit").unwrap();
    assert_eq!(limit.description_text(), Some("How many are found at most."));
    let host = values(json!({ "timeout": "2m", "limit": 15 }));
    let (stored, run) = (values(json!({ "limit": 20 })), values(json!({ "sort": "cheapest" })));
    let layers = SettingsLayers { host: Some(&host), stored: Some(&stored), run: Some(&run) };
    let resolved = record.resolve("search", layers).unwrap();
    let told: Vec<_> = resolved
        .members
        .iter()
        .map(|one| format!("{} = {} ({})", one.member, one.value, one.layer))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    limit = 20 (stored)
    sort = "cheapest" (run)
    weights = {"newest":0.1} (code)
    timeout = "2m" (host)
    "#);
    assert_eq!(resolved.members[0].layer, SettingsLayer::Stored);
    let settings = SearchSettings::from_resolved(&resolved).unwrap();
    assert_eq!(settings.timeout, Duration::from_secs(120));
}

#[test]
fn what_no_member_takes_is_told_with_its_layer() {
    let record = SearchSettings::record();
    let stored = json!({ "limit": 300, "sort": "oldest", "weights": { "newest": "x" } });
    let run = json!({ "timeout": "1s", "limt": 5 });
    let error = resolved(&record, stored, run).unwrap_err();
    insta::assert_snapshot!(error.to_string(), @"
    the stored settings of `search`: `limit`: expected int from 0 to 255, found `300`
    the stored settings of `search`: `sort`: expected one of `newest`, `cheapest`, found the string `oldest`
    the stored settings of `search`: `weights`: at `newest`, expected float, found the string `x`
    the run settings of `search`: `timeout`: it is fixed: only the host's own configuration can set it
    the run settings of `search`: `limt`: there is no such setting; did you mean `limit`?
    ");
}

#[test]
fn overrides_are_what_a_run_says() {
    let overrides =
        SearchSettingsOverrides { limit: Some(3), ..SearchSettingsOverrides::default() };
    let run = SettingsValues::new().overrides("search", &overrides).unwrap();
    let layers = SettingsLayers { run: Some(&run), ..SettingsLayers::default() };
    let resolved = SearchSettings::record().resolve("search", layers).unwrap();
    assert_eq!(SearchSettings::from_resolved(&resolved).unwrap().limit, 3);
    assert_eq!(resolved.get("sort"), Some(&Value::Null));
    // As a document keeps them, and as it is read again.
    let text = serde_json::to_string(&overrides).unwrap();
    assert_eq!(text, r#"{"limit":3}"#);
    let again: SearchSettingsOverrides = serde_json::from_str(&text).unwrap();
    assert_eq!(again.limit, Some(3));
}

/// The schema of the overrides takes what they are written as.
#[test]
fn overrides_fit_their_schema() {
    let schema = schemars::schema_for!(SearchSettingsOverrides);
    let check = jsonschema::validator_for(schema.as_value()).unwrap();
    let full = SearchSettingsOverrides {
        limit: Some(3),
        sort: Some(Sort::Cheapest),
        weights: Some(BTreeMap::from([(Sort::Newest, 0.1)])),
    };
    for (json, fits) in [
        (serde_json::to_value(&full).unwrap(), true),
        (json!({ "limit": null }), true),
        (json!({}), true),
        (json!({ "limit": 256 }), false),
        (json!({ "sort": "oldest" }), false),
        (json!({ "weights": { "oldest": 1 } }), false),
        (json!({ "timeout": "1s" }), false),
    ] {
        assert_eq!(check.is_valid(&json), fits, "{json}");
        let read = serde_json::from_value::<SearchSettingsOverrides>(json.clone());
        assert_eq!(read.is_ok(), fits, "{json}");
    }
}

/// A later version of the code has another default. It reaches who did not override it,
/// and not who did.
#[test]
fn another_default_reaches_those_who_did_not_override_it() {
    mod later {
        #[derive(rulebook::ToolSettings)]
        pub(super) struct SearchSettings {
            #[setting(configurable)]
            pub(super) limit: u8,
        }

        impl Default for SearchSettings {
            fn default() -> Self {
                Self { limit: 25 }
            }
        }
    }
    let limits = |stored: Value| {
        let now = resolved(&SearchSettings::record(), stored.clone(), json!({})).unwrap();
        let later = resolved(&later::SearchSettings::record(), stored, json!({})).unwrap();
        let now = SearchSettings::from_resolved(&now).unwrap().limit;
        (now, later::SearchSettings::from_resolved(&later).unwrap().limit)
    };
    assert_eq!(limits(json!({})), (10, 25));
    assert_eq!(limits(json!({ "limit": null })), (10, 25));
    assert_eq!(limits(json!({ "limit": 12 })), (12, 12));
    // Who chose the old default chose it.
    assert_eq!(limits(json!({ "limit": 10 })), (10, 10));
    // What the later version has no more is ignored, and told.
    let stored = json!({ "limit": 12, "sort": "newest" });
    let later = resolved(&later::SearchSettings::record(), stored, json!({})).unwrap();
    insta::assert_snapshot!(later.ignored[0], @"the stored settings of `search`: `sort`: there is no such setting");
}

/// Each kind of type that a setting can hold, in one another.
#[derive(Clone, Debug, PartialEq, SettingValue)]
struct Deep {
    name: Option<Name>,
    sort: Sort,
    list: Vec<Inner>,
    by_sort: BTreeMap<Sort, Inner>,
}

#[derive(Clone, Debug, PartialEq, SettingValue)]
struct Name(String);

#[derive(Clone, Debug, PartialEq, SettingValue)]
struct Inner {
    share: f32,
    times: Option<[u8; 2]>,
}

#[derive(Default, ToolSettings)]
#[settings(configurable)]
struct DeepSettings {
    deep: Option<Deep>,
    sorts: Vec<Sort>,
}

fn sort() -> impl Strategy<Value = Sort> {
    prop_oneof![Just(Sort::Newest), Just(Sort::Cheapest)]
}

fn inner() -> impl Strategy<Value = Inner> {
    let share = any::<f32>().prop_filter("finite", |share| share.is_finite());
    (share, any::<Option<[u8; 2]>>()).prop_map(|(share, times)| Inner { share, times })
}

fn deep() -> impl Strategy<Value = Deep> {
    let list = proptest::collection::vec(inner(), 0..3);
    let by_sort = proptest::collection::btree_map(sort(), inner(), 0..3);
    (any::<Option<String>>(), sort(), list, by_sort).prop_map(|(name, sort, list, by_sort)| Deep {
        name: name.map(Name),
        sort,
        list,
        by_sort,
    })
}

/// JSON that is often nearly such a value.
fn nearly() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        (-2..300_i32).prop_map(Value::from),
        Just(json!(0.1)),
        "(newest|cheapest|x)".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inside| {
        let names = "(name|sort|list|by_sort|share|times|deep|sorts|newest)";
        prop_oneof![
            proptest::collection::vec(inside.clone(), 0..3).prop_map(Value::from),
            proptest::collection::btree_map(names, inside, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn derived_types_come_back_as_they_were(value in deep()) {
        let json = SettingValue::to_json(&value);
        let check = jsonschema::validator_for(&<Deep as SettingValue>::schema()).unwrap();
        prop_assert!(check.is_valid(&json), "{json}");
        let kept: Value = serde_json::from_str(&json.to_string()).unwrap();
        prop_assert_eq!(<Deep as SettingValue>::from_json(kept).unwrap(), value.clone());

        let overrides = DeepSettingsOverrides { deep: Some(value.clone()), sorts: None };
        let text = serde_json::to_string(&overrides).unwrap();
        let again: DeepSettingsOverrides = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(again.deep.as_ref(), Some(&value));
        let run = SettingsValues::new().overrides("tool", &again).unwrap();
        let layers = SettingsLayers { run: Some(&run), ..SettingsLayers::default() };
        let resolved = DeepSettings::record().resolve("tool", layers).unwrap();
        prop_assert_eq!(DeepSettings::from_resolved(&resolved).unwrap().deep, Some(value));
    }

    #[test]
    fn any_json_is_refused_or_stable(json in nearly()) {
        if let Ok(value) = <Deep as SettingValue>::from_json(json.clone()) {
            let written = SettingValue::to_json(&value);
            prop_assert_eq!(<Deep as SettingValue>::from_json(written).unwrap(), value);
        }
        if let Ok(overrides) = serde_json::from_value::<DeepSettingsOverrides>(json) {
            let written = serde_json::to_value(&overrides).unwrap();
            let again: DeepSettingsOverrides = serde_json::from_value(written.clone()).unwrap();
            prop_assert_eq!(serde_json::to_value(again).unwrap(), written);
        }
    }
}

#[tokio::test]
async fn tools_with_settings_keep_to_the_contract() {
    for tool in tools() {
        Conformance::of(tool).example(json!({ "text": "a" })).check().await.unwrap();
    }
}
