//! Help, version, and words that are wrong.

use snapbox::str;

use crate::folder::{Folder, stderr};

#[test]
fn help_names_the_commands() {
    let expected = str![[r#"
Rules written in Rhai, as typed and confined tools for an AI agent

Usage: rulebook <COMMAND>

Commands:
  check     Find every mistake in manifests and in the scripts they name
  list      Show the tools of manifests: what they do, what they take, what they give
  call      Call one tool and print its result as a line of JSON
  settings  Show the settings of a tool: each value, and the layer that it comes from
  serve     Serve the tools of manifests over MCP, to any client of it
  watch     Check manifests now, and again whenever they or their scripts change
  help      Print this message or the help of the given subcommand(s)

Options:
  -h, --help     Print help
  -V, --version  Print version

A manifest is a JSON file that says which functions of a script are tools. These
commands find mistakes in manifests and scripts, once or after each change, show
the tools and their settings, call one, and serve them all to agents over MCP.

Examples:
  rulebook check manifests/returns.json --root .
  rulebook list manifests/returns.json --root .
  rulebook call manifests/returns.json calculate_refund_amount @order.json --root .
  rulebook settings samples/settings/rules.json offer_refund
  rulebook watch manifests/returns.json --root .
  rulebook serve manifests/returns.json --root .

Exit status: 0 done; 1 it did not load, the tool failed, or a check found
errors; 2 the words of the call were wrong.

"#]];
    let folder = Folder::new();
    folder.run(&["--help"]).code(0).stdout_eq(expected.clone()).stderr_eq("");
    folder.run(&["help"]).code(0).stdout_eq(expected.clone()).stderr_eq("");
    folder.run(&[]).code(2).stdout_eq("").stderr_eq(expected);
}

#[test]
fn help_of_check() {
    Folder::new().run(&["check", "--help"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Find every mistake in manifests and in the scripts they name

Usage: rulebook check [OPTIONS] <MANIFEST>...

Arguments:
  <MANIFEST>...  The manifests to check

Options:
      --root <DIR>       The folder that no path may leave [default: the manifest's folder]
      --timeout <TIME>   How long the start-up statements or a call may take: 300ms, 2s [default: 2m]
      --isolate          Run scripts in a process of their own, with 512 MiB of memory
      --format <FORMAT>  Whether a person reads the outcome, or a program [default: human] [possible values: human, json]
  -h, --help             Print help

The start-up statements of the scripts run; no tool is called. All manifests are
checked, and the exit status is 1 when one of them has an error. JSON looks like
{"diagnostics":[{"code","severity","message","file","line","column","help"}]}.

Examples:
  rulebook check manifests/returns.json manifests/incidents.json --root .
  rulebook check --format json manifests/returns.json --root .

"#]]);
}

#[test]
fn help_of_list() {
    Folder::new().run(&["list", "--help"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Show the tools of manifests: what they do, what they take, what they give

Usage: rulebook list [OPTIONS] <MANIFEST>...
...
With --format json the tools are one array, with their JSON Schemas. When a
manifest does not load, nothing is listed.

Example:
  rulebook list manifests/returns.json --root .

"#]]);
}

#[test]
fn help_of_call() {
    Folder::new().run(&["call", "--help"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Call one tool and print its result as a line of JSON

Usage: rulebook call [OPTIONS] <MANIFEST> <TOOL> [ARGUMENTS]

Arguments:
  <MANIFEST>   The manifest that has the tool
  <TOOL>       The tool's name
  [ARGUMENTS]  A JSON object in one word, - for standard input, @PATH for a file [default: {}]
...
Standard output holds the result and nothing else. When there is none, the
reason goes to standard error; with --format json it goes to standard output, as
{"error":{"code","message",...}}.

A tool with settings runs with the defaults in its script, what --store says, and
what --set says; `rulebook settings` shows them. What was stored and counts for
nothing is told in notes, on standard error.

Examples:
  rulebook call manifests/referrals.json assess_referral_readiness '{
    "service_line": "cardiology", "has_signed_order": true,
    "has_insurance_authorization": true, "has_clinical_summary": false,
    "has_relevant_imaging": true }' --root .
  rulebook call manifests/returns.json calculate_refund_amount @order.json --root .
  cat order.json | rulebook call manifests/returns.json calculate_refund_amount - --root .

"#]]);
}

#[test]
fn help_of_settings() {
    Folder::new().run(&["settings", "--help"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Show the settings of a tool: each value, and the layer that it comes from

Usage: rulebook settings [OPTIONS] <MANIFEST> <TOOL>

Arguments:
  <MANIFEST>  The manifest that has the tool
  <TOOL>      The tool's name

Options:
      --store <FILE>      The file with the stored settings, which is only read
      --set <NAME=VALUE>  A setting of this run: text where it takes text, else JSON; once for each
      --root <DIR>        The folder that no path may leave [default: the manifest's folder]
      --timeout <TIME>    How long the start-up statements or a call may take: 300ms, 2s [default: 2m]
      --isolate           Run scripts in a process of their own, with 512 MiB of memory
      --format <FORMAT>   Whether a person reads the outcome, or a program [default: human] [possible values: human, json]
  -h, --help              Print help

The layers, lowest first: code, the defaults in the script; host, a program's own
configuration, which no command has; stored, the file of --store; run, --set.
Stored settings and runs reach configurable settings only.

What was stored and counts for nothing is told in notes, on standard error. No
migration runs: the file is taken in the version that it has. JSON looks like
{"tool","settings":[{"name","value","layer","configurable","description"}],
"notes":[{"tool","member","layer","message"}]}.

Examples:
  rulebook settings samples/settings/rules.json offer_refund
  rulebook settings samples/settings/rules.json offer_refund --set tone=friendly

"#]]);
}

#[test]
fn help_of_watch() {
    Folder::new().run(&["watch", "--help"]).code(0).stderr_eq("").stdout_eq(str![[r#"
Check manifests now, and again whenever they or their scripts change

Usage: rulebook watch [OPTIONS] <MANIFEST>...

Arguments:
  <MANIFEST>...  The manifests to check

Options:
      --poll <TIME>      How often to look, for file systems that tell of no changes: 500ms, 5s [default: 2s]
      --root <DIR>       The folder that no path may leave [default: the manifest's folder]
      --timeout <TIME>   How long the start-up statements or a call may take: 300ms, 2s [default: 2m]
      --isolate          Run scripts in a process of their own, with 512 MiB of memory
      --format <FORMAT>  Whether a person reads the outcome, or a program [default: human] [possible values: human, json]
  -h, --help             Print help

A line is printed whenever a manifest loads, with what changed. When it does not,
every mistake is shown, as `check` does. A manifest that is not there is waited
for. Ctrl-C ends it, with status 0. No tool is called.

JSON is one object a line:
{"event":"loaded","generation","tools","added","removed","changed","breaking"}
{"event":"failed","generation","diagnostics"}
The generation of a failure is the last that loaded, or null. With several
manifests each object ends with the "manifest" that it is about.

Examples:
  rulebook watch manifests/returns.json --root .
  rulebook watch manifests/returns.json manifests/incidents.json --root .
  rulebook watch --format json --poll 500ms manifests/returns.json --root .

"#]]);
}

#[test]
fn the_version_is_told() {
    let version = concat!("rulebook ", env!("CARGO_PKG_VERSION"), "\n");
    Folder::new().run(&["--version"]).code(0).stdout_eq(version).stderr_eq("");
}

#[test]
fn wrong_words_end_with_status_2() {
    let folder = Folder::new();
    let lines: [&[&str]; 22] = [
        &["frobnicate"],
        &["check"],
        &["list"],
        &["call"],
        &["call", "rules.json"],
        &["call", "rules.json", "add", "{}", "{}"],
        &["check", "--frob", "rules.json"],
        &["check", "--format", "yaml", "rules.json"],
        &["check", "rules.json", "--format"],
        &["call", "rules.json", "add", "--root"],
        &["call", "rules.json", "add", "-5"],
        &["settings"],
        &["settings", "rules.json"],
        &["settings", "rules.json", "add", "add"],
        &["settings", "rules.json", "add", "--set"],
        &["settings", "rules.json", "add", "--set", "limit"],
        &["call", "rules.json", "add", "--set", "=3"],
        &["call", "rules.json", "add", "--set", "a=3", "--set", "b=3", "--set", "a=3"],
        &["list", "rules.json", "--set", "a=3"],
        &["watch"],
        &["watch", "rules.json", "--poll", "2"],
        &["watch", "rules.json", "--poll", "0s"],
    ];
    for words in lines {
        let output = folder.run(words).code(2).stdout_eq("");
        assert!(stderr(&output).starts_with("error: "), "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_word_that_is_not_text_ends_with_status_2() {
    use std::os::unix::ffi::OsStrExt as _;

    let word = std::ffi::OsStr::from_bytes(b"{\"a\": \"\xff\"}");
    let output = Folder::new().command(&["call", "rules.json", "add"]).arg(word).assert();
    output.code(2).stdout_eq("");
}

#[test]
fn a_word_that_is_nearly_right_is_named() {
    let folder = Folder::new();
    let output = folder.run(&["chekc", "rules.json"]).code(2);
    assert!(stderr(&output).contains("'check'"));
    let output = folder.run(&["list", "--fromat", "json", "rules.json"]).code(2);
    assert!(stderr(&output).contains("'--format'"));
}

#[test]
fn a_time_that_cannot_be_read_is_told_in_words() {
    let folder = Folder::new();
    for command in ["check", "list", "call", "settings", "watch"] {
        let output = folder.run(&[command, "rules.json", "add", "--timeout", "2"]);
        output.code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid value '2' for '--timeout <TIME>': the unit is missing; write a whole number and a unit, as in `2s`, `300ms` or `2m`

For more information, try '--help'.

"#]]);
    }
    for time in ["", "s", "0s", "0ms", "-1s", "+1s", "1.5s", "2h", "2 s", "99999999999999999999m"] {
        let flag = format!("--timeout={time}");
        let output = folder.run(&["call", "rules.json", "add", &flag]).code(2).stdout_eq("");
        assert!(stderr(&output).contains("'--timeout"), "{time}");
    }
}

#[test]
fn times_with_a_unit_are_taken() {
    let folder = Folder::new();
    for time in ["2s", "30000ms", "2m"] {
        folder
            .run(&["call", "--timeout", time, "rules.json", "add", r#"{"a": 1, "b": 2}"#])
            .code(0)
            .stdout_eq("3\n")
            .stderr_eq("");
    }
}
