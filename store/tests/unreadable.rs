//! What no store reads: it is refused, and stays as it is to the byte.

use rulebook::Migrations;

use crate::support::{Folder, Kind, refused};

/// Documents that are none, each with a name.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    let nested = ["[".repeat(200), "]".repeat(200)].concat();
    vec![
        ("empty", text("")),
        ("blank", text("\u{feff} \r\n")),
        ("cut off", text("{\n  \"schemaVersion\": 1,\n  \"tools\": { \"search\": { \"lim")),
        ("cut off in a character", b"{\"schemaVersion\": 1,\n \"tools\": {\"\xc3".to_vec()),
        ("zeros", vec![0; 64]),
        ("another program's", text("{\"name\": \"left-pad\", \"version\": \"1.0.0\"}")),
        ("no object", text("[1, 2]")),
        ("more behind it", text("{\"schemaVersion\": 1, \"tools\": {}}\n{}")),
        ("no version", text("{\"tools\": {}}")),
        ("version 0", text("{\"schemaVersion\": 0, \"tools\": {}}")),
        ("version in words", text("{\"schemaVersion\": \"1\", \"tools\": {}}")),
        ("no tools", text("{\"schemaVersion\": 1}")),
        ("tools in a row", text("{\"schemaVersion\": 1, \"tools\": []}")),
        ("a tool that is none", text("{\"schemaVersion\": 1, \"tools\": {\"search\": null}}")),
        ("more than there is", text("{\"schemaVersion\": 1, \"tools\": {}, \"limit\": 3}")),
        ("twice", text("{\"schemaVersion\": 1, \"tools\": {\"a\": {\"b\": 1, \"b\": 2}}}")),
        ("digits lost", text("{\"schemaVersion\": 1, \"tools\": {\"a\": {\"b\": 1e999}}}")),
        ("not UTF-16", b"\xff\xfe{\0}\0".to_vec()),
        (
            "deep",
            text(&format!("{{\"schemaVersion\": 1, \"tools\": {{\"a\": {{\"b\": {nested}}}}}}}")),
        ),
        ("newer", text("{\"schemaVersion\": 3, \"tools\": {}}")),
        ("much newer", text("{\"schemaVersion\": 18446744073709551615, \"tools\": {}}")),
        ("too large", vec![b' '; (16 << 20) + 1]),
    ]
}

fn told(kind: Kind) -> String {
    let mut told = Vec::new();
    for (name, text) in texts() {
        let folder = Folder::new();
        kind.put(folder.path(), &text);
        let before = folder.files();
        let store = kind.open(folder.path(), Migrations::new().then(|_| Ok(())));
        let error = folder.told(&refused(&*store)).replace("DIR/", "");
        told.push(format!("{name}: {error}"));
        let mut after = folder.files();
        after.remove("settings.json.lock");
        assert!(before == after, "{name}");
    }
    told.join("\n")
}

