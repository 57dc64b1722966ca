//! Which calls run without asking a person.

use std::fmt::Write as _;

use insta::assert_snapshot;
use proptest::prelude::*;
use rulebook::{
    AllowRule, Permission, PermissionMode, PermissionPolicy, PolicyError, ToolKind, ToolSpec,
};
use serde_json::{Map, Value, json};

const MODES: [PermissionMode; 3] =
    [PermissionMode::Ask, PermissionMode::AcceptEdits, PermissionMode::Plan];

const KINDS: [Option<ToolKind>; 5] = [
    Some(ToolKind::Read),
    Some(ToolKind::State),
    Some(ToolKind::Edit),
    Some(ToolKind::Execute),
    None,
];

fn spec(kind: Option<ToolKind>, requires_approval: bool) -> ToolSpec {
    let mut spec = ToolSpec::new("run", "Does something.");
    spec.kind = kind;
    spec.requires_approval = requires_approval;
    spec
}

/// The tool that no mode grants.
fn runner() -> ToolSpec {
    spec(Some(ToolKind::Execute), true)
}

fn arguments(json: Value) -> Map<String, Value> {
    json.as_object().expect("an object").clone()
}

fn allowing(rule: Result<AllowRule, PolicyError>) -> PermissionPolicy {
    PermissionPolicy::new(PermissionMode::Ask).allow(rule.expect("a rule"))
}

fn git_log() -> PermissionPolicy {
    allowing(AllowRule::prefix("run", "command", "git log"))
}

/// Whether a command runs without asking.
fn runs(policy: &PermissionPolicy, command: &str) -> bool {
    let permission = policy.decide(&runner(), &arguments(json!({ "command": command })));
    assert!(!matches!(permission, Permission::Deny { .. }), "{command:?}");
    permission == Permission::Allow
}

fn read(json: &str) -> Result<PermissionPolicy, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

