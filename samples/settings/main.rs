//! One tool with settings from all four layers: the script's own, the host's, what is
//! stored for the agent, and what one run is given.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]

use std::error::Error;

use rulebook::{CallOptions, ResolvedSettings, Session, SettingsValues, ToolSet, Toolkit};
use rulebook_store::JsonStore;
use serde_json::json;

const TOOL: &str = "offer_refund";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let toolkit = Toolkit::builder()
        .collection(ToolSet::load("samples/settings/rules.json").await?)
        // The host may set every member,
        .settings(SettingsValues::new().set(TOOL, "ceiling", 80))
        // what is stored only those that the manifest makes configurable,
        .store(JsonStore::at("samples/settings/stored.json"))
        .build()?;
    let session = Session::new();
    // and so may a run.
    let friendly = SettingsValues::new().set(TOOL, "tone", "friendly");
    let run = CallOptions::new(&session).settings(friendly);

    show(&toolkit.settings(TOOL, run.clone())?.unwrap_or_default());
    let item = json!({ "price": 75, "days_since_delivery": 40 });
    println!("with the run's: {}", toolkit.call(TOOL, item.clone(), run).await?.done()?.value);
    println!("without: {}", toolkit.call(TOOL, item.clone(), &session).await?.done()?.value);

    // The model sees the arguments alone.
    let schema = toolkit.tool(TOOL).ok_or("the tool is gone")?.spec().input_schema.clone();
    println!("the model gives: {}", schema.get("required").ok_or("nothing")?);

    let generous = SettingsValues::new().set(TOOL, "ceiling", 1_000);
    let refused = toolkit.settings(TOOL, CallOptions::new(&session).settings(generous.clone()));
    println!("{}", refused.err().ok_or("a run set what is fixed")?);
    let refused = toolkit.save_settings(&generous);
    println!("{}", refused.err().ok_or("what is fixed was stored")?);
    Ok(())
}

fn show(settings: &ResolvedSettings) {
    for one in &settings.members {
        println!("{} = {}, from the layer `{}`", one.member, one.value, one.layer);
    }
}
