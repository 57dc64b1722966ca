//! What rig makes of schemas in strict mode, in which a provider holds the model to them.

use insta::assert_snapshot;
use rig_agent::AgentBuilder;
use rulebook::Session;
use rulebook_rig::{ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::kit;
use crate::support::provider::{Provider, Says};
use crate::support::received::APIS;
use crate::support::way::WAYS;

/// How two schemas differ, a line for each place.
fn changes(path: &str, before: &Value, after: &Value, lines: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(a), Value::Object(b)) => {
            for (name, value) in a {
                match b.get(name) {
                    Some(now) => changes(&format!("{path}/{name}"), value, now, lines),
                    None => lines.push(format!("{path}: without {name}: {value}")),
                }
            }
            for (name, value) in b.iter().filter(|(name, _)| !a.contains_key(*name)) {
                lines.push(format!("{path}: with {name}: {value}"));
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                changes(&format!("{path}/{index}"), a, b, lines);
            }
        }
        _ if before == after => {}
        _ => lines.push(format!("{path}: {before} is {after}")),
    }
}

/// Every kind of parameter. What is said here is in the guide.
#[tokio::test]
async fn what_strict_mode_changes() {
    let kit = kit::kit().await;
    let mut tables = Vec::new();
    for api in APIS {
        for way in WAYS {
            let provider = Provider::serving([Says::Text("")]).await;
            let agent = AgentBuilder::new(provider.model(api, true)).toolkit(&kit).unwrap();
            let _ = way.run(agent.build().prompt("Go.")).await;
            let mut table = String::new();
            let received = provider.received();
            for (spec, tool) in kit.specs().iter().zip(received.first().unwrap().tools()) {
                assert_eq!((&tool.name, &tool.description), (&spec.name, &spec.description));
                assert!(tool.strict);
                let mut lines = Vec::new();
                changes("", &spec.input_schema, &tool.schema, &mut lines);
                // What is equal is equal in the order of its members, too.
                let [ours, sent] = [&spec.input_schema, &tool.schema].map(Value::to_string);
                let same = ours == sent;
                assert_eq!(same, lines.is_empty(), "{tool:?}");
                let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
                let mark = if same { "as it is" } else { "changed" };
                table.push_str(&format!("{}: {mark}\n{lines}", tool.name));
            }
            tables.push(table);
        }
    }
    let first = tables.remove(0);
    assert!(tables.iter().all(|table| *table == first));
    assert_snapshot!(first, @r#"
    scalars: as it is
    choice: as it is
    nullable: changed
      /properties/line/anyOf/0/required: ["sku","price","quantity"] is ["sku","price","quantity","note"]
    order: changed
      /properties/order/properties/lines/items/required: ["sku","price","quantity"] is ["sku","price","quantity","note"]
      /properties/order/properties/gift/anyOf/0/required: ["wrap"] is ["wrap","card"]
      /properties/order/required: ["number","lines"] is ["number","lines","gift"]
    texts: as it is
    counts: changed
      /properties/counts: with properties: {}
      /properties/counts: with required: []
    anything: changed
      /properties/map: with properties: {}
      /properties/map: with required: []
    list: as it is
    nothing: as it is
    optional: changed
      /required: [] is ["note","count"]
    search: changed
      /properties/search/required: ["query"] is ["query","limit","place"]
      /$defs/Place/required: ["city"] is ["city","street"]
    target: changed
      /$defs/Target: without oneOf: [{"type":"object","properties":{"kind":{"type":"string","const":"order"},"number":{"type":"string"}},"required":["kind","number"],"description":"One order.","additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"customer"},"id":{"type":"integer","minimum":0},"since":{"type":["string","null"]}},"required":["kind","id"],"additionalProperties":false}]
      /$defs/Target: with anyOf: [{"type":"object","properties":{"kind":{"type":"string","const":"order"},"number":{"type":"string"}},"required":["kind","number"],"description":"One order.","additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"customer"},"id":{"type":"integer","minimum":0},"since":{"type":["string","null"]}},"required":["kind","id","since"],"additionalProperties":false}]
    level: changed
      /$defs/Level: without oneOf: [{"type":"string","enum":["high"]},{"type":"string","const":"low","description":"Fine."}]
      /$defs/Level: with anyOf: [{"type":"string","enum":["high"]},{"type":"string","const":"low","description":"Fine."}]
    by_name: changed
      /properties/counts: with properties: {}
      /properties/counts: with required: []
    any: changed
      /properties/object: with properties: {}
      /properties/object: with required: []
    tree: as it is
    flat: changed
      /$defs/Flat/required: ["name","city"] is ["name","city","street"]
    "#);
}

/// Closed, nothing could be in it: a model that is held to it would give an empty map, and
/// the tool would run with that. Open, the provider refuses to hold the model to it.
#[tokio::test]
async fn a_map_stays_open_in_strict_mode() {
    let kit = kit::kit().await;
    for api in APIS {
        let provider = Provider::serving([Says::Text("")]).await;
        let agent = AgentBuilder::new(provider.model(api, true)).toolkit(&kit).unwrap();
        let _ = agent.build().prompt("Go.").await;
        let tools = provider.received().first().unwrap().tools();
        for (tool, place) in [("anything", "/properties/map"), ("any", "/properties/object")] {
            let sent = tools.iter().find(|sent| sent.name == tool).unwrap();
            let open = format!("{place}/additionalProperties");
            assert_eq!(sent.schema.pointer(&open), Some(&json!(true)), "{api:?} {tool}");
        }
    }
}

/// A model that is held to such a schema gives every member: null for what there is not.
#[tokio::test]
async fn null_for_what_may_be_absent_is_what_is_absent() {
    let table = [
        (
            "order",
            json!({ "order": {
                "number": "A-7", "gift": { "wrap": true, "card": null },
                "lines": [{ "sku": "x", "price": "0.10", "quantity": 1, "note": null }]
            } }),
            json!({
                "number": "A-7",
                "lines": [{ "sku": "x", "price": 0.1, "quantity": 1 }],
                "gift": { "wrap": true }
            }),
        ),
        (
            "optional",
            json!({ "note": null, "count": null }),
            json!({ "note": null, "count": null }),
        ),
        (
            "search",
            json!({ "search": {
                "query": "x", "limit": 3, "place": { "city": "Bern", "street": null }
            } }),
            json!({ "query": "x", "limit": 3, "place": { "city": "Bern", "street": null } }),
        ),
        (
            "target",
            json!({ "target": { "kind": "customer", "id": 1, "since": null } }),
            json!({ "kind": "customer", "id": 1, "since": null }),
        ),
        (
            "flat",
            json!({ "flat": { "name": "n", "city": "Bern", "street": null } }),
            json!({ "name": "n", "city": "Bern", "street": null }),
        ),
    ];
    let kit = kit::kit().await;
    for api in APIS {
        for way in WAYS {
            for (tool, given, gives) in &table {
                let provider =
                    Provider::serving([Says::call(tool, given), Says::Text("Done.")]).await;
                let agent = AgentBuilder::new(provider.model(api, true)).toolkit(&kit).unwrap();
                let run = agent.build().prompt("Go.").run_options(Session::new());
                way.run(run).await.unwrap();
                let results = provider.received().last().unwrap().result_texts();
                assert_eq!(results, [gives.to_string()], "{api:?} {way:?} {tool}");
            }
        }
    }
}
