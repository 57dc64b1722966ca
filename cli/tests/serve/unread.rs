//! A client that does not read.

use std::io::Write as _;
use std::time::{Duration, Instant};

use rustix::io::ioctl_fionread;
use serde_json::{Value, json};

use super::client::command;
use crate::folder::{Folder, MANIFEST, SCRIPT};
use crate::processes::wait_for;

/// The end of the input stood behind calls that were not read while the client read no answers,
/// and the command went on for half a minute.
#[test]
fn the_end_of_input_ends_the_command_while_nobody_reads_its_output() {
    let folder = Folder::new();
    let big = "/// Is long.\nfn big() -> string { let s = `x`; s.pad(500000, `x`); s }";
    folder.write("scripts/rules.rhai", format!("{SCRIPT}\n{big}"));
    folder.write("rules.json", MANIFEST.replace(r#"{ "name": "echo" }"#, r#"{ "name": "big" }"#));
    let mut command = command(&folder, &["rules.json", "--log", "off"]).spawn().unwrap();
    let mut input = command.stdin.take().unwrap();
    let mut say = |method: &str, id: u32, params: Value| {
        let line = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        writeln!(input, "{line}").unwrap();
        ioctl_fionread(&input).unwrap()
    };
    let who = json!({ "name": "test", "version": "1" });
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": who });
    say("initialize", 0, hello);
    // It reads on until too much waits for the client, so for longer than a moment.
    let (mut id, mut read) = (0, Instant::now());
    wait_for("the server does not read any more", || {
        id += 1;
        let unread = say("tools/call", id, json!({ "name": "big", "arguments": {} }));
        if unread < 4096 {
            read = Instant::now();
        } else {
            std::thread::park_timeout(Duration::from_millis(50));
        }
        (read.elapsed() > Duration::from_secs(2)).then_some(())
    });
    let begun = Instant::now();
    drop(input);
    let status = wait_for("the command ends", || command.try_wait().unwrap());
    assert!(status.success());
    // A second, on a machine that is busy with other tests.
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}
