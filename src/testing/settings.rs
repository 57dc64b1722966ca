//! The settings that a tool takes.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::caught::{caught, caught_in};
use super::message::told;
use super::report::Report;
use crate::error::ErrorCode;
use crate::session::Session;
use crate::settings::{
    ResolvedSettings, SettingsLayers, SettingsMember, SettingsRecord, SettingsValues,
};
use crate::tool::{Tool, ToolCall};

/// A name that no setting has.
const FOREIGN: &str = "no_such_setting";

/// Checks the record of a tool; its defaults when they can be given to a call.
pub(super) fn check(tool: &dyn Tool, report: &mut Report) -> Option<ResolvedSettings> {
    let record = caught("`settings`", report, || tool.settings())??;
    let mut names = BTreeSet::new();
    for member in record.members() {
        if !names.insert(member.name()) {
            report.add(
                format!("two settings are named `{}`", member.name()),
                "rename one: they are set by name",
            );
        }
        default(member, report);
    }
    let defaults = record.resolve("the tool", SettingsLayers::default()).ok()?;
    report.is_empty().then_some(defaults)
}

fn default(member: &SettingsMember, report: &mut Report) {
    let (name, value) = (member.name(), member.default_value());
    // Of an option, it says that there is none.
    let read = caught("a setting", report, || member.read(value.clone()));
    match read {
        None => return,
        Some(Err(fault)) => {
            report.add(
                format!("the setting `{name}` does not take its default: {fault}"),
                "give a default of its type",
            );
        }
        Some(Ok(read)) if read != *value => {
            report.add(
                format!("the setting `{name}` reads its default {value} as {read}"),
                "let what was read stay as it is",
            );
        }
        Some(Ok(_)) => {}
    }
    match jsonschema::draft202012::new(member.schema()) {
        Err(why) => report.add(
            format!("the schema of the setting `{name}` is not valid: {why}"),
            "keep to JSON Schema, draft 2020-12",
        ),
        Ok(schema) => {
            if let Err(why) = schema.validate(value) {
                report.add(
                    format!("the schema of the setting `{name}` does not take its default: {why}"),
                    "correct the schema or the default",
                );
            }
        }
    }
}

/// Calls with settings: the tool's own defaults, and those of another record.
pub(super) async fn calls(
    tool: &dyn Tool,
    defaults: ResolvedSettings,
    arguments: &Map<String, Value>,
    session: Option<&Session>,
    report: &mut Report,
) {
    let call = |settings| {
        let mut call = ToolCall::new(arguments.clone()).with_settings(settings);
        call.session = session.cloned();
        call
    };
    let what = "a call with the defaults as settings";
    if let Some(Err(error)) = caught_in(what, report, || tool.call(call(Arc::new(defaults)))).await
    {
        report.add(
            format!("{what} fails: {error}"),
            "run on the settings of the call as on the defaults",
        );
    }
    let Some(foreign) = foreign() else { return };
    let what = "a call with settings of another tool";
    match caught_in(what, report, || tool.call(call(Arc::new(foreign)))).await {
        None => {}
        Some(Ok(_)) => report.add(
            format!("{what} is taken"),
            "end it with `unavailable`: it would run on other values than whoever set them meant",
        ),
        Some(Err(error)) => {
            told(&error, report);
            if error.code != ErrorCode::Unavailable {
                report
                    .add(format!("{what} ends with `{}`", error.code), "end it with `unavailable`");
            }
            if error.message.contains(FOREIGN) {
                report.add(
                    format!("{what} ends with a message that names a setting"),
                    "leave it out: the message is for the model, which sees no settings",
                );
            }
        }
    }
}

fn foreign() -> Option<ResolvedSettings> {
    let member = SettingsMember::new(FOREIGN, true.into(), true.into(), Ok).configurable();
    let record = SettingsRecord::new("Foreign", vec![member]);
    let run = SettingsValues::new().set("", FOREIGN, false);
    record.resolve("", SettingsLayers { run: Some(&run), ..SettingsLayers::default() }).ok()
}
