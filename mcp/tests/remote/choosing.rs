//! Which tools are taken, by which names, and what is said of those that cannot be.

use std::sync::Arc;

use rulebook::{Session, ToolCollection, Toolkit};
use rulebook_mcp::{
    ConnectError, McpToolCollection, McpToolCollectionBuilder, OfferedTool, ToolChoice,
};
use serde_json::{Value, json};

use super::taken::{names, taken, tools};
use crate::support::Era;
use crate::support::offering::{Offering, tool};

async fn chosen(
    offering: &Offering,
    choose: impl Fn(&OfferedTool) -> ToolChoice + Send + Sync + 'static,
) -> Result<McpToolCollection, ConnectError> {
    taken(offering, Era::Sessions, |builder| builder.choose(choose)).await
}

async fn fault(
    names: &[&str],
    choose: impl Fn(&OfferedTool) -> ToolChoice + Send + Sync + 'static,
) -> String {
    chosen(&Offering::named(names), choose).await.unwrap_err().to_string()
}

#[tokio::test]
async fn tools_are_kept_renamed_and_dropped() {
    for era in Era::BOTH {
        let offering = Offering::named(&["read", "write", "move"]);
        let shelf = taken(&offering, era, |builder| {
            builder.choose(|tool| match tool.name.as_str() {
                "read" => ToolChoice::Keep,
                "write" => ToolChoice::rename("shelf_write"),
                _ => ToolChoice::Drop,
            })
        });
        let shelf = shelf.await.unwrap();
        assert_eq!(names(&shelf), ["read", "shelf_write"], "{era:?}");
        assert_eq!(tools(&shelf)[1].spec().description, "Does write.");
        assert_eq!(shelf.left_out(), [""; 0]);
        let toolkit = Toolkit::builder().collection(shelf).build().unwrap();
        let outcome = toolkit.call("shelf_write", json!({}), &Session::new()).await.unwrap();
        assert_eq!(outcome.done().unwrap().value, "write ran");
        assert_eq!(offering.called(), ["write"]);
    }
}