#[test]
fn a_file_that_is_no_document_is_refused_untouched() {
    insta::assert_snapshot!(told(Kind::Json), @r#"
    empty: Unreadable: `settings.json`: it is empty, and was perhaps cut off; mend it, or put a copy from before in its place
    blank: Unreadable: `settings.json`: it is empty, and was perhaps cut off; mend it, or put a copy from before in its place
    cut off: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 3, column 26: the string does not end; mend it, or put a copy from before in its place
    cut off in a character: Unreadable: `settings.json`: line 2, column 13: this is not UTF-8 text; mend it, or put a copy from before in its place
    zeros: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 1: expected a JSON value, found `\0`; mend it, or put a copy from before in its place
    another program's: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `name` has no place in it; mend it, or put a copy from before in its place
    no object: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: it is no object; mend it, or put a copy from before in its place
    more behind it: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 2, column 1: expected the end of the text, found `{`; mend it, or put a copy from before in its place
    no version: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `schemaVersion` is missing; mend it, or put a copy from before in its place
    version 0: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `schemaVersion` is 0, and counts from 1; mend it, or put a copy from before in its place
    version in words: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `schemaVersion` is "1", and counts from 1; mend it, or put a copy from before in its place
    no tools: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `tools` is missing; mend it, or put a copy from before in its place
    tools in a row: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `tools` is an array, and must be an object by name; mend it, or put a copy from before in its place
    a tool that is none: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: what is stored for `search` is null, and must be an object by name; mend it, or put a copy from before in its place
    more than there is: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `limit` has no place in it; mend it, or put a copy from before in its place
    twice: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 46: `b` is given twice; mend it, or put a copy from before in its place
    digits lost: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 43: `1e999` is larger than any number can be; mend it, or put a copy from before in its place
    not UTF-16: Unreadable: `settings.json`: line 1, column 1: this is not UTF-8 text; mend it, or put a copy from before in its place
    deep: Unreadable: `settings.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 168: the text is nested too deep; mend it, or put a copy from before in its place
    newer: NewerVersion: `settings.json`: the stored settings are of version 3, and this program knows them up to version 2: use the newer program, or a copy from before
    much newer: NewerVersion: `settings.json`: the stored settings are of version 18446744073709551615, and this program knows them up to version 2: use the newer program, or a copy from before
    too large: Unreadable: `settings.json`: it has more than 16 MiB, which no document of settings has; mend it, or put a copy from before in its place
    "#);
}

#[test]
fn a_row_that_is_no_document_is_refused_untouched() {
    insta::assert_snapshot!(told(Kind::Sqlite), @r#"
    empty: Unreadable: `agents.db`, agent `ada`: it is empty, and was perhaps cut off; mend it, or put a copy from before in its place
    blank: Unreadable: `agents.db`, agent `ada`: it is empty, and was perhaps cut off; mend it, or put a copy from before in its place
    cut off: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 3, column 26: the string does not end; mend it, or put a copy from before in its place
    cut off in a character: Unreadable: `agents.db`, agent `ada`: line 2, column 13: this is not UTF-8 text; mend it, or put a copy from before in its place
    zeros: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 1: expected a JSON value, found `\0`; mend it, or put a copy from before in its place
    another program's: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `name` has no place in it; mend it, or put a copy from before in its place
    no object: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: it is no object; mend it, or put a copy from before in its place
    more behind it: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 2, column 1: expected the end of the text, found `{`; mend it, or put a copy from before in its place
    no version: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `schemaVersion` is missing; mend it, or put a copy from before in its place
    version 0: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `schemaVersion` is 0, and counts from 1; mend it, or put a copy from before in its place
    version in words: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `schemaVersion` is "1", and counts from 1; mend it, or put a copy from before in its place
    no tools: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `tools` is missing; mend it, or put a copy from before in its place
    tools in a row: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `tools` is an array, and must be an object by name; mend it, or put a copy from before in its place
    a tool that is none: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: what is stored for `search` is null, and must be an object by name; mend it, or put a copy from before in its place
    more than there is: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: `limit` has no place in it; mend it, or put a copy from before in its place
    twice: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 46: `b` is given twice; mend it, or put a copy from before in its place
    digits lost: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 43: `1e999` is larger than any number can be; mend it, or put a copy from before in its place
    not UTF-16: Unreadable: `agents.db`, agent `ada`: line 1, column 1: this is not UTF-8 text; mend it, or put a copy from before in its place
    deep: Unreadable: `agents.db`, agent `ada`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 168: the text is nested too deep; mend it, or put a copy from before in its place
    newer: NewerVersion: `agents.db`, agent `ada`: the stored settings are of version 3, and this program knows them up to version 2: use the newer program, or a copy from before
    much newer: NewerVersion: `agents.db`, agent `ada`: the stored settings are of version 18446744073709551615, and this program knows them up to version 2: use the newer program, or a copy from before
    too large: Unreadable: `agents.db`, agent `ada`: it has more than 16 MiB, which no document of settings has
    "#);
}
