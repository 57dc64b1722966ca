//! What is measured: calls through Rulebook, and the same scripts through raw
//! Rhai with its own serde conversion both ways.

use std::time::{Duration, Instant};

use rhai::{AST, CallFnOptions, Dynamic, Engine, Scope};
use rulebook::{ToolCall, ToolSet};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

/// The return rule, typed; raw Rhai gets it with the annotations left out.
pub(crate) const RETURN_RULE: (&str, &str) = (
    r#"fn evaluate_return(
    days: int,
    reason: "damaged" | "wrong_item" | "late_delivery" | "changed_mind",
    condition: "unopened" | "opened" | "partial" | "damaged",
    final_sale: bool
) -> #{ status: string, refund_shipping: bool, restocking_percent: int, rule: string } {"#,
    "fn evaluate_return(days, reason, condition, final_sale) {",
);

const RETURN_BODY: &str = r#"
    if final_sale {
        return #{ status: "ineligible", refund_shipping: false, restocking_percent: 0, rule: "final_sale" };
    }
    if days > 30 {
        return #{ status: "manual_review", refund_shipping: false, restocking_percent: 0, rule: "outside_return_window" };
    }
    if reason == "damaged" || condition == "damaged" {
        return #{ status: "eligible", refund_shipping: true, restocking_percent: 0, rule: "damaged_item_within_window" };
    }
    #{ status: "eligible", refund_shipping: false, restocking_percent: 10, rule: "standard_return_with_restocking" }
}
"#;

/// An order of 50 lines: totals, a discount by tier, a summary text.
pub(crate) const ORDER: (&str, &str) = (
    r#"type Line = #{ sku: string, quantity: int, unit_cents: int, tags: array<string>, size: #{ width: int, height: int } };
type Order = #{ id: string, tier: "basic" | "silver" | "gold", lines: array<Line>, note?: string };
type Total = #{ sku: string, cents: int, bulky: bool };
fn price_order(order: Order) -> #{ id: string, totals: array<Total>, subtotal: int, discount: int, total: int, summary: string } {"#,
    "fn price_order(order) {",
);

const ORDER_BODY: &str = r#"
    let totals = [];
    let subtotal = 0;
    let pieces = 0;
    for line in order.lines {
        let cents = line.quantity * line.unit_cents;
        let area = line.size.width * line.size.height;
        subtotal += cents;
        pieces += line.quantity;
        totals.push(#{ sku: line.sku, cents: cents, bulky: area > 2000 });
    }
    let percent = switch order.tier { "gold" => 10, "silver" => 5, _ => 0 };
    let discount = subtotal * percent / 100;
    let total = subtotal - discount;
    #{
        id: order.id,
        totals: totals,
        subtotal: subtotal,
        discount: discount,
        total: total,
        summary: `${order.id}: ${pieces} pieces, ${total} cents after ${percent} % off`
    }
}
"#;

/// Arguments of the return rule.
pub(crate) fn return_arguments() -> String {
    json!({ "days": 12, "reason": "changed_mind", "condition": "opened", "final_sale": false })
        .to_string()
}

/// Arguments of the order rule.
pub(crate) fn order_arguments() -> String {
    let lines = (0..50).map(|n| {
        json!({
            "sku": format!("SKU-{n:04}"), "quantity": 1 + n % 4, "unit_cents": 199 + 37 * n,
            "tags": ["sale", "fragile"], "size": { "width": 10 + n, "height": 40 }
        })
    });
    let lines = lines.collect::<Vec<_>>();
    json!({ "order": { "id": "A-1234", "tier": "silver", "lines": lines, "note": "by noon" } })
        .to_string()
}

/// The text of the return rule under another name.
pub(crate) fn return_rule(name: &str, typed: bool) -> String {
    let head = if typed { RETURN_RULE.0 } else { RETURN_RULE.1 };
    head.replace("evaluate_return", name) + RETURN_BODY
}

/// The text of the order rule.
pub(crate) fn order_rule(typed: bool) -> String {
    (if typed { ORDER.0 } else { ORDER.1 }).to_owned() + ORDER_BODY
}

/// A folder with a manifest that exports functions of one script.
pub(crate) fn folder(script: &str, names: &[String]) -> TempDir {
    let folder = TempDir::new().unwrap();
    let exports = names.iter().map(|name| json!({ "name": name, "description": "A rule." }));
    let exports = exports.collect::<Vec<_>>();
    let manifest = json!({ "schemaVersion": 1, "script": "rules.rhai", "exports": exports });
    std::fs::write(folder.path().join("rules.rhai"), script).unwrap();
    std::fs::write(folder.path().join("rules.json"), manifest.to_string()).unwrap();
    folder
}

/// A runtime for what is async.
pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().build().unwrap()
}

/// Loads a folder made by [`folder`].
pub(crate) fn load(folder: &TempDir) -> ToolSet {
    runtime().block_on(ToolSet::load(folder.path().join("rules.json"))).unwrap()
}

/// One call through Rulebook on this thread, from JSON text to JSON text.
pub(crate) fn rulebook(tools: &ToolSet, name: &str, arguments: &str) -> String {
    let call = ToolCall::new(serde_json::from_str(arguments).unwrap());
    tools.call_without_hop(name, call).unwrap().to_string()
}

/// Raw Rhai with the script compiled.
pub(crate) struct Raw {
    engine: Engine,
    ast: AST,
}

impl Raw {
    /// Compiles a script without annotations.
    pub(crate) fn new(script: &str) -> Self {
        let engine = Engine::new();
        let ast = engine.compile(script).unwrap();
        Self { engine, ast }
    }

    /// One call from JSON text to JSON text, converted by `rhai::serde` both ways.
    pub(crate) fn call(&self, name: &str, arguments: &str) -> String {
        let arguments: Map<String, Value> = serde_json::from_str(arguments).unwrap();
        let values: Vec<Dynamic> =
            arguments.values().map(|value| rhai::serde::to_dynamic(value).unwrap()).collect();
        let options = CallFnOptions::new().eval_ast(false);
        let (mut scope, ast) = (Scope::new(), &self.ast);
        let result: Dynamic =
            self.engine.call_fn_with_options(options, &mut scope, ast, name, values).unwrap();
        rhai::serde::from_dynamic::<Value>(&result).unwrap().to_string()
    }
}

/// The median time of one run of each side, measured in turn.
pub(crate) fn measure(
    mut left: impl FnMut(),
    mut right: impl FnMut(),
    batch: u32,
) -> (Duration, Duration) {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        for _ in 0..batch {
            run();
        }
        start.elapsed() / batch
    };
    let rounds = (0..61).map(|_| (time(&mut left), time(&mut right)));
    let (mut lefts, mut rights): (Vec<_>, Vec<_>) = rounds.unzip();
    lefts.sort();
    rights.sort();
    (*lefts.get(30).unwrap(), *rights.get(30).unwrap())
}
