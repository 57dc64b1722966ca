//! What a server is given.

use serde_json::json;

use super::{call, connected, odd};

#[tokio::test]
async fn it_gets_no_environment_unless_asked() {
    let (_tools, toolkit) = connected(odd(&[])).await;
    let around = call(&toolkit, "around", json!({})).await.unwrap();
    assert_eq!(around["names"], json!([]));
    let given = odd(&[]).env("A", "1").inherit_env("PATH").inherit_env("RULEBOOK_NO_SUCH");
    let (_tools, toolkit) = connected(given).await;
    let around = call(&toolkit, "around", json!({})).await.unwrap();
    assert_eq!(around["names"], json!(["A", "PATH"]));
}

#[tokio::test]
async fn it_runs_in_the_folder_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (_tools, toolkit) = connected(odd(&[]).current_dir(folder.path())).await;
    let around = call(&toolkit, "around", json!({})).await.unwrap();
    let there = std::fs::canonicalize(folder.path()).unwrap();
    assert_eq!(around["folder"], json!(there.to_str().unwrap()));
}

#[test]
fn its_secrets_are_not_shown() {
    let command = rulebook_mcp::ServerCommand::new("server")
        .arg("--token=secret")
        .env("TOKEN", "secret")
        .current_dir("/srv");
    insta::assert_snapshot!(format!("{command:?}"), @r#"ServerCommand { program: "server", environment: ["TOKEN"], folder: Some("/srv"), .. }"#);
}