/// A name of each kind that model providers refuse, and what to write in its place.
#[tokio::test]
async fn names_that_providers_refuse_say_which_rename_to_write() {
    let long = "n".repeat(70);
    let refused = ["read file", "dots.and.more", "ünï", "", &long, "a\u{202e}b\n", "read_file"];
    let said = fault(&refused, |_| ToolChoice::Keep).await;
    insta::assert_snapshot!(said, @r#"
    the tools of `shelf` cannot be taken:
    - the tool name `read file` has a space in it: use the letters a to z, digits, `_` and `-`, at most 64; let `choose` give `ToolChoice::Rename("read_file_2".into())` for the server's `read file`
    - the tool name `dots.and.more` has `.` in it: use the letters a to z, digits, `_` and `-`, at most 64; let `choose` give `ToolChoice::Rename("dots_and_more".into())` for the server's `dots.and.more`
    - the tool name `ünï` has `ü` in it: use the letters a to z, digits, `_` and `-`, at most 64; let `choose` give `ToolChoice::Rename("n".into())` for the server's `ünï`
    - a tool name cannot be empty: use the letters a to z, digits, `_` and `-`, at most 64; let `choose` give `ToolChoice::Rename("tool".into())` for the server's ``
    - the tool name is 70 characters long: use the letters a to z, digits, `_` and `-`, at most 64; let `choose` give `ToolChoice::Rename("nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn".into())` for the server's `nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn`
    - the tool name `a\u{202e}b\n` has `\u{202e}` in it: use the letters a to z, digits, `_` and `-`, at most 64; let `choose` give `ToolChoice::Rename("a_b".into())` for the server's `a\u{202e}b\n`
    "#);
}

#[tokio::test]
async fn a_name_that_is_given_is_held_to_the_same() {
    let said = fault(&["read"], |_| ToolChoice::rename("my read")).await;
    insta::assert_snapshot!(said, @r#"the tools of `shelf` cannot be taken: `choose` gives the server's `read` a name that it cannot have: the tool name `my read` has a space in it: use the letters a to z, digits, `_` and `-`, at most 64; let `choose` give `ToolChoice::Rename("my_read".into())` for the server's `read`"#);
}

#[tokio::test]
async fn names_that_are_alike_name_both_of_the_server() {
    let alike = ["read-file", "Read_File", "read_file", "read_file_2"];
    insta::assert_snapshot!(fault(&alike, |_| ToolChoice::Keep).await, @r#"
    the tools of `shelf` cannot be taken:
    - the tool names `read-file` and `Read_File` differ in no more than case, `-` and `_`; let `choose` give `ToolChoice::Rename("Read_File_3".into())` for the server's `Read_File`
    - the tool names `read-file` and `read_file` differ in no more than case, `-` and `_`; let `choose` give `ToolChoice::Rename("read_file_4".into())` for the server's `read_file`
    "#);
    let one = |tool: &OfferedTool| match tool.name.as_str() {
        "b" => ToolChoice::rename("a"),
        _ => ToolChoice::Keep,
    };
    insta::assert_snapshot!(fault(&["a", "b"], one).await, @r#"the tools of `shelf` cannot be taken: two tools of the server would be named `a`: `a` and `b`; let `choose` give `ToolChoice::Rename("a_2".into())` for the server's `b`"#);
}

#[tokio::test]
async fn a_closure_that_panics_is_contained() {
    let said = fault(&["fine", "bad", "fine_too"], |tool| {
        assert_ne!(tool.name, "bad", "this one is not known");
        ToolChoice::Keep
    });
    insta::assert_snapshot!(said.await, @"the tools of `shelf` cannot be taken: `choose` panicked at the server's `bad`");
}

/// Nobody can tell which of them a call runs.
#[tokio::test]
async fn different_tools_of_one_name_are_an_error() {
    let mut other = tool("read");
    other["description"] = "Another.".into();
    let offering = Offering::of([tool("read"), other, tool("write")]);
    let said = chosen(&offering, |_| ToolChoice::Keep).await.unwrap_err().to_string();
    insta::assert_snapshot!(said, @"the tools of `shelf` cannot be taken: the server lists different tools by the one name `read`, and a call cannot tell them apart; let `choose` give `ToolChoice::Drop` for them");
    let dropped = |tool: &OfferedTool| match tool.name.as_str() {
        "read" => ToolChoice::Drop,
        _ => ToolChoice::Keep,
    };
    assert_eq!(names(&chosen(&offering, dropped).await.unwrap()), ["write"]);
    // One that moved from one page to the next is one.
    let offering = Offering::of([tool("read"), tool("read")]);
    assert_eq!(names(&chosen(&offering, |_| ToolChoice::Keep).await.unwrap()), ["read"]);
}

#[tokio::test]
async fn what_comes_later_and_has_no_place_is_left_out() {
    let offering = Offering::named(&["read_file"]);
    let shelf = chosen(&offering, |tool| {
        assert_ne!(tool.name, "bad", "this one is not known");
        ToolChoice::Keep
    });
    let shelf = shelf.await.unwrap();
    // It comes first, and takes nobody's name.
    offering.set(["Read-File", "read_file", "read file", "bad", "write"].map(tool));
    shelf.refresh().await.unwrap();
    assert_eq!(names(&shelf), ["read_file", "write"]);
    insta::assert_snapshot!(shelf.left_out().join("\n"), @r#"
    the server's `Read-File` is left out: the tool names `read_file` and `Read-File` differ in no more than case, `-` and `_`; let `choose` give `ToolChoice::Rename("Read-File_2".into())` for the server's `Read-File`
    the server's `bad` is left out: `choose` panicked at the server's `bad`
    the server's `read file` is left out: the tool name `read file` has a space in it: use the letters a to z, digits, `_` and `-`, at most 64; let `choose` give `ToolChoice::Rename("read_file_3".into())` for the server's `read file`
    "#);
    offering.set([tool("read_file")]);
    shelf.refresh().await.unwrap();
    assert_eq!((names(&shelf), shelf.left_out()), (vec!["read_file".to_owned()], vec![]));
}

#[tokio::test]
async fn what_cannot_be_called_is_left_out_and_the_rest_is_not() {
    let deep = (0..105).fold(json!({}), |inner, _| json!({ "not": inner }));
    let odd = [
        json!({ "name": "list", "inputSchema": { "type": "array" } }),
        json!({ "name": "many", "inputSchema": { "type": ["object", "null"] } }),
        json!({ "name": "deep", "inputSchema": { "type": "object", "properties": { "a": deep } } }),
    ];
    let unreadable = [
        json!({ "name": "none" }),
        json!({ "name": "true", "inputSchema": true }),
        json!({ "description": "It has no name.", "inputSchema": { "type": "object" } }),
        json!("text"),
        json!({
            "name": "task", "inputSchema": { "type": "object" },
            "execution": { "taskSupport": "required" },
        }),
        json!({ "name": "titled", "inputSchema": { "type": "object" }, "title": 1 }),
        json!({
            "name": "hinted", "inputSchema": { "type": "object" },
            "annotations": { "readOnlyHint": "no" },
        }),
    ];
    // Where a schema says nothing of a type, arguments are an object all the same.
    let fine = [tool("fine"), json!({ "name": "untyped", "inputSchema": { "properties": {} } })];
    for era in Era::BOTH {
        let offering = Offering::of(odd.iter().chain(&fine).cloned());
        let shelf = taken(&offering, era, |builder| builder).await.unwrap();
        assert_eq!(names(&shelf), ["fine", "untyped"]);
        let untyped = json!({ "properties": {}, "type": "object" });
        assert_eq!(tools(&shelf)[1].spec().input_schema, untyped);
        assert!(Toolkit::builder().collection(shelf).build().is_ok());
    }
    let all: Vec<_> = odd.iter().chain(&unreadable).chain(&fine).cloned().collect();
    let offering = Offering::default();
    offering.set_pages(move |_| json!({ "tools": all }));
    let shelf = chosen(&offering, |_| ToolChoice::Keep).await.unwrap();
    assert_eq!(names(&shelf), ["fine", "untyped"]);
    insta::assert_snapshot!(shelf.left_out().join("\n"), @"
    number 6 of a page of the server's list is left out: it has no name
    number 7 of a page of the server's list is left out: it is no object
    the server's `deep` is left out: its schemas are nested deeper than is read
    the server's `hinted` is left out: a member of its `annotations` or `icons` is of another type than MCP has it
    the server's `list` is left out: its arguments are no object by its input schema
    the server's `many` is left out: its arguments are no object by its input schema
    the server's `none` is left out: it has no input schema that is an object
    the server's `task` is left out: it can run as a task alone, which is not done
    the server's `titled` is left out: its `title` has to be text
    the server's `true` is left out: it has no input schema that is an object
    ");
}

/// The types of `rmcp` have no place for what tells a task, and read a list with something odd
/// in it as no list in the newer revision.
#[tokio::test]
async fn what_types_lose_of_a_list_is_read_from_its_text() {
    let task = json!({
        "name": "task", "inputSchema": { "type": "object" },
        "execution": { "taskSupport": "required" },
    });
    let either = json!({
        "name": "either", "inputSchema": { "type": "object" },
        "execution": { "taskSupport": "optional" },
    });
    for era in Era::BOTH {
        for odd in [vec![], vec![json!({ "name": "odd" })]] {
            let all = [task.clone(), either.clone(), tool("read")];
            let offering = Offering::of(all.into_iter().chain(odd.clone()));
            let shelf = McpToolCollection::builder("shelf", offering.streams(era));
            let shelf = shelf.connect().await.unwrap();
            assert_eq!(names(&shelf), ["either", "read"], "{era:?}");
            let mut expected = vec![
                "the server's `task` is left out: it can run as a task alone, which is not done",
            ];
            if !odd.is_empty() {
                expected.insert(
                    0,
                    "the server's `odd` is left out: it has no input schema that is an object",
                );
            }
            assert_eq!(shelf.left_out(), expected);
            shelf.close().await;
        }
    }
}

#[tokio::test]
async fn a_tool_without_a_description_has_one_all_the_same() {
    let schema = json!({ "type": "object" });
    let described = |more: Value| {
        let mut tool = json!({ "name": "read", "inputSchema": schema });
        tool.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        tool
    };
    for (more, expected) in [
        (json!({ "description": "Reads.", "title": "Read" }), "Reads."),
        (json!({ "title": "Read a file" }), "Read a file"),
        (json!({ "description": "  ", "annotations": { "title": "A hint" } }), "A hint"),
        (json!({}), "The tool `read`, which its server does not describe."),
    ] {
        let offering = Offering::of([described(more)]);
        let shelf = chosen(&offering, |_| ToolChoice::Keep).await.unwrap();
        assert_eq!(tools(&shelf)[0].spec().description, expected);
    }
}

#[tokio::test]
async fn schemas_are_as_the_server_gave_them() {
    for era in Era::BOTH {
        let input = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": { "z": { "$ref": "#/$defs/z" }, "a": { "maximum": 1.5e300 } },
            "required": ["z"],
            "$defs": { "z": { "enum": ["1", 2, null, 9_007_199_254_740_993_i64] } },
            "x-of-their-own": true,
        });
        let output = json!({ "type": "object", "properties": { "b": {}, "a": {} } });
        let offering = Offering::of([json!({
            "name": "read", "description": "Reads.", "inputSchema": input, "outputSchema": output,
        })]);
        let shelf = taken(&offering, era, |builder| builder).await.unwrap();
        let spec = tools(&shelf)[0].spec();
        assert_eq!(spec.input_schema.to_string(), input.to_string());
        assert_eq!(spec.output_schema.as_ref().unwrap().to_string(), output.to_string());
    }
}

#[tokio::test]
async fn pages_are_read_to_their_end() {
    let offering = Offering::default();
    offering.set_pages(|cursor| match cursor {
        None => json!({ "tools": [tool("one")], "nextCursor": "2" }),
        Some("2") => json!({ "tools": [tool("two"), { "name": "odd" }], "nextCursor": "3" }),
        _ => json!({ "tools": [tool("three")] }),
    });
    let shelf = chosen(&offering, |_| ToolChoice::Keep).await.unwrap();
    assert_eq!(names(&shelf), ["one", "two", "three"]);
    assert_eq!(shelf.left_out().len(), 1);
}

#[tokio::test]
async fn lists_without_an_end_are_an_error() {
    async fn refused(pages: impl Fn(Option<&str>) -> Value + Send + 'static) -> (String, usize) {
        let offering = Offering::default();
        offering.set_pages(pages);
        let error = chosen(&offering, |_| ToolChoice::Keep).await.unwrap_err();
        (error.to_string(), offering.asked())
    }
    let (said, asked) = refused(|_| json!({ "tools": [], "nextCursor": "again" })).await;
    insta::assert_snapshot!(said, @"the server's list of tools has no end: a page comes again");
    assert_eq!(asked, 2);
    let next = |cursor: Option<&str>| {
        let page: u32 = cursor.map_or(0, |cursor| cursor.parse().unwrap());
        json!({ "tools": [], "nextCursor": (page + 1).to_string() })
    };
    let (said, asked) = refused(next).await;
    insta::assert_snapshot!(said, @"the server's list of tools has more than 100 pages");
    assert_eq!(asked, 100);
    let many = |_: Option<&str>| json!({ "tools": (0..1_001).map(|n| tool(&format!("t{n}"))).collect::<Vec<_>>() });
    insta::assert_snapshot!(refused(many).await.0, @"the server offers more than 1000 tools, which is the most");
    let long = |cursor: Option<&str>| {
        let mut tool = tool(&format!("t{}", cursor.unwrap_or_default()));
        tool["description"] = "x".repeat(9 << 20).into();
        json!({ "tools": [tool], "nextCursor": format!("{}1", cursor.unwrap_or_default()) })
    };
    insta::assert_snapshot!(refused(long).await.0, @"the server says more than 16 MiB of its tools, which is more than is read");
    insta::assert_snapshot!(refused(|_| json!({ "items": [] })).await.0, @"the server answers with no list when it is asked for its tools");
}

/// At a later change, what was there goes on.
#[tokio::test]
async fn a_list_that_cannot_be_read_changes_nothing() {
    let offering = Offering::named(&["read"]);
    let shelf = chosen(&offering, |_| ToolChoice::Keep).await.unwrap();
    offering.set_pages(|_| json!({ "tools": "none" }));
    assert!(shelf.refresh().await.is_err());
    assert_eq!(names(&shelf), ["read"]);
    let called = tools(&shelf)[0].call(rulebook::ToolCall::default()).await.unwrap();
    assert_eq!(called.value, "read ran");
}

#[tokio::test]
async fn a_server_without_tools_is_fine() {
    for era in Era::BOTH {
        let offering = Offering::default();
        offering.have_no_tools();
        offering.say(Some("Ask nobody."));
        let shelf = taken(&offering, era, |builder| builder).await.unwrap();
        assert_eq!((names(&shelf), shelf.instructions()), (vec![], vec!["Ask nobody.".into()]));
    }
}

#[tokio::test]
async fn what_the_server_says_is_the_first_instruction() {
    for era in Era::BOTH {
        let offering = Offering::named(&["read"]);
        offering.say(Some("\n  Read before you write.\nAlways. "));
        let own = |builder: McpToolCollectionBuilder| {
            builder.instruction("Be brief.").instruction("Be kind.").constraint("Never move.")
        };
        let shelf = taken(&offering, era, own).await.unwrap();
        let said = "Read before you write.\nAlways.";
        assert_eq!(shelf.instructions(), [said, "Be brief.", "Be kind."]);
        assert_eq!(shelf.constraints(), ["Never move."]);
        let shelf = taken(&offering, era, |builder| own(builder).untrusted()).await.unwrap();
        assert_eq!(shelf.instructions(), ["Be brief.", "Be kind."]);
        offering.say(Some(" \n"));
        let shelf = taken(&offering, era, |builder| builder).await.unwrap();
        assert_eq!(shelf.instructions(), [""; 0]);
    }
}

#[tokio::test]
async fn long_instructions_are_cut() {
    let offering = Offering::named(&["read"]);
    offering.say(Some(&"é".repeat(20_000)));
    let shelf = taken(&offering, Era::Sessions, |builder| builder).await.unwrap();
    assert_eq!(shelf.instructions(), [format!("{}…", "é".repeat(8 << 10))]);
    insta::assert_snapshot!(shelf.left_out().join("\n"), @"the server's instructions are cut after 16 KiB");
}

#[tokio::test]
async fn a_change_is_told_once_and_what_did_not_change_stays_the_same() {
    let offering = Offering::named(&["read", "write", "move"]);
    let shelf = chosen(&offering, |_| ToolChoice::Keep).await.unwrap();
    let before: Vec<_> = tools(&shelf).iter().map(|tool| tool.spec()).collect();
    let mut notice = shelf.changes().unwrap();
    // Another order, of tools and of members, is no change.
    let turned = json!({
        "inputSchema": { "properties": { "path": { "type": "string" } }, "type": "object" },
        "description": "Does move.",
        "name": "move",
    });
    offering.set([turned, tool("write"), tool("read")]);
    shelf.refresh().await.unwrap();
    assert!(!notice.take());
    assert_eq!(names(&shelf), ["read", "write", "move"]);
    let mut other = tool("move");
    other["description"] = "Moves.".into();
    offering.set([tool("new"), other, tool("read")]);
    shelf.refresh().await.unwrap();
    assert!(notice.take() && !notice.take());
    assert_eq!(names(&shelf), ["read", "move", "new"]);
    let after: Vec<_> = tools(&shelf).iter().map(|tool| tool.spec()).collect();
    assert!(Arc::ptr_eq(&before[0], &after[0]));
    assert_eq!(after[1].description, "Moves.");
}

/// A hint that is not shown to the model changes the tool all the same.
#[tokio::test]
async fn each_part_of_a_definition_makes_another_revision() {
    let offering = Offering::named(&["read"]);
    let shelf = chosen(&offering, |_| ToolChoice::Keep).await.unwrap();
    let first = tools(&shelf)[0].clone();
    let mut seen = vec![first.revision().unwrap()];
    let parts = [
        ("description", json!("Another.")),
        ("title", json!("A title")),
        ("inputSchema", json!({ "type": "object", "maxProperties": 1 })),
        ("inputSchema", json!({ "type": "object", "maxProperties": 1.0 })),
        ("outputSchema", json!({ "type": "object" })),
        ("annotations", json!({ "idempotentHint": true })),
        ("annotations", json!({ "openWorldHint": true })),
        ("annotations", json!({ "readOnlyHint": false })),
        ("annotations", json!({ "destructiveHint": false })),
    ];
    for (part, value) in parts {
        offering.change("read", |tool| tool[part] = value);
        shelf.refresh().await.unwrap();
        let revision = tools(&shelf)[0].revision().unwrap();
        assert!(!seen.contains(&revision), "{part}");
        seen.push(revision);
    }
    // What a host took before does not run as something else.
    let refused = first.call(rulebook::ToolCall::default()).await.unwrap_err();
    assert_eq!(refused.code, rulebook::ErrorCode::Unavailable);
    assert_eq!(offering.called(), [""; 0]);
}

/// What chooses is code of the host, which may ask for what it is about to change.
#[tokio::test]
async fn what_chooses_may_ask_the_collection() {
    let offering = Offering::named(&["read"]);
    let known = Arc::new(std::sync::OnceLock::<McpToolCollection>::new());
    let asked = Arc::clone(&known);
    let shelf = chosen(&offering, move |tool| {
        let listed = asked.get().map(|shelf| (names(shelf), shelf.held(), shelf.pins()));
        assert!(listed.is_none_or(|(names, ..)| names == ["read"]));
        ToolChoice::Rename(tool.name.clone())
    });
    let shelf = shelf.await.unwrap();
    known.set(shelf.clone()).unwrap();
    offering.set([tool("read"), tool("write")]);
    shelf.refresh().await.unwrap();
    assert_eq!(names(&shelf), ["read", "write"]);
}

#[tokio::test]
async fn the_log_tells_what_a_later_change_leaves_out_and_takes_away() {
    let (log, _guard) = Log::begin();
    let offering = Offering::named(&["read", "write"]);
    let shelf = taken(&offering, Era::Sessions, |builder| builder.requires_approval("write"));
    let shelf = shelf.await.unwrap();
    assert_eq!(log.lines(), [""; 0]);
    offering.set([tool("READ"), tool("read")]);
    shelf.refresh().await.unwrap();
    shelf.refresh().await.unwrap();
    insta::assert_snapshot!(log.lines().join("\n"), @r#"
    INFO the server's tools are others collection="shelf" added=[] removed=["write"] changed=[]
    WARN the server has no tool `write` any more, which is marked by that name collection="shelf"
    WARN the server's `READ` is left out: the tool names `read` and `READ` differ in no more than case, `-` and `_`; let `choose` give `ToolChoice::Rename("READ_2".into())` for the server's `READ` collection="shelf"
    "#);
}

/// What is written to the log on this thread.
#[derive(Clone, Default)]
struct Log(Arc<std::sync::Mutex<Vec<u8>>>);

impl Log {
    fn begin() -> (Self, tracing::subscriber::DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .without_time()
            .with_target(false)
            .with_writer(move || writer.clone())
            .finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    /// The lines that this crate wrote about tools.
    fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text.lines().map(str::trim).filter(|line| line.contains("collection="));
        lines.map(str::to_owned).collect()
    }
}

impl std::io::Write for Log {
    fn write(&mut self, text: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The pages that were read passed for all there are, and the tools of the others for gone.
#[tokio::test]
async fn a_cursor_that_is_no_text_does_not_end_a_list() {
    let offering = Offering::default();
    offering.set_pages(|_| json!({ "tools": [tool("one")], "nextCursor": 2 }));
    let refused = chosen(&offering, |_| ToolChoice::Keep).await.unwrap_err();
    insta::assert_snapshot!(refused, @"the `nextCursor` of the server's list of tools is no text");
    offering
        .set_pages(|_| json!({ "tools": [{ "name": "odd" }, tool("one")], "nextCursor": null }));
    let shelf = chosen(&offering, |_| ToolChoice::Keep).await.unwrap();
    assert_eq!(names(&shelf), ["one"]);
}

/// Each of millions had a sentence of its own, before anyone counted them.
#[tokio::test]
async fn a_flood_of_what_is_no_tool_is_refused_at_once() {
    let offering = Offering::default();
    offering.set_pages(|_| json!({ "tools": vec![1; 1 << 20] }));
    let refused = chosen(&offering, |_| ToolChoice::Keep).await.unwrap_err();
    assert_eq!(refused.to_string(), "the server offers more than 1000 tools, which is the most");
}
