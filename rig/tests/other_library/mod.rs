//! What the guide says of any other agent library: a turn of its loop, as it stands there.

include!("turn.rs");

use std::sync::Mutex;

use serde_json::json;

use crate::support::till;

/// A model that has said beforehand what it answers, and keeps what it is sent.
#[derive(Default)]
struct Scripted {
    answers: Mutex<Vec<(String, Vec<Call>)>>,
    sent: Mutex<Vec<Vec<String>>>,
}

impl Model for Scripted {
    async fn answer(&self, sent: &[Message], tools: &[Arc<ToolSpec>]) -> (String, Vec<Call>) {
        assert_eq!(tools.len(), 3);
        self.sent.lock().unwrap().push(sent.iter().map(line).collect());
        self.answers.lock().unwrap().remove(0)
    }
}

fn line(message: &Message) -> String {
    match message {
        Message::User(text) => format!("user: {text}"),
        Message::Model { text, calls } => {
            let calls: Vec<_> = calls.iter().map(|call| call.tool.as_str()).collect();
            format!("model: {text} [{}]", calls.join(", "))
        }
        Message::Result { id, text, failed } => {
            format!("{id}{}: {text}", if *failed { " failed" } else { "" })
        }
    }
}

fn call(id: &str, tool: &str, arguments: serde_json::Value) -> Call {
    Call { id: id.to_owned(), tool: tool.to_owned(), arguments }
}

#[test]
fn it_is_what_the_guide_shows() {
    let guide = include_str!("../../../docs/agents.md").replace("\r\n", "\n");
    let (_, section) = guide.split_once("\n## Any other agent library\n").unwrap();
    let (_, block) = section.split_once("```rust\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    assert_eq!(block, include_str!("turn.rs").replace("\r\n", "\n"));
    assert!(block.lines().count() <= 40);
}

#[tokio::test]
async fn a_loop_of_another_library_has_context_calls_and_approvals() {
    let toolkit = till();
    let session = Session::new();
    let model = Scripted::default();
    *model.answers.lock().unwrap() = vec![
        (
            "One moment.".to_owned(),
            vec![
                call("c1", "refund", json!({ "order": "A-1", "amount": 3 })),
                call("c2", "refund", json!({ "order": "A-2", "amount": 300 })),
                call("c3", "sub", json!({})),
                call("c4", "add", json!({ "left": "1", "right": 2 })),
            ],
        ),
        ("Done.".to_owned(), Vec::new()),
    ];
    let ask = async |request: &ApprovalRequest| match request.arguments["amount"].as_i64() {
        Some(..50) => Approval::Granted,
        _ => Approval::denied("too much"),
    };
    let mut messages = vec![Message::User("Pay both back.".to_owned())];
    let said = loop {
        if let Some(said) = turn((&model, &toolkit, &session), &mut messages, ask).await {
            break said;
        }
    };
    assert_eq!(said, "Done.");
    insta::assert_snapshot!(messages.iter().map(line).collect::<Vec<_>>().join("\n"), @"
    user: Pay both back.
    model: One moment. [refund, refund, sub, add]
    c1: A-1: 3
    c2 failed: the call of `refund` was not approved: too much
    c3 failed: there is no tool `sub`; the tools are `add`, `refund`, `note`
    c4: 3
    model: Done. []
    ");
    // The context is sent, as the last message, and not kept.
    let sent = model.sent.lock().unwrap();
    assert_eq!(sent[0].len(), 1);
    assert!(sent[1].last().unwrap().contains("A-1: 3"), "{sent:?}");
    assert_eq!(sent[1].len(), messages.len());
}
