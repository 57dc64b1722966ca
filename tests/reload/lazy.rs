//! What functions import is of the generation that they are of, also when no call
//! came to it before it was saved anew.

use std::time::Duration;

use rulebook::ToolSet;
use serde_json::json;

use super::support::save;
use crate::support::Folder;

/// Longer than the test takes: nothing is loaded but by asking.
const NEVER: Duration = Duration::from_secs(600);

fn rules(number: usize) -> String {
    format!("fn version() -> array<int> {{ import \"part\" as part; [{number}, part::number()] }}")
}

fn part(number: usize) -> String {
    format!("fn number() {{ import \"deep/rate\" as rate; {number} * rate::rate() }}")
}

#[tokio::test]
async fn what_a_first_call_imports_is_of_its_generation() {
    let folder = Folder::with_rules(&rules(1), &["version"])
        .file("part.rhai", part(1))
        .file("deep/rate.rhai", "fn rate() { 1 }");
    let live = ToolSet::options().live().quiet_time(NEVER).longest_wait(NEVER).poll(NEVER);
    let set = live.load(folder.path("rules.json")).await.unwrap();
    save(folder.path("part.rhai"), part(2));
    save(folder.path("deep/rate.rhai"), "fn rate() { 10 }");
    save(folder.path("rules.rhai"), rules(2));
    assert_eq!(set.call("version", json!({})).await.unwrap(), json!([1, 1]));
    set.reload().await.unwrap();
    assert_eq!(set.call("version", json!({})).await.unwrap(), json!([2, 20]));
}
