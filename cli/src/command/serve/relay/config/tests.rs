use insta::assert_snapshot;

use super::*;
use crate::command::serve::relay::server::{Origin, Reached};

fn read(text: &str) -> Result<Config, Vec<String>> {
    servers(&Text::new("mcp.json".to_owned(), text.to_owned()))
}

/// What is wrong with a file.
fn told(text: &str) -> String {
    read(text).map(|_| String::new()).unwrap_or_else(|problems| problems.join("\n"))
}

/// What is wrong with the one server of a file.
fn wrong(server: &str) -> String {
    told(&format!("{{ \"mcpServers\": {{\n  \"a\": {server}\n}} }}"))
}

fn one(server: &str) -> Server {
    let mut config = read(&format!(r#"{{ "mcpServers": {{ "a": {server} }} }}"#)).unwrap();
    assert_eq!(config.servers.len(), 1, "{server}");
    config.servers.remove(0)
}

#[test]
fn a_command_has_arguments_variables_and_a_folder() {
    let server = one(r#"{ "type": "stdio", "command": "npx", "args": ["-y", "${GONE:-x} y"],
             "env": { "A": "1", "B": "" }, "cwd": "/srv" }"#);
    assert_eq!(server.name, "a");
    assert_eq!(server.origin, Origin::File("mcp.json:1".to_owned()));
    let Reached::Command { program, arguments, environment, folder } = server.reached else {
        panic!("it is no command");
    };
    assert_eq!(program, "npx");
    assert_eq!(arguments, ["-y", "x y"]);
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(environment, [pair("A", "1"), pair("B", "")]);
    assert_eq!(folder.unwrap(), Path::new("/srv"));
}

#[test]
fn a_url_has_headers_whatever_its_transport_is_called() {
    for transport in [
        "",
        r#""type": "http", "#,
        r#""type": "streamable-http", "#,
        r#""type": "streamableHttp", "#,
    ] {
        let server = one(&format!(
            r#"{{ {transport}"url": "https://a.example/mcp", "headers": {{ "X": "y", "Z": "" }} }}"#
        ));
        let Reached::Url { url, headers } = server.reached else { panic!("{transport}") };
        assert_eq!(url, "https://a.example/mcp");
        assert_eq!(headers.len(), 2);
    }
}

#[test]
fn servers_keep_their_order_and_those_turned_off_are_left_out() {
    let config = read(
        r#"{ "preferences": {}, "mcpServers": {
            "b": { "command": "b", "timeout": 60, "alwaysAllow": ["x"], "description": "B" },
            "off": { "disabled": true, "command": "${RULEBOOK_IS_NOT_SET}" },
            "off too": { "enabled": false },
            "a": { "command": "a", "disabled": false, "enabled": true } } }"#,
    );
    let config = config.unwrap();
    let names: Vec<_> = config.servers.iter().map(|server| &*server.name).collect();
    assert_eq!(names, ["b", "a"]);
    assert_eq!(config.disabled, ["off", "off too"]);
    let of_editor = read(r#"{ "inputs": [], "servers": { "a": { "command": "a" } } }"#).unwrap();
    assert_eq!(of_editor.servers.len(), 1);
    assert_eq!(read(r#"{ "mcpServers": {} }"#).unwrap().servers.len(), 0);
}

#[test]
fn a_file_that_holds_no_servers_is_told_with_its_place() {
    assert_snapshot!(told(""), @"mcp.json:1:1: this is not JSON: the file is empty");
    assert_snapshot!(told("{\n  \"mcpServers\": {\n    \"a\": { \"command\": \"a\" },\n  }\n}"), @"mcp.json:4:3: this is not JSON: trailing comma");
    assert_snapshot!(told("{\n  // servers\n}"), @"mcp.json:2:3: this is not JSON: it has no comments; remove this one");
    assert_snapshot!(told("[]"), @r#"mcp.json:1:1: write an object, as `{ "mcpServers": { ... } }`"#);
    assert_snapshot!(told("{}"), @r#"mcp.json:1:1: there is no `mcpServers`; write `{ "mcpServers": { "files": { "command": "..." } } }`"#);
    assert_snapshot!(told("{ \"preferences\": {} }"), @r#"mcp.json:1:1: there is no `mcpServers`; write `{ "mcpServers": { "files": { "command": "..." } } }`"#);
    assert_snapshot!(told("{\n  \"mcpServer\": {}\n}"), @"mcp.json:2:3: `mcpServer` is not read; write `mcpServers`");
    assert_snapshot!(told("{\n  \"mcp_servers\": {}\n}"), @"mcp.json:2:3: `mcp_servers` is not read; write `mcpServers`");
    assert_snapshot!(told("{ \"mcpServers\": [] }"), @r#"mcp.json:1:17: write an object with a member for each server, as `{ "files": { "command": "..." } }`"#);
    assert_snapshot!(told("{ \"mcpServers\": {}, \"servers\": {} }"), @"mcp.json:1:21: `mcpServers` and `servers` are both there; keep one");
    assert_snapshot!(told("{ \"mcpServers\": { \"a\": { \"command\": \"a\" }, \"a\": {} } }"), @"
    mcp.json:1:44: `a` is given twice; keep one
    mcp.json:1:44: write `command`, or `url` where the server runs elsewhere
    ");
    let deep = "[".repeat(100_000);
    assert_snapshot!(told(&deep), @"mcp.json:1:128: this is not JSON: it is nested too deep");
}

#[test]
fn a_server_that_cannot_be_reached_is_told_with_its_place() {
    assert_snapshot!(wrong("[]"), @r#"mcp.json:2:8: write an object, as `{ "command": "...", "args": [ ... ] }`"#);
    assert_snapshot!(wrong("{}"), @"mcp.json:2:3: write `command`, or `url` where the server runs elsewhere");
    assert_snapshot!(wrong(r#"{ "command": "" }"#), @"mcp.json:2:21: `command` is empty");
    assert_snapshot!(wrong(r#"{ "command": 1 }"#), @"mcp.json:2:21: `command` is text; write it in double quotes");
    assert_snapshot!(wrong(r#"{ "command": "a", "url": "b" }"#), @"mcp.json:2:26: `command` and `url` are both there; keep one");
    assert_snapshot!(wrong(r#"{ "type": "stdio", "url": "b" }"#), @"
    mcp.json:2:27: a server that is reached by its standard input and output has no `url`; remove it
    mcp.json:2:3: write `command`
    ");
    assert_snapshot!(wrong(r#"{ "type": "http", "command": "b", "args": [] }"#), @"
    mcp.json:2:26: a server that is reached by HTTP has no `command`; remove it
    mcp.json:2:42: a server that is reached by HTTP has no `args`; remove it
    mcp.json:2:3: write `url`
    ");
    assert_snapshot!(wrong(r#"{ "type": "sse", "url": "b" }"#), @"mcp.json:2:18: `sse` is a transport of 2024, which is not spoken; write `http`, and the address of the server's streamable HTTP");
    assert_snapshot!(wrong(r#"{ "type": "ws", "url": "b" }"#), @"mcp.json:2:18: `ws` is no transport that is spoken; write `stdio` or `http`");
    assert_snapshot!(wrong(r#"{ "type": 1, "url": "b" }"#), @"mcp.json:2:18: `type` is text; write it in double quotes");
    assert_snapshot!(told(r#"{ "mcpServers": { "": { "command": "a" } } }"#), @"mcp.json:1:19: a server needs a name");
}

#[test]
fn members_that_would_be_lost_are_told_with_what_to_write() {
    assert_snapshot!(wrong("{ \"cmd\": \"a\",\n    \"arg\": [] }"), @"
    mcp.json:2:10: `cmd` is not read; write `command`
    mcp.json:3:5: `arg` is not read; did you mean `args`
    ");
    assert_snapshot!(wrong(r#"{ "command": "a", "envFile": ".env" }"#), @"mcp.json:2:26: `envFile` is not read; write its variables into `env`");
    assert_snapshot!(wrong(r#"{ "command": "a", "disable": true }"#), @"mcp.json:2:26: `disable` is not read; did you mean `disabled`");
    assert_snapshot!(wrong(r#"{ "command": "a", "command": "b" }"#), @"mcp.json:2:26: `command` is given twice; keep one");
    assert_snapshot!(wrong(r#"{ "command": "a", "args": "b" }"#), @r#"mcp.json:2:34: write a list of texts, as `"args": ["one", "two"]`"#);
    assert_snapshot!(wrong(r#"{ "command": "a", "args": ["b", 1, null] }"#), @"
    mcp.json:2:40: `args` is text; write it in double quotes
    mcp.json:2:43: `args` is text; write it in double quotes
    ");
    assert_snapshot!(wrong(r#"{ "command": "a", "env": ["A=1"] }"#), @r#"mcp.json:2:33: write an object of texts, as `"env": { "NAME": "value" }`"#);
    assert_snapshot!(wrong(r#"{ "command": "a", "env": { "A": 1 } }"#), @"mcp.json:2:40: `A` is text; write it in double quotes");
    assert_snapshot!(wrong(r#"{ "command": "a", "env": { "A": "1", "A": "2" } }"#), @"mcp.json:2:45: `A` is given twice; keep one");
    assert_snapshot!(wrong(r#"{ "command": "a", "disabled": "yes" }"#), @"mcp.json:2:38: `disabled` is `true` or `false`");
    assert_snapshot!(wrong(r#"{ "url": "a", "headers": "b" }"#), @r#"mcp.json:2:33: write an object of texts, as `"headers": { "NAME": "value" }`"#);
}

#[test]
fn variables_that_are_not_set_are_told_without_the_value() {
    assert_snapshot!(wrong("{\n    \"url\": \"https://a.example/mcp\",\n    \"headers\": { \"Authorization\": \"Bearer s3cret${RULEBOOK_IS_NOT_SET}\" } }"), @"mcp.json:4:35: the variable `RULEBOOK_IS_NOT_SET` is not set: set it, or write `${RULEBOOK_IS_NOT_SET:-default}`");
    assert_snapshot!(wrong(r#"{ "command": "a", "args": ["${input:token}"] }"#), @"mcp.json:2:35: an editor asks for `input:token`, which this command cannot: write a variable of the environment, as `${TOKEN}`");
}
