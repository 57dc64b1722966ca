//! Kinds and approvals: what hints say, and what the host says.

use std::fmt::Write;

use rulebook::{CallOutcome, Session, ToolKind, Toolkit};
use rulebook_mcp::{McpToolCollectionBuilder, ToolChoice};
use serde_json::{Map, Value, json};

use super::taken::{taken, tools};
use crate::support::Era;
use crate::support::offering::{Offering, tool};

const HINT: [Option<bool>; 3] = [None, Some(true), Some(false)];
const KINDS: [Option<Option<ToolKind>>; 6] = [
    None,
    Some(None),
    Some(Some(ToolKind::Read)),
    Some(Some(ToolKind::State)),
    Some(Some(ToolKind::Edit)),
    Some(Some(ToolKind::Execute)),
];

/// A tool for each way in which a server can give both hints.
fn hinted() -> Vec<(String, Value)> {
    let shown = |hint: Option<bool>| hint.map_or("absent".to_owned(), |hint| hint.to_string());
    let each = HINT.into_iter().flat_map(|read_only| HINT.map(|harm| (read_only, harm)));
    let tools = each.map(|(read_only, destructive)| {
        let name = format!("readonly_{}_destructive_{}", shown(read_only), shown(destructive));
        let mut hints = Map::new();
        hints.extend(read_only.map(|hint| ("readOnlyHint".to_owned(), hint.into())));
        hints.extend(destructive.map(|hint| ("destructiveHint".to_owned(), hint.into())));
        let mut tool = tool(&name);
        tool.as_object_mut().unwrap().insert("annotations".to_owned(), hints.into());
        (name, tool)
    });
    tools.collect()
}

/// The kind of each tool, and whether it requires approval.
async fn marked(
    with: impl Fn(McpToolCollectionBuilder, &str) -> McpToolCollectionBuilder,
) -> Vec<(Option<ToolKind>, bool)> {
    let hinted = hinted();
    let offering = Offering::of(hinted.iter().map(|(_, tool)| tool.clone()));
    let with = |builder| hinted.iter().fold(builder, |builder, (name, _)| with(builder, name));
    let shelf = taken(&offering, Era::Sessions, with).await.unwrap();
    let specs = tools(&shelf).into_iter().map(|tool| tool.spec());
    specs.map(|spec| (spec.kind, spec.requires_approval)).collect()
}

