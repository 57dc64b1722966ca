//! What a start that fails says.

use std::time::Duration;

use rulebook_mcp::{McpToolCollection, ServerCommand};

use super::{ODD, odd};

/// What is said of a command that starts no server, with paths of this machine left out.
async fn said_within(command: ServerCommand, time: Duration) -> String {
    let builder = McpToolCollection::builder("odd", command).start_timeout(time);
    let error = builder.connect().await.map(drop).expect_err("it does not start");
    let here = std::env::current_dir().unwrap();
    error.to_string().replace(ODD.as_str(), "[odd]").replace(here.to_str().unwrap(), "[here]")
}

async fn said(command: ServerCommand) -> String {
    said_within(command, Duration::from_secs(30)).await
}

#[tokio::test]
async fn a_program_that_is_not_there() {
    insta::assert_snapshot!(said(ServerCommand::new("no-such-server")).await, @"the program `no-such-server` is not found: it is in none of the folders of PATH: install it, or write its path instead");
    insta::assert_snapshot!(said(ServerCommand::new("/no/such/server")).await, @"there is no program `/no/such/server`: check the path");
    insta::assert_snapshot!(said(ServerCommand::new("./no-such\nserver")).await, @r"there is no program `./no-such\nserver` below `[here]`: check the path");
    insta::assert_snapshot!(said(ServerCommand::new("Cargo.toml")).await, @"the program `Cargo.toml` is not found: it is in none of the folders of PATH: write `./Cargo.toml` for that in this folder");
    insta::assert_snapshot!(said(ServerCommand::new("")).await, @"no program is named that starts the server");
    insta::assert_snapshot!(said(ServerCommand::new("/usr")).await, @"`/usr` is a folder, and no program: write the path of a program in it");
}

/// A name with a `=` in it gave another variable another value, without a word.
#[tokio::test]
async fn what_no_program_can_be_given() {
    for name in ["A=B", "", "A\0"] {
        let text = said(odd(&[]).env(name, "secret")).await;
        assert!(text.contains("cannot name a variable of the environment"), "{text}");
        assert!(!text.contains("secret"), "{text}");
    }
    insta::assert_snapshot!(said(odd(&[]).env("A=B", "secret")).await, @"`A=B` cannot name a variable of the environment: write a name without `=`");
    insta::assert_snapshot!(said(odd(&[]).env("A", "secret\0")).await, @"the value of the variable `A` holds the character 0, which no program can be given: leave it out");
    insta::assert_snapshot!(said(odd(&["secret\0"])).await, @"the program or an argument holds the character 0, which no program can be given: leave it out");
}

