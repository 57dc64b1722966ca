//! `@modelcontextprotocol/server-filesystem`: reads, and writes that someone approves.

use std::fs;
use std::path::Path;

use rulebook::{Approval, ApprovalRequest, CallOutcome, ErrorCode, Session, Toolkit};
use rulebook_mcp::{McpEndpoint, McpToolCollection, ServerCommand, ToolChoice};
use serde_json::{Value, json};

use crate::shown::{Shown, contains, content, expect};

/// Lets the server have a folder, and uses it.
pub(crate) async fn show(command: ServerCommand, ok: impl Fn(&str)) -> Shown {
    let folder = tempfile::tempdir()?;
    let root = folder.path().canonicalize()?;
    fs::write(root.join("a.txt"), "hello\n")?;
    fs::write(root.join("dot.png"), PNG)?;
    let endpoint = McpEndpoint::from(command.arg(root.as_os_str()));
    let files = McpToolCollection::builder("files", endpoint)
        .choose(|tool| match &*tool.name {
            "read_file" => ToolChoice::Drop,
            name => ToolChoice::Rename(format!("files_{name}")),
        })
        .require_approval_for_destructive()
        .connect()
        .await?;
    let toolkit = Toolkit::builder().collection(files.clone()).build()?;
    expect("a tool that is left out", toolkit.spec("files_read_file").is_none(), true)?;
    reads(&toolkit, &root).await?;
    ok("reads texts and images, and nothing outside its folder");
    writes(&toolkit, &root).await?;
    ok("writes what was approved, once, and nothing else");
    files.close().await;
    Ok(())
}

/// A picture of one point.
const PNG: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";

async fn reads(toolkit: &Toolkit, root: &Path) -> Shown {
    let read = |tool: &'static str, name: &str| {
        let path = root.join(name);
        async move { toolkit.call(tool, json!({ "path": path }), &Session::new()).await }
    };
    let output = read("files_read_text_file", "a.txt").await?.done()?;
    expect("a text", output.value, json!({ "content": "hello\n" }))?;
    let output = read("files_read_media_file", "dot.png").await?.done()?;
    let blocks = content(&output);
    let image = blocks.first().ok_or("there is no content")?;
    expect(
        "an image",
        (&image["type"], &image["mimeType"]),
        (&json!("image"), &json!("image/png")),
    )?;
    let outside = read("files_read_text_file", "../../etc/passwd").await;
    let error = outside.err().ok_or("it reads outside its folder")?;
    expect("the code for what the server refuses", error.code, ErrorCode::ScriptFailed)?;
    contains("what the server says", error, "Access denied")
}

async fn writes(toolkit: &Toolkit, root: &Path) -> Shown {
    let path = root.join("b.txt");
    let arguments = json!({ "path": path, "content": "written" });
    let session = Session::new();
    let ask = || asked(toolkit, "files_write_file", arguments.clone(), &session);
    let denied = toolkit.answer(ask().await?, Approval::denied("not today"), &session).await;
    let error = denied.err().ok_or("what was denied runs")?;
    expect("the code for what was denied", error.code, ErrorCode::Denied)?;
    expect("whether it was written", path.exists(), false)?;
    let request = ask().await?;
    let granted = toolkit.answer(request.clone(), Approval::Granted, &session).await?;
    contains("what was granted", granted.done()?.value, "Successfully wrote")?;
    expect("what was written", fs::read_to_string(&path)?, "written")?;
    fs::remove_file(&path)?;
    let again = toolkit.answer(request, Approval::Granted, &session).await;
    expect("whether it runs again", again.is_err(), true)?;
    expect("whether it was written again", path.exists(), false)?;
    // Its server calls it harmless.
    let made = json!({ "path": root.join("more") });
    let _ = toolkit.call("files_create_directory", made, &Session::new()).await?.done()?;
    expect("a folder that was made", root.join("more").is_dir(), true)
}

async fn asked(
    toolkit: &Toolkit,
    tool: &str,
    arguments: Value,
    session: &Session,
) -> Shown<ApprovalRequest> {
    match toolkit.call(tool, arguments, session).await? {
        CallOutcome::NeedsApproval(request) => Ok(*request),
        CallOutcome::Done(_) => Err(format!("{tool} runs without approval").into()),
    }
}
