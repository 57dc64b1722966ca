//! Tools that become others while they run.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rulebook::{
    ChangeNotice, ChangeNotifier, FnTool, Tool, ToolCollection, ToolOutput, ToolSpec, Toolkit,
};
use rulebook_mcp::McpServer;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::support::Era;
use crate::support::raw::{Raw, at};

/// A tool that gives a number, and after a reload an object.
#[derive(Default)]
struct Changing {
    changed: AtomicBool,
    notifier: ChangeNotifier,
    begun: Notify,
    go_on: Notify,
}

impl ToolCollection for Changing {
    fn name(&self) -> Cow<'_, str> {
        "changing".into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        let is_later = self.changed.load(Ordering::SeqCst);
        let mut spec = ToolSpec::new("give", "Gives something.");
        let ty = if is_later { "object" } else { "integer" };
        spec.output_schema = Some(json!({ "type": ty }));
        vec![Arc::new(FnTool::new(spec, move |_| {
            let here = Arc::clone(&self);
            async move {
                here.begun.notify_one();
                here.go_on.notified().await;
                let value = if is_later { json!({ "n": 1 }) } else { json!(1) };
                Ok(ToolOutput::json(value))
            }
        }))]
    }

    fn changes(&self) -> Option<ChangeNotice> {
        Some(self.notifier.notice())
    }
}

async fn schema(client: &mut Raw) -> Value {
    client.ask(1, "tools/list", json!({})).await;
    loop {
        let message = client.hear().await;
        if message.get("id").is_some() {
            return at(&message, "/result/tools/0/outputSchema").clone();
        }
    }
}

#[tokio::test]
async fn a_result_has_the_form_that_the_tool_had_when_it_ran() {
    for era in Era::BOTH {
        let changing = Arc::new(Changing::default());
        let toolkit = Toolkit::builder().collection(Arc::clone(&changing)).build().unwrap();
        let mut client = Raw::new(&McpServer::new(toolkit), era).await;
        let before = schema(&mut client).await;
        client.ask(2, "tools/call", json!({ "name": "give", "arguments": {} })).await;
        changing.begun.notified().await;
        changing.changed.store(true, Ordering::SeqCst);
        changing.notifier.notify();
        let after = schema(&mut client).await;
        assert_ne!(before, after, "{era:?}");
        changing.go_on.notify_one();
        let given = loop {
            let message = client.hear().await;
            if message.get("id").is_some() {
                break message["result"]["structuredContent"].clone();
            }
        };
        let expected = match era {
            Era::Sessions => json!({ "result": 1 }),
            Era::Stateless => json!(1),
        };
        assert_eq!(given, expected, "{era:?}");
        assert!(jsonschema::is_valid(&before, &given), "{era:?}");
    }
}