#[tokio::test]
async fn a_folder_that_is_not_there() {
    insta::assert_snapshot!(said(odd(&[]).current_dir("/no/such/folder")).await, @"the folder `/no/such/folder` does not exist, and the server is to run in it: create it, or name another");
    insta::assert_snapshot!(said(odd(&[]).current_dir("/etc/passwd")).await, @"the folder `/etc/passwd` is no folder, and the server is to run in it: create it, or name another");
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_cannot_be_run() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let script = |name: &str, text: &str, mode: u32| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        ServerCommand::new(path)
    };
    let said = |command| {
        let folder = folder.path().to_str().unwrap().to_owned();
        async move { said(command).await.replace(&folder, "[folder]") }
    };
    insta::assert_snapshot!(said(script("plain.py", "print(1)", 0o644)).await, @"the program `[folder]/plain.py` is a file that this user may not execute: allow that, as by `chmod +x`, or start the program that runs it and give it the file as an argument");
    insta::assert_snapshot!(said(script("lost.js", "#!/no/such/node\n", 0o755)).await, @"the program `[folder]/lost.js` is there, and what runs it is not: check the path in its first line, after `#!`");
    insta::assert_snapshot!(said(script("text", "no program\n", 0o755)).await, @"the file `[folder]/text` is no program that this machine can run: a script begins with `#!` and the path of what runs it");
    let needs_path = "#!/usr/bin/env no-such-node\n";
    insta::assert_snapshot!(said(script("path.js", needs_path, 0o755)).await, @r#"
    the server `[folder]/path.js` ended with exit status 127 before it answered: it gets no environment that it is not given, and to find other programs it needs PATH: `inherit_env("PATH")`, or `--mcp-env PATH` on the command line
    the end of its standard error:
      /usr/bin/env: 'no-such-node': No such file or directory
    "#);
    let has_path = script("path.js", needs_path, 0o755).inherit_env("PATH");
    insta::assert_snapshot!(said(has_path).await, @"
    the server `[folder]/path.js` ended with exit status 127 before it answered: check its arguments, and what it needs of the environment: it gets no more than it is given
    the end of its standard error:
      /usr/bin/env: 'no-such-node': No such file or directory
    ");
}

#[tokio::test]
async fn a_server_that_ends_at_once() {
    insta::assert_snapshot!(said(odd(&["--exit=3"])).await, @r"
    the server `[odd]` ended with exit status 3 before it answered: check its arguments, and what it needs of the environment: it gets none that it is not given
    the end of its standard error:
      line 22 of many
      line 23 of many
      line 24 of many
      line 25 of many
      line 26 of many
      line 27 of many
      line 28 of many
      line 29 of many
      line 30 of many
      line 31 of many
      line 32 of many
      line 33 of many
      line 34 of many
      line 35 of many
      line 36 of many
      line 37 of many
      line 38 of many
      line 39 of many
      line 40 of many
      Error: no \u{7}such\u{202e} licence
    ");
    insta::assert_snapshot!(said(odd(&["--exit=0"]).env("A", "secret")).await, @r"
    the server `[odd]` ended with exit status 0 before it answered: check its arguments, and what it needs of the environment: it gets no more than it is given
    the end of its standard error:
      line 22 of many
      line 23 of many
      line 24 of many
      line 25 of many
      line 26 of many
      line 27 of many
      line 28 of many
      line 29 of many
      line 30 of many
      line 31 of many
      line 32 of many
      line 33 of many
      line 34 of many
      line 35 of many
      line 36 of many
      line 37 of many
      line 38 of many
      line 39 of many
      line 40 of many
      Error: no \u{7}such\u{202e} licence
    ");
    let crash = ServerCommand::new("sh").args(["-c", "kill -SEGV $$"]);
    insta::assert_snapshot!(said(crash).await, @"
    the server `sh` was ended by signal 11 (SIGSEGV) before it answered: check its arguments, and what it needs of the environment: it gets none that it is not given
    it wrote nothing to its standard error
    ");
    let closes = ServerCommand::new("sh").args(["-c", "exec 1>&-; exec sleep 1000"]);
    insta::assert_snapshot!(said(closes).await, @"
    the server `sh` closed its standard output before it answered
    it wrote nothing to its standard error
    ");
    let missing = ServerCommand::new("sh").args(["-c", "exec no-such-node"]);
    insta::assert_snapshot!(said(missing).await, @r#"
    the server `sh` ended with exit status 127 before it answered: it gets no environment that it is not given, and to find other programs it needs PATH: `inherit_env("PATH")`, or `--mcp-env PATH` on the command line
    the end of its standard error:
      /usr/bin/sh: 1: exec: no-such-node: not found
    "#);
}

#[tokio::test]
async fn a_server_that_does_not_answer() {
    let soon = Duration::from_secs(1);
    insta::assert_snapshot!(said_within(odd(&["--silent"]), soon).await, @"
    the server `[odd]` did not answer within 1s: check that it is a server of MCP on standard input and output, and that its arguments say so; one that takes long to start needs a longer `start_timeout`
    it wrote nothing to its standard error
    ");
    insta::assert_snapshot!(said_within(odd(&["--banner", "--silent"]), soon).await, @"
    the server `[odd]` did not answer within 1s: it wrote what is no message of MCP, at first `Welcome to the odd server!`: its standard output is for messages alone, and the rest belongs to its standard error
    it wrote nothing to its standard error
    ");
    insta::assert_snapshot!(said(odd(&["--chatter"])).await, @r#"
    the server `[odd]` wrote 1,000 lines in a row that are no messages of MCP before it answered: it wrote what is no message of MCP, at first `{"level":30,"id":0,"msg":"still here"}`: its standard output is for messages alone, and the rest belongs to its standard error
    it wrote nothing to its standard error
    "#);
    insta::assert_snapshot!(said(odd(&["--refuses"])).await, @"
    the server `[odd]` refused to begin: `no licence`
    it wrote nothing to its standard error
    ");
    insta::assert_snapshot!(said_within(ServerCommand::new("cat"), soon).await, @"
    the server `cat` did not answer within 1s: check that it is a server of MCP on standard input and output, and that its arguments say so; one that takes long to start needs a longer `start_timeout`
    it wrote nothing to its standard error
    ");
}
