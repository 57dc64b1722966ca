//! `#[tool_collection]` and `#[derive(SessionState)]`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rulebook::{Session, SessionState, Tool, ToolCall, ToolCollection, ToolError, tool_collection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Serialize, JsonSchema)]
struct Order {
    number: String,
    open: bool,
}

#[derive(Debug)]
struct NoSuchOrder(String);

impl fmt::Display for NoSuchOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no order `{}`", self.0)
    }
}

impl std::error::Error for NoSuchOrder {}

#[derive(Default, Serialize, Deserialize, SessionState)]
struct SeenOrders(Vec<String>);

/// How an order is sent.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Speed {
    Normal,
    Fast,
}

#[derive(Default)]
struct OrderDesk(BTreeMap<String, Order>);

impl OrderDesk {
    fn with(numbers: &[&str]) -> Arc<Self> {
        let order =
            |number: &&str| (number.to_string(), Order { number: number.to_string(), open: true });
        Arc::new(Self(numbers.iter().map(order).collect()))
    }
}

#[tool_collection]
#[instruction("Order numbers look like A-1234.")]
#[constraint("Never promise a date.")]
impl OrderDesk {
    /// Finds an order by its number.
    ///
    /// - gives what is known of it
    #[tool(kind = "read")]
    #[instruction("Look an order up before you speak of it.")]
    async fn find_order(
        &self,
        /// The order's number.
        order: String,
        seen: &Session,
    ) -> Result<Order, NoSuchOrder> {
        seen.update(|seen: &mut SeenOrders| seen.0.push(order.clone())).unwrap();
        self.0.get(&order).cloned().ok_or(NoSuchOrder(order))
    }

    #[tool(requires_approval, kind = "edit", name = "send-order", description = "Sends an order.")]
    #[constraint("Never send an order twice.")]
    fn send(&self, _: &Session, order: String, speed: Option<Speed>, copies: u8) -> String {
        let speed = match speed {
            None => "as usual",
            Some(Speed::Normal) => "normally",
            Some(Speed::Fast) => "fast",
        };
        format!("{order} goes out {speed}, {copies} times")
    }

    /// Counts the orders.
    #[tool]
    fn count(&self) -> usize {
        self.helper()
    }

    /// Forgets what was seen.
    #[tool(kind = "state", requires_approval = false)]
    fn forget(&self, session: &Session) -> Result<(), ToolError> {
        Ok(session.put(&SeenOrders::default())?)
    }

    #[context]
    async fn seen_orders(&self, session: &Session) -> Option<String> {
        let seen = session.get::<SeenOrders>().ok()?;
        (!seen.0.is_empty()).then(|| format!("seen: {}", seen.0.join(", ")))
    }

    fn helper(&self) -> usize {
        self.0.len()
    }
}

fn named(collection: &Arc<impl ToolCollection>, name: &str) -> Arc<dyn Tool> {
    let tools = Arc::clone(collection).tools();
    tools.into_iter().find(|tool| tool.spec().name == name).expect("a tool")
}

async fn call(
    collection: &Arc<impl ToolCollection>,
    name: &str,
    arguments: Value,
    session: &Session,
) -> Result<Value, ToolError> {
    let call = ToolCall::from_json(arguments)?.in_session(session);
    named(collection, name).call(call).await.map(|output| output.value)
}

/// What a model is told of each tool, a line for each thing.
fn told(collection: &Arc<impl ToolCollection>) -> String {
    let mut lines = Vec::new();
    for tool in Arc::clone(collection).tools() {
        let spec = tool.spec();
        let kind = spec.kind.map_or("nothing claimed", |kind| kind.as_str());
        let approval = if spec.requires_approval { ", to be approved" } else { "" };
        lines.push(format!("{} ({kind}{approval}): {:?}", spec.name, spec.description));
        for (name, schema) in spec.input_schema["properties"].as_object().unwrap() {
            let description = schema.get("description").unwrap_or(&Value::Null);
            lines.push(format!("  {name}: {description}"));
        }
        let returns = spec.output_schema.as_ref().map_or(&Value::Null, |schema| &schema["type"]);
        lines.push(format!("  gives {returns}"));
    }
    lines.join("\n")
}

#[test]
fn a_model_is_told_of_every_marked_method() {
    insta::assert_snapshot!(told(&OrderDesk::with(&[])), @r#"
    find_order (read): "Finds an order by its number.\n\n- gives what is known of it"
      order: "The order's number."
      gives "object"
    send-order (edit, to be approved): "Sends an order."
      order: null
      speed: null
      copies: null
      gives "string"
    count (nothing claimed): "Counts the orders."
      gives "integer"
    forget (state): "Forgets what was seen."
      gives "null"
    "#);
}

#[tokio::test]
async fn methods_are_called_sync_and_async() {
    let (desk, session) = (OrderDesk::with(&["A-1"]), Session::new());
    let order = call(&desk, "find_order", json!({"order": "A-1"}), &session).await.unwrap();
    assert_eq!(order, json!({"number": "A-1", "open": true}));
    assert_eq!(call(&desk, "count", json!({}), &session).await.unwrap(), 1);
    let arguments = json!({"order": "A-1", "copies": 2});
    let sent = call(&desk, "send-order", arguments, &session).await.unwrap();
    assert_eq!(sent, "A-1 goes out as usual, 2 times");
    assert_eq!(call(&desk, "forget", json!({}), &session).await.unwrap(), Value::Null);
}

#[tokio::test]
async fn context_sees_what_tools_kept() {
    let (desk, session) = (OrderDesk::with(&["A-1"]), Session::new());
    let asked = || Arc::clone(&desk).context(session.clone());
    assert_eq!(asked().await.unwrap(), None);
    let error = call(&desk, "find_order", json!({"order": "A-2"}), &session).await.unwrap_err();
    insta::assert_snapshot!(error, @"script_failed: there is no order `A-2`");
    assert_eq!(asked().await.unwrap().unwrap(), "seen: A-2");
}
