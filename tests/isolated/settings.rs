//! Every kind of setting, right and wrong, with what scripts do to it, in both modes:
//! what is declared and what is answered are the same to the byte.

use std::fmt::Write;

use rulebook::{
    ResolvedSettings, SettingsLayers, SettingsValues, Tool, ToolCall, ToolError, ToolSet,
};
use serde_json::Value;

use crate::support::FolderOf;

/// Members with their defaults, and values that a host gives.
const MEMBERS: [(&str, &str, &[&str]); 12] = [
    ("bool", "true", &["false", "\"true\""]),
    ("int", "-9223372036854775808", &["9223372036854775807", "1.0", "1e3", "0.5"]),
    ("float", "-0.0", &["0", "5e-324", "1e308", "0.1", "9007199254740993"]),
    ("decimal", "19.90", &["\"0.10\"", "1.5", "\"79228162514264337593543950335\"", "1e400"]),
    ("string", "\"a\\u0000\\n`é`\"", &["\"\"", "\"\\ud83d\\ude00\"", "3"]),
    ("\"x\" | \"y\"", "\"x\"", &["\"y\"", "\"z\""]),
    ("int?", "()", &["3", "null"]),
    ("array<decimal>", "[1, 2.50]", &["[\"0.10\",1.5]", "[null]"]),
    ("map", "#{ b: 1, a: #{ c: [1, 2.5] } }", &["{\"z\":1,\"a\":2}", "{\"a\":null}"]),
    ("#{ a: int, b?: string, c: decimal? }", "#{ a: 1, c: () }", &["{\"a\":1,\"c\":\"1.10\"}"]),
    ("array", "[[], #{}, \"x\"]", &["[1,\"2\",[true]]", "[1e400]"]),
    ("map<array<int>>", "#{}", &["{\"\":[1],\"a.b[0]\":[]}", "{\"a\":[1.5]}"]),
];

fn line(answer: Result<Value, ToolError>) -> String {
    match answer {
        Ok(value) => format!("ok {value} {value:?}"),
        Err(error) => format!("{} {error:?}", serde_json::to_string(&error).unwrap()),
    }
}

async fn answer(tool: &dyn Tool, settings: Option<ResolvedSettings>) -> String {
    let call = ToolCall::default();
    let call = match settings {
        Some(settings) => call.with_settings(settings),
        None => call,
    };
    line(tool.call(call).await.map(|output| output.value))
}

async fn answers(tools: &ToolSet) -> String {
    let mut told = format!("{}\n{:?}\n", tools.hash(), tools.warnings());
    for tool in tools.tools() {
        let name = tool.spec().name.clone();
        let record = tool.settings().unwrap();
        writeln!(told, "{:?}\n{record:?}", tool.spec()).unwrap();
        for member in record.members() {
            writeln!(told, "{} {:?}", member.schema(), member.description_text()).unwrap();
        }
        writeln!(told, "{}", answer(&*tool, None).await).unwrap();
        let foreign = ResolvedSettings::default();
        writeln!(told, "{}", answer(&*tool, Some(foreign)).await).unwrap();
        for (number, (_, _, values)) in MEMBERS.iter().enumerate() {
            for text in *values {
                // Some are no JSON in every build.
                let Ok(value) = serde_json::from_str::<Value>(text) else { continue };
                let host = SettingsValues::new().set(&name, &format!("m{number}"), value);
                let layers = SettingsLayers { host: Some(&host), ..SettingsLayers::default() };
                let answer = match record.resolve(&name, layers) {
                    Ok(resolved) => answer(&*tool, Some(resolved)).await,
                    Err(error) => error.to_string(),
                };
                writeln!(told, "{name} m{number} {text}: {answer}").unwrap();
            }
        }
    }
    told
}

#[tokio::test]
async fn settings_are_the_same_to_the_byte() {
    let members = MEMBERS.iter().enumerate().map(|(number, (ty, default, _))| {
        format!("    /// Of the type `{number}`.\n    m{number}: {ty} = {default}")
    });
    let script = format!(
        "/// All of them.\nsettings S = #{{\n{}\n}};
         fn seen(s: S) -> map {{ s }}
         fn written(s: S) -> string {{ `${{s}}` }}
         fn types(s: S) -> map {{ let all = #{{}}; for k in s.keys() {{ all[k] = type_of(s[k]); }} all }}
         fn changed(s: S) -> map {{ s.m1 = 1; s.m10.push(3); s.m8.fresh = s.m3; s }}
         fn caught(s: S) -> map {{ let add = || s.m10.push(1); add.call(); add.call(); s }}
         fn misspelt(s: S) -> int {{ s.mm }}
         fn thrown(s: S) -> int {{ throw s }}
         fn of_another_type(s: S) -> #{{ m1: string }} {{ s }}",
        members.collect::<Vec<_>>().join(",\n")
    );
    let names =
        ["seen", "written", "types", "changed", "caught", "misspelt", "thrown", "of_another_type"];
    let here = FolderOf::<false>::with_rules(&script, &names).load().await.unwrap();
    let there = FolderOf::<true>::with_rules(&script, &names).load().await.unwrap();
    let (here, there) = (answers(&here).await, answers(&there).await);
    let mut compared = 0;
    for (here, there) in here.lines().zip(there.lines()) {
        assert_eq!(here, there);
        compared += 1;
    }
    assert_eq!((here.lines().count(), there.lines().count()), (compared, compared));
    assert!(compared > 8 * 20);
}