/// A row for each pair of hints, a column for each kind that the host gives: what the kind
/// is then, and whether `require_approval_for_destructive` asks for approval.
#[tokio::test]
async fn hints_and_what_the_host_says_are_one_table() {
    let mut columns = Vec::new();
    for kind in KINDS {
        let with_kind = |builder: McpToolCollectionBuilder, name: &str| match kind {
            None => builder,
            Some(kind) => builder.with_kind(name, kind),
        };
        let plain = marked(with_kind).await;
        assert!(plain.iter().all(|(_, approval)| !approval));
        let named = marked(|builder, name| with_kind(builder, name).requires_approval(name)).await;
        let all = marked(|builder, name| with_kind(builder, name).require_approval_for_all());
        let both = marked(|builder, name| {
            let builder = with_kind(builder, name).requires_approval(name);
            builder.require_approval_for_destructive()
        });
        // No hint takes away what the host asks for.
        for every in [&named, &all.await, &both.await] {
            assert!(every.iter().all(|(_, approval)| *approval));
        }
        let destructive =
            marked(|builder, name| with_kind(builder, name).require_approval_for_destructive());
        let destructive = destructive.await;
        for ((kind, _), other) in plain.iter().zip(&destructive) {
            assert_eq!(*kind, other.0);
        }
        columns.push(destructive);
    }
    let mut table = format!("{:40}", "");
    for kind in KINDS {
        let kind = kind.map(|kind| kind.map_or("none", ToolKind::as_str));
        let _ = write!(table, "{:14}", kind.unwrap_or("not given"));
    }
    for (row, (name, _)) in hinted().iter().enumerate() {
        let _ = write!(table, "\n{name:40}");
        for column in &columns {
            let (kind, approval) = column[row];
            let kind = kind.map_or("none", ToolKind::as_str);
            let _ =
                write!(table, "{:14}", format!("{kind}{}", if approval { ", ask" } else { "" }));
        }
    }
    let table: Vec<_> = table.lines().map(str::trim_end).collect();
    insta::assert_snapshot!(table.join("\n"), @"
                                            not given     none          read          state         edit          execute
    readonly_absent_destructive_absent      none, ask     none, ask     read          state         edit, ask     execute, ask
    readonly_absent_destructive_true        none, ask     none, ask     read          state         edit, ask     execute, ask
    readonly_absent_destructive_false       none          none          read          state         edit          execute
    readonly_true_destructive_absent        read          none, ask     read          state         edit, ask     execute, ask
    readonly_true_destructive_true          read          none, ask     read          state         edit, ask     execute, ask
    readonly_true_destructive_false         read          none          read          state         edit          execute
    readonly_false_destructive_absent       none, ask     none, ask     read          state         edit, ask     execute, ask
    readonly_false_destructive_true         none, ask     none, ask     read          state         edit, ask     execute, ask
    readonly_false_destructive_false        none          none          read          state         edit          execute
    ");
}

#[tokio::test]
async fn a_marked_tool_is_asked_about_in_both_revisions() {
    for era in Era::BOTH {
        let offering = Offering::named(&["read", "write"]);
        let shelf = taken(&offering, era, |builder| builder.requires_approval("write"));
        let toolkit = Toolkit::builder().collection(shelf.await.unwrap()).build().unwrap();
        let session = Session::new();
        assert!(toolkit.call("read", json!({}), &session).await.unwrap().done().is_ok());
        let asked = toolkit.call("write", json!({}), &session).await.unwrap();
        let CallOutcome::NeedsApproval(request) = asked else { panic!("it ran") };
        assert_eq!(offering.called(), ["read"]);
        let granted = rulebook::Approval::Granted;
        let outcome = toolkit.answer(request, granted, &session).await.unwrap();
        assert_eq!(outcome.done().unwrap().value, "write ran");
    }
}

/// An approval that is misspelt would be none.
#[tokio::test]
async fn names_that_no_tool_has_are_an_error() {
    let offering = Offering::named(&["read_file", "write_file", "move_file", "gone"]);
    let wrong = taken(&offering, Era::Sessions, |builder| {
        builder
            .choose(|tool| match tool.name.as_str() {
                "write_file" => ToolChoice::rename("shelf_write"),
                "gone" => ToolChoice::Drop,
                _ => ToolChoice::Keep,
            })
            .with_kind("raed_file", ToolKind::Read)
            .requires_approval("write_file")
            .requires_approval("weather")
            .requires_approval("gone")
    });
    insta::assert_snapshot!(wrong.await.unwrap_err(), @"
    the tools of `shelf` cannot be taken:
    - `with_kind` names `raed_file`, and there is no such tool; did you mean `read_file`?
    - `requires_approval` names `weather`, and there is no such tool; the tools are `read_file`, `shelf_write`, `move_file`
    - `requires_approval` names `write_file`, and that tool of the server is named `shelf_write` here
    ");
    let nothing = Offering::named(&[]);
    let wrong = taken(&nothing, Era::Sessions, |builder| builder.requires_approval("write"));
    insta::assert_snapshot!(wrong.await.unwrap_err(), @"the tools of `shelf` cannot be taken: `requires_approval` names `write`, and there is no such tool; there are none");
}

/// All that is wrong is told at once.
#[tokio::test]
async fn names_and_marks_are_told_together() {
    let offering = Offering::named(&["read file"]);
    let wrong = taken(&offering, Era::Sessions, |builder| builder.requires_approval("write"));
    insta::assert_snapshot!(wrong.await.unwrap_err(), @r#"
    the tools of `shelf` cannot be taken:
    - the tool name `read file` has a space in it: use the letters a to z, digits, `_` and `-`, at most 64; let `choose` give `ToolChoice::Rename("read_file".into())` for the server's `read file`
    - `requires_approval` names `write`, and there is no such tool; the tools are `read file`
    "#);
}

/// Where a tool is there and not listed, what is said of it is no mistake.
#[tokio::test]
async fn a_tool_that_is_left_out_may_be_marked() {
    let odd = json!({ "name": "odd", "inputSchema": { "type": "string" } });
    let offering = Offering::of([odd, json!({ "name": "none" }), tool("read")]);
    let shelf = taken(&offering, Era::Sessions, |builder| {
        builder.requires_approval("odd").requires_approval("none").requires_approval("read")
    });
    assert_eq!(shelf.await.unwrap().left_out().len(), 2);
}

/// A mark waits for its tool to come back.
#[tokio::test]
async fn a_marked_tool_that_comes_back_is_marked() {
    let offering = Offering::named(&["read", "write"]);
    let shelf = taken(&offering, Era::Sessions, |builder| builder.requires_approval("write"));
    let shelf = shelf.await.unwrap();
    offering.set([tool("read")]);
    shelf.refresh().await.unwrap();
    assert_eq!(tools(&shelf).len(), 1);
    offering.set([tool("read"), tool("write")]);
    shelf.refresh().await.unwrap();
    assert!(tools(&shelf)[1].spec().requires_approval);
}

/// It ran unasked by a name that a model takes for the same.
#[tokio::test]
async fn a_marked_tool_that_comes_back_by_a_like_name_is_marked() {
    let offering = Offering::named(&["read", "write_file"]);
    let shelf = taken(&offering, Era::Sessions, |builder| builder.requires_approval("write_file"));
    let shelf = shelf.await.unwrap();
    for like in ["Write_File", "write-file", "WRITE-file"] {
        offering.set([tool("read"), tool(like)]);
        shelf.refresh().await.unwrap();
        let specs: Vec<_> = tools(&shelf).into_iter().map(|tool| tool.spec()).collect();
        assert_eq!(specs[1].name, like);
        assert!(specs[1].requires_approval && !specs[0].requires_approval);
    }
}
