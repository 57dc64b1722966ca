//! Collections that are put together.

use std::sync::Arc;

use rulebook::{
    ChangeNotifier, Collection, FnTool, Session, Tool, ToolCall, ToolCollection, ToolKind,
    ToolOutput, ToolSet, ToolSpec,
};
use serde_json::json;

use super::support::{echo, echoes};
use crate::support::repository;

fn names(collection: Collection) -> Vec<String> {
    Arc::new(collection).tools().iter().map(|tool| tool.spec().name.clone()).collect()
}

#[tokio::test]
async fn tools_of_every_origin_stand_in_one_collection_in_their_order() {
    let options = ToolSet::options().root(repository());
    let rules = options.load(repository().join("manifests/returns.json")).await.unwrap();
    let desk = Collection::builder("desk")
        .tool(echo("find_order"))
        .collection(rules.clone())
        .collection(echoes("notes", &["add_note", "list_notes"]))
        .instruction("Be brief.")
        .constraint("Never promise a date.")
        .build()
        .unwrap();
    let (instructions, constraints) = (desk.instructions(), desk.constraints());
    assert_eq!(instructions[..rules.instructions().len()], *rules.instructions());
    assert_eq!(instructions.last().unwrap(), "Be brief.");
    assert_eq!(constraints.last().unwrap(), "Never promise a date.");
    insta::assert_snapshot!(names(desk).join(" "), @"find_order evaluate_return_eligibility calculate_refund_amount add_note list_notes");
}

#[tokio::test]
async fn kind_and_approval_are_given_by_name() {
    let desk = Collection::builder("desk")
        .tools([echo("one"), echo("two"), echo("three")])
        .kind("one", ToolKind::Read)
        .requires_approval("two")
        .kind("two", ToolKind::Edit)
        .build()
        .unwrap();
    let tools = Arc::new(desk).tools();
    let marks: Vec<_> =
        tools.iter().map(|tool| (tool.spec().kind, tool.spec().requires_approval)).collect();
    let expected = [(Some(ToolKind::Read), false), (Some(ToolKind::Edit), true), (None, false)];
    assert_eq!(marks, expected);
    assert!(Arc::ptr_eq(&tools[0].spec(), &tools[0].spec()));
    let answer = tools[1].call(ToolCall::from_json(json!({ "a": 1 })).unwrap()).await.unwrap();
    assert_eq!(answer.value, json!({ "a": 1 }));
}

#[test]
fn what_is_not_there_cannot_be_named() {
    let context = |_| async { Ok(None) };
    let mistakes = [
        Collection::builder("desk").tool(echo("find_order")).kind("find_odrer", ToolKind::Read),
        Collection::builder("desk").tool(echo("find_order")).requires_approval("x"),
        Collection::builder("desk").requires_approval("x"),
        Collection::builder(" "),
        Collection::builder("desk").context(context).context(context),
        Collection::builder("desk").requires_approval("x").kind("y", ToolKind::Read),
    ];
    let told = mistakes.map(|builder| builder.build().unwrap_err().to_string());
    insta::assert_snapshot!(told.join("\n---\n"), @"
    the collection `desk` has no tool `find_odrer`: did you mean `find_order`?
    ---
    the collection `desk` has no tool `x`: its tools are `find_order`
    ---
    the collection `desk` has no tool `x`: it has no tools
    ---
    the collection has no name: give it one, such as `orders`
    ---
    the collection `desk` has 2 contexts: let one closure say all of it
    ---
    the collection `desk` has no tool `x`: it has no tools
    the collection `desk` has no tool `y`: it has no tools
    ");
}

#[tokio::test]
async fn a_tool_of_its_own_sees_the_state_of_the_collection() {
    let spec = ToolSpec::new("whose", "Says whose state it sees.");
    let whose = FnTool::new(spec, |call| async move {
        let session: Session = call.session.unwrap();
        Ok(ToolOutput::json(session.collection().into()))
    });
    let desk = Collection::builder("desk").tool(Arc::new(whose)).build().unwrap();
    let call = ToolCall::default().in_session(&Session::new());
    let tools = Arc::new(desk).tools();
    assert_eq!(tools[0].call(call).await.unwrap().value, "desk");
}

struct Moody(ChangeNotifier);

impl ToolCollection for Moody {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "moody".into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        Vec::new()
    }

    fn changes(&self) -> Option<rulebook::ChangeNotice> {
        Some(self.0.notice())
    }
}

#[tokio::test]
async fn a_collection_tells_the_changes_of_its_parts() {
    let (one, other) = (Arc::new(Moody(ChangeNotifier::new())), Moody(ChangeNotifier::new()));
    let still = Collection::builder("still").build().unwrap();
    assert!(still.changes().is_none());
    let mixed = Collection::builder("mixed")
        .collection(Arc::clone(&one))
        .collection(other)
        .collection(still)
        .build()
        .unwrap();
    let mut notice = mixed.changes().unwrap();
    assert!(!notice.take());
    one.0.notify();
    one.0.notify();
    assert!(notice.take());
    assert!(!notice.take());
    one.0.notify();
    assert!(notice.changed().await);
    drop((mixed, one));
    assert!(!notice.changed().await);
}