#[test]
fn modes_kinds_approvals_and_rules() {
    let rule = |command| AllowRule::exact("run", "command", command).expect("a rule");
    let call = arguments(json!({ "command": "ls" }));
    let mut table = String::from("mode          kind     approval  no rule  other rule  rule\n");
    for mode in MODES {
        for kind in KINDS {
            for approval in [false, true] {
                let spec = spec(kind, approval);
                let bare = PermissionPolicy::new(mode);
                let policies =
                    [bare.clone(), bare.clone().allow(rule("pwd")), bare.allow(rule("ls"))];
                let [none, other, fits] =
                    policies.map(|policy| match policy.decide(&spec, &call) {
                        Permission::Allow => "allow",
                        Permission::Ask => "ask",
                        Permission::Deny { .. } => "deny",
                    });
                let kind = kind.map_or("none", ToolKind::as_str);
                let mode = mode.as_str();
                let approval = if approval { "yes" } else { "no" };
                let line =
                    format!("{mode:<12}  {kind:<7}  {approval:<8}  {none:<7}  {other:<10}  {fits}");
                writeln!(table, "{line}").expect("text");
            }
        }
    }
    assert_snapshot!(table, @"
    mode          kind     approval  no rule  other rule  rule
    ask           read     no        allow    allow       allow
    ask           read     yes       ask      ask         allow
    ask           state    no        allow    allow       allow
    ask           state    yes       ask      ask         allow
    ask           edit     no        allow    allow       allow
    ask           edit     yes       ask      ask         allow
    ask           execute  no        allow    allow       allow
    ask           execute  yes       ask      ask         allow
    ask           none     no        allow    allow       allow
    ask           none     yes       ask      ask         allow
    accept_edits  read     no        allow    allow       allow
    accept_edits  read     yes       allow    allow       allow
    accept_edits  state    no        allow    allow       allow
    accept_edits  state    yes       allow    allow       allow
    accept_edits  edit     no        allow    allow       allow
    accept_edits  edit     yes       allow    allow       allow
    accept_edits  execute  no        allow    allow       allow
    accept_edits  execute  yes       ask      ask         allow
    accept_edits  none     no        allow    allow       allow
    accept_edits  none     yes       ask      ask         allow
    plan          read     no        allow    allow       allow
    plan          read     yes       ask      ask         allow
    plan          state    no        allow    allow       allow
    plan          state    yes       ask      ask         allow
    plan          edit     no        deny     deny        deny
    plan          edit     yes       deny     deny        deny
    plan          execute  no        deny     deny        deny
    plan          execute  yes       deny     deny        deny
    plan          none     no        ask      ask         allow
    plan          none     yes       ask      ask         allow
    ");
}

#[test]
fn while_planning_the_model_is_told_what_to_do() {
    let plan = PermissionPolicy::new(PermissionMode::Plan);
    let told: Vec<_> = [ToolKind::Edit, ToolKind::Execute]
        .map(|kind| match plan.decide(&spec(Some(kind), false), &Map::new()) {
            Permission::Deny { reason } => reason,
            other => panic!("{other:?}"),
        })
        .into();
    assert_snapshot!(told.join("\n"), @"
    `run` changes data, and nothing is changed while planning: do not call it now, finish the plan with the tools that only read, and present it
    `run` runs commands or code, and nothing is changed while planning: do not call it now, finish the plan with the tools that only read, and present it
    ");
}

#[test]
fn plain_commands_that_begin_with_the_words_run() {
    for command in [
        "git log",
        "git log -5",
        "git log --oneline --graph",
        "git log HEAD -- src/lib.rs",
        "git log --author=ada@example.org",
        "git log v1.0..v1.1",
        "git log --date=2024-01-01T10:00:00+02:00",
        "git log -L1,5:src/lib.rs",
        "git  log",
        "git\tlog\t-5",
        "git log ",
        "git log \"two words\"",
        "git log 'two words'",
        "git log --grep=\"it's done\"",
        "git log \"\"",
    ] {
        assert!(runs(&git_log(), command), "{command:?}");
    }
}

#[test]
fn anything_else_is_asked_about() {
    for command in [
        // Other words.
        "",
        " ",
        "git",
        "log",
        "git logs",
        "git  l",
        "gitlog",
        "gitlog log",
        "git-log",
        "git lo g",
        "GIT LOG",
        "Git log",
        "git LOG",
        "log git",
        "sudo git log",
        "./git log",
        "/bin/git log",
        "git -c core.pager=reboot log",
        "PAGER=reboot git log",
        "env git log",
        // Quotes and escapes where the words should be.
        "\"git\" log",
        "'git log'",
        "git \"log\"",
        "git log\"x\"",
        "git\\ log",
        "g\\it log",
        "g''it log",
        // Blanks that are none, and blanks first.
        " git log",
        "\tgit log",
        "git\u{a0}log",
        "git\u{3000}log",
        "git\u{2003}log -5",
        // Another command.
        "git log; reboot",
        "git log;reboot",
        "git log;",
        "git log & reboot",
        "git log &",
        "git log && reboot",
        "git log || reboot",
        "git log | sh",
        "git log |& sh",
        "git log\nreboot",
        "git log\r\nreboot",
        "git log\rreboot",
        "git log\n",
        "git log \\\nreboot",
        "git log \"a; b\"",
        "git log 'a | b'",
        "git log \"a\nb\"",
        // Substitution and expansion.
        "git log $(reboot)",
        "git log `reboot`",
        "git log \"$(reboot)\"",
        "git log $HOME",
        "git log ${HOME}",
        "git log $'\\n'",
        "git log {a,b}",
        "git log *",
        "git log a?",
        "git log [ab]",
        "git log ~",
        "git log !!",
        "git log !reboot",
        "git log %COMSPEC%",
        "git log ^& reboot",
        "git log =reboot",
        "git log # then",
        "git log \\$x",
        // Redirection and groups.
        "git log > file",
        "git log >> file",
        "git log < file",
        "git log 2>&1",
        "git log <(reboot)",
        "git log >(reboot)",
        "git log <<< x",
        "git log (reboot)",
        "git log )",
        // Quotes that are not closed.
        "git log \"",
        "git log '",
        "git log \"a' b",
        "git log it's",
        "git log \"a\" \"b",
        // Characters that end a text or a line, or that nobody sees.
        "git log\0reboot",
        "git log \0",
        "git log\u{b}reboot",
        "git log\u{c}reboot",
        "git log\u{85}reboot",
        "git log \u{1b}[2K",
        "git log \u{8}",
        "git log \u{7f}",
        "git log\u{2028}reboot",
        "git log\u{2029}reboot",
        "git\u{200b} log",
        "git log\u{200b}",
        "git log \u{200d}",
        "git log \u{202e}toober",
        "git log \u{2066}x",
        "git log \u{feff}",
        "\u{feff}git log",
        "git log \u{ad}",
        "git log \u{3164}",
        "git log \u{115f}",
        "git log \u{e0001}",
        "git log \u{fe0f}",
        // Characters that some systems read as what they look like.
        "git log \u{ff1b} reboot",
        "git log \u{ff5c} sh",
        "git log \u{ff06} reboot",
        "git log \u{37e} reboot",
        "git log \u{2018}a\u{2019}",
        "git log \u{201c}a\u{201d}",
        "git log \u{2b9}a",
        "git log \u{ff02}a\u{ff02}",
        "g\u{456}t log",
        "git l\u{43e}g",
        "git log \u{2013}oneline",
        "git log Zoë",
    ] {
        assert!(!runs(&git_log(), command), "{command:?}");
    }
}

#[test]
fn an_exact_text_is_that_text() {
    let policy = allowing(AllowRule::exact("run", "command", "cargo test | tail"));
    assert!(runs(&policy, "cargo test | tail"));
    for other in ["cargo test", "cargo test | tail ", " cargo test | tail", "Cargo test | tail", ""]
    {
        assert!(!runs(&policy, other), "{other:?}");
    }
}

#[test]
fn the_argument_has_to_be_there_and_alone() {
    for policy in [git_log(), allowing(AllowRule::exact("run", "command", "git log"))] {
        let decide = |json| policy.decide(&runner(), &arguments(json));
        for asked in [
            json!({}),
            json!({ "command": null }),
            json!({ "command": 5 }),
            json!({ "command": ["git log"] }),
            json!({ "command": ["git", "log"] }),
            json!({ "command": { "command": "git log" } }),
            json!({ "Command": "git log" }),
            json!({ "text": "git log" }),
            json!({ "inner": { "command": "git log" } }),
            json!({ "command": "git log", "shell": "sh -c reboot" }),
            json!({ "command": "git log", "force": false }),
        ] {
            assert_eq!(decide(asked.clone()), Permission::Ask, "{asked}");
        }
        assert_eq!(decide(json!({ "command": "git log", "shell": null })), Permission::Allow);
    }
    let rule =
        AllowRule::prefix("run", "command", "git log").and_then(|rule| rule.ignore("timeout"));
    let policy = allowing(rule);
    let decide = |json| policy.decide(&runner(), &arguments(json));
    assert_eq!(decide(json!({ "command": "git log", "timeout": 5 })), Permission::Allow);
    assert_eq!(decide(json!({ "command": "git log", "Timeout": 5 })), Permission::Ask);
    assert_eq!(decide(json!({ "timeout": 5 })), Permission::Ask);
}

#[test]
fn the_name_of_the_tool_is_exact() {
    for name in ["Run", "run2", "ru", "run_", "r\u{75}\u{200b}n"] {
        let policy = allowing(AllowRule::tool(name));
        assert!(!runs(&policy, "ls"), "{name:?}");
    }
    assert!(runs(&allowing(AllowRule::tool("run")), "anything; at all"));
}

#[test]
fn a_policy_is_json() {
    let json = r#"{"mode":"accept_edits","allow":[{"tool":"find_order"},{"tool":"run","argument":"command","prefix":"git log"},{"tool":"run","argument":"command","exact":"cargo test","ignore":["timeout"]}]}"#;
    let policy = read(json).expect("a policy");
    assert_eq!(serde_json::to_string(&policy).expect("json"), json);
    let rules = [
        AllowRule::tool("find_order"),
        AllowRule::prefix("run", "command", "git log"),
        AllowRule::exact("run", "command", "cargo test").and_then(|rule| rule.ignore("timeout")),
    ];
    let built = rules
        .into_iter()
        .map(|rule| rule.expect("a rule"))
        .fold(PermissionPolicy::new(PermissionMode::AcceptEdits), PermissionPolicy::allow);
    assert_eq!(policy, built);
    assert_eq!((policy.mode(), policy.rules().len()), (PermissionMode::AcceptEdits, 3));
    assert_eq!(read("{}"), Ok(PermissionPolicy::default()));
    assert_eq!(read(r#"{"mode":"plan"}"#), Ok(PermissionPolicy::new(PermissionMode::Plan)));
    assert_eq!(policy.with_mode(PermissionMode::Ask).mode(), PermissionMode::Ask);
}

#[test]
fn mistakes_say_what_to_write() {
    let rules = [
        r#"{ }"#,
        r#"{ "tool": "" }"#,
        r#"{ "tool": " " }"#,
        r#"{ "tool": "*" }"#,
        r#"{ "tool": "find_*" }"#,
        r#"{ "tool": "find order" }"#,
        r#"{ "tool": 3 }"#,
        r#"{ "tool": "run", "argument": "command" }"#,
        r#"{ "tool": "run", "argument": null }"#,
        r#"{ "tool": "run", "argument": "", "prefix": "git log" }"#,
        r#"{ "tool": "run", "argument": "command", "prefix": "git", "exact": "git log" }"#,
        r#"{ "tool": "run", "prefix": "git log" }"#,
        r#"{ "tool": "run", "exact": "git log" }"#,
        r#"{ "tool": "run", "argument": "command", "prefix": "" }"#,
        r#"{ "tool": "run", "argument": "command", "prefix": " \t" }"#,
        r#"{ "tool": "run", "argument": "command", "prefix": "git log |" }"#,
        r#"{ "tool": "run", "argument": "command", "prefix": "git log:*" }"#,
        r#"{ "tool": "run", "argument": "command", "prefix": "git \"log\"" }"#,
        r#"{ "tool": "run", "argument": "command", "prefix": "git\nlog" }"#,
        r#"{ "tool": "run", "argument": "command", "prefix": "git =log" }"#,
        r#"{ "tool": "run", "ignore": ["timeout"] }"#,
        r#"{ "tool": "run", "argument": "command", "exact": "ls", "ignore": ["command"] }"#,
        r#"{ "tool": "run", "argument": "command", "exact": "ls", "ignore": [""] }"#,
        r#"{ "tool": "run", "argument": "command", "prefx": "git log" }"#,
        r#"[]"#,
        r#"["run", "command", "git log", "git log", []]"#,
    ];
    let policies = [
        r#"["plan"]"#,
        r#"{ "mode": "acceptEdits" }"#,
        r#"{ "mode": "ask", "deny": [] }"#,
        r#"{ "mode": "ask", "mode": "plan" }"#,
        r#""ask""#,
    ];
    let told = rules
        .into_iter()
        .map(|rule| (rule, format!(r#"{{"allow":[{rule}]}}"#)))
        .chain(policies.into_iter().map(|policy| (policy, policy.to_owned())))
        .map(|(shown, json)| format!("{shown}\n    {}\n", read(&json).unwrap_err()))
        .collect::<String>();
    assert_snapshot!(told, @r#"
    { }
        missing field `tool` at line 1 column 13
    { "tool": "" }
        an allow rule names no tool: write the tool's name in `tool` at line 1 column 25
    { "tool": " " }
        an allow rule names no tool: write the tool's name in `tool` at line 1 column 26
    { "tool": "*" }
        `*` is no name of a tool: write one name in full, and a rule for each tool at line 1 column 26
    { "tool": "find_*" }
        `find_*` is no name of a tool: write one name in full, and a rule for each tool at line 1 column 31
    { "tool": "find order" }
        `find order` is no name of a tool: write one name in full, and a rule for each tool at line 1 column 35
    { "tool": 3 }
        invalid type: integer `3`, expected a string at line 1 column 21
    { "tool": "run", "argument": "command" }
        the allow rule for `run` does not say what `command` has to be: write the words that it begins with in `prefix`, or the whole text in `exact` at line 1 column 51
    { "tool": "run", "argument": null }
        invalid type: null, expected a string at line 1 column 43
    { "tool": "run", "argument": "", "prefix": "git log" }
        the allow rule for `run` names no argument: write in `argument` whose text is meant, or leave all but `tool` out to allow every call at line 1 column 65
    { "tool": "run", "argument": "command", "prefix": "git", "exact": "git log" }
        the allow rule for `run` has both `prefix` and `exact`: keep one of them, and write another rule for the other at line 1 column 88
    { "tool": "run", "prefix": "git log" }
        the allow rule for `run` does not say whose text is meant: write the argument's name in `argument` at line 1 column 49
    { "tool": "run", "exact": "git log" }
        the allow rule for `run` does not say whose text is meant: write the argument's name in `argument` at line 1 column 48
    { "tool": "run", "argument": "command", "prefix": "" }
        the prefix in the allow rule for `run` has no words: write the words that `command` begins with, or leave all but `tool` out to allow every call at line 1 column 65
    { "tool": "run", "argument": "command", "prefix": " \t" }
        the prefix in the allow rule for `run` has no words: write the words that `command` begins with, or leave all but `tool` out to allow every call at line 1 column 68
    { "tool": "run", "argument": "command", "prefix": "git log |" }
        the prefix `git log |` in the allow rule for `run` holds `|`, which can mean more than itself to a shell: write plain words in `prefix`, or the whole text in `exact` at line 1 column 74
    { "tool": "run", "argument": "command", "prefix": "git log:*" }
        the prefix `git log:*` in the allow rule for `run` holds `*`, which can mean more than itself to a shell: write plain words in `prefix`, or the whole text in `exact` at line 1 column 74
    { "tool": "run", "argument": "command", "prefix": "git \"log\"" }
        the prefix `git "log"` in the allow rule for `run` holds `"`, which can mean more than itself to a shell: write plain words in `prefix`, or the whole text in `exact` at line 1 column 76
    { "tool": "run", "argument": "command", "prefix": "git\nlog" }
        the prefix `git\nlog` in the allow rule for `run` holds `\n`, which can mean more than itself to a shell: write plain words in `prefix`, or the whole text in `exact` at line 1 column 73
    { "tool": "run", "argument": "command", "prefix": "git =log" }
        the prefix `git =log` in the allow rule for `run` holds `=`, which can mean more than itself to a shell: write plain words in `prefix`, or the whole text in `exact` at line 1 column 73
    { "tool": "run", "ignore": ["timeout"] }
        the allow rule for `run` fits every call, so there is nothing to ignore: leave `ignore` out, or add `argument` with `prefix` or `exact` at line 1 column 51
    { "tool": "run", "argument": "command", "exact": "ls", "ignore": ["command"] }
        the allow rule for `run` cannot ignore `command`: write the names of other arguments in `ignore` at line 1 column 89
    { "tool": "run", "argument": "command", "exact": "ls", "ignore": [""] }
        the allow rule for `run` cannot ignore ``: write the names of other arguments in `ignore` at line 1 column 82
    { "tool": "run", "argument": "command", "prefx": "git log" }
        unknown field `prefx`, expected one of `tool`, `argument`, `prefix`, `exact`, `ignore` at line 1 column 57
    []
        invalid type: sequence, expected an object at line 1 column 10
    ["run", "command", "git log", "git log", []]
        invalid type: sequence, expected an object at line 1 column 10
    ["plan"]
        invalid type: sequence, expected an object at line 1 column 0
    { "mode": "acceptEdits" }
        unknown variant `acceptEdits`, expected one of `ask`, `accept_edits`, `plan` at line 1 column 23
    { "mode": "ask", "deny": [] }
        unknown field `deny`, expected `mode` or `allow` at line 1 column 23
    { "mode": "ask", "mode": "plan" }
        duplicate field `mode` at line 1 column 23
    "ask"
        invalid type: string "ask", expected an object at line 1 column 5
    "#);
}

proptest! {
    #[test]
    fn no_operator_after_an_allowed_prefix_is_run(
        before in ".{0,20}",
        operator in r"[;&|<>(){}$`\\\n\r\x00*?\[\]~!#%^\x{2028}\x{202e}\x{200b}]",
        after in ".{0,20}",
    ) {
        let command = format!("git log{before}{operator}{after}");
        prop_assert!(!runs(&git_log(), &command), "{:?}", command);
    }

    #[test]
    fn what_runs_is_plain_and_begins_with_the_words(
        command in r#"( |\t|git|log|logs|[a-z"'=@/.-]|;|\$|é){0,8}"#,
    ) {
        for command in [command.clone(), format!("git log{command}"), format!("git log {command}")] {
            let words: Vec<_> = command.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
            let plain = |c: char| c.is_ascii_alphanumeric() || " \t_-./:,=+@\"'".contains(c);
            if runs(&git_log(), &command) {
                prop_assert!(words.starts_with(&["git", "log"]) && command.starts_with("git"));
                prop_assert!(command.chars().all(plain), "{:?}", command);
            }
        }
    }
}
