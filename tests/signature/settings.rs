//! Settings that a script declares: what is read of them, and for each mistake what is
//! underlined, and a part of the help.

use rulebook::Code::*;

use super::wrong::check_blanked;
use super::{good, reading};

/// Each setting of a script with its type and its default, one a line.
fn settings(script: &str) -> String {
    let settings = good(script).settings;
    let lines = settings.iter().flat_map(|settings| {
        settings.members.iter().map(|member| {
            let ty = member.ty.as_ref().map(ToString::to_string).unwrap_or_default();
            let default = member.default.as_ref().map(ToString::to_string).unwrap_or_default();
            format!("{}.{}: {ty} = {default}", settings.name, member.name)
        })
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The default of one setting of a type.
#[track_caller]
fn default(ty: &str, written: &str) -> String {
    let script = format!("settings S = #{{ x: {ty} = {written} }};");
    let settings = good(&script).settings;
    let member = settings.first().and_then(|settings| settings.members.first());
    member.and_then(|member| member.default.as_ref()).map(ToString::to_string).unwrap_or_default()
}

#[test]
fn declarations_are_read() {
    for (script, expected) in [
        ("settings S = #{ a: int = 1 };", "S.a: int = 1"),
        ("settings S=#{a:int=1,};", "S.a: int = 1"),
        ("settings S = #{\n\ta: int = 1,\r\n b: int = 2\n} ;", "S.a: int = 1\nS.b: int = 2"),
        (
            "settings A = #{ a: int = 1 }; settings B = #{ a: bool = true };",
            "A.a: int = 1\nB.a: bool = true",
        ),
        (
            "settings S = #{ \"two words\": int = 1, \"\": int = 2 };",
            "S.two words: int = 1\nS.: int = 2",
        ),
        (
            "settings S = #{ type: int = 1, settings: int = 2 };",
            "S.type: int = 1\nS.settings: int = 2",
        ),
        ("settings settings = #{ a: int = 1 };", "settings.a: int = 1"),
        ("settings type = #{ a: int = 1 };", "type.a: int = 1"),
        // Aliases in any order.
        ("settings S = #{ a: A = [1] }; type A = array<B>; type B = int;", "S.a: array<int> = [1]"),
        ("type A = int; settings S = #{ a: A? = () };", "S.a: int? = null"),
        ("let x = 1; settings S = #{ a: int = 1 }; x", "S.a: int = 1"),
        ("fn f(s: S) -> int { 1 } settings S = #{ a: int = 1 };", "S.a: int = 1"),
        ("settings S /* c */ = #{ /* c */ a /* c */ : int // c\n = 1 /* c */ };", "S.a: int = 1"),
        (
            "/** S */ settings S = #{ /// A\n a: int = 1,\n /** B\n*/ b: int = /// c\n 2 };",
            "S.a: int = 1\nS.b: int = 2",
        ),
    ] {
        assert_eq!(settings(script), expected, "{script}");
    }
}

#[test]
fn settings_is_an_ordinary_name_elsewhere() {
    for script in [
        "let settings = 1; settings = #{ a: 2 }; settings.a",
        "settings = #{ a: 1 };",
        "fn f(settings: int) -> int { settings }",
        "settings S = #{ a: int = 1 }; fn f(settings: S) -> int { settings.a }",
        "settings settings = #{ a: int = 1 }; fn f(settings: settings) -> int { settings.a }",
        "fn settings(settings) { settings == #{} }",
        "type A = #{ settings: int }; fn f(a: A) -> int { a.settings }",
        "let a = #{ settings: 1 }; a.settings = #{ b: 1 };",
        "fn f() { let x = settings; x }",
    ] {
        good(script);
    }
    // It has to begin a statement.
    let script = "let x = settings S = #{ a: int = 1 };";
    assert_eq!(reading(script).settings.len(), 0);
    let declared = "settings S = #{ a: int = 1 };";
    assert_eq!(good(declared).plain.trim(), "");
    let both = format!("let settings = 1; {declared} settings = 2;");
    assert_eq!(good(&both).plain, format!("let settings = 1; {:29} settings = 2;", ""));
}

#[test]
fn doc_comments_are_descriptions() {
    let script = "/// How it is done.\n/// Well.\nsettings S = #{\n\
                  /// The most.\n    /// Of all.\n    a: int = 1, // no\n\
                  /** Another. */ b: int = 2, c: int = 3 };\n/// F.\nfn f(s: S) -> int { 1 }";
    let reading = good(script);
    let record = &reading.settings[0];
    assert_eq!(record.doc.as_deref(), Some("How it is done.\nWell."));
    let texts: Vec<_> = record.members.iter().map(|member| member.doc.as_deref()).collect();
    assert_eq!(texts, [Some("The most.\nOf all."), Some("Another."), None]);
    assert_eq!(reading.functions[0].doc.as_deref(), Some("F."));
}

#[test]
fn defaults_are_literals_of_their_type() {
    for (ty, written, expected) in [
        ("bool", "true", "true"),
        ("bool", "false", "false"),
        ("int", "0", "0"),
        ("int", "-5", "-5"),
        ("int", "- 5", "-5"),
        ("int", "1_000_000", "1000000"),
        ("int", "0xFF", "255"),
        ("int", "0o17", "15"),
        ("int", "0b1010", "10"),
        ("int", "- 0xFF", "-255"),
        ("int", "9223372036854775807", "9223372036854775807"),
        ("int", "-9223372036854775808", "-9223372036854775808"),
        ("float", "3", "3.0"),
        ("float", "3.5", "3.5"),
        ("float", "-0.25", "-0.25"),
        ("float", "1e-7", "1e-7"),
        ("float", "1_0.2_5", "10.25"),
        ("float", "1.", "1.0"),
        ("float", "9007199254740992", "9007199254740992.0"),
        ("decimal", "3", "3"),
        ("decimal", "19.99", "19.99"),
        ("decimal", "0.10", "\"0.10\""),
        ("decimal", "-0.1", "-0.1"),
        ("decimal", "12345678901234567.89", "\"12345678901234567.89\""),
        ("decimal", "0.1000000000000000055511151231", "\"0.1000000000000000055511151231\""),
        ("decimal", "79228162514264337593543950335", "\"79228162514264337593543950335\""),
        ("decimal", "1e3", "1000"),
        ("string", "\"\"", "\"\""),
        ("string", "\"3\"", "\"3\""),
        ("string", "`a \"b\" \\n`", "\"a \\\"b\\\" \\\\n\""),
        ("string", "`\na\nb`", "\"a\\nb\""),
        ("string", "`a \\${b}`", "\"a ${b}\""),
        ("string", "#\"a\\n\"#", "\"a\\\\n\""),
        (
            "string",
            r#""q\" b\\ n\n t\t r\r x\x41 u\u00e9 U\U0001F600""#,
            "\"q\\\" b\\\\ n\\n t\\t r\\r xA ué U😀\"",
        ),
        ("string", "\"a \\\n     b\"", "\"a b\""),
        ("string?", "()", "null"),
        ("string?", "( )", "null"),
        ("int?", "3", "3"),
        ("\"x\" | \"y\"", "\"y\"", "\"y\""),
        ("\"x\" | \"y\"?", "()", "null"),
        ("array", "[]", "[]"),
        ("array", "[1, -2.5, \"x\", true, [], #{ a: [] }]", "[1,-2.5,\"x\",true,[],{\"a\":[]}]"),
        ("array<int>", "[1, 2,]", "[1,2]"),
        ("array<array<decimal>>", "[[1.10], []]", "[[\"1.10\"],[]]"),
        ("array<int>?", "[]", "[]"),
        ("map", "#{}", "{}"),
        ("map", "#{ \"a b\": 1, c: #{} }", "{\"a b\":1,\"c\":{}}"),
        ("map<float>", "#{ a: 1, b: 2.5, }", "{\"a\":1.0,\"b\":2.5}"),
        ("#{}", "#{}", "{}"),
        ("#{ a: int, b?: int }", "#{ a: 1 }", "{\"a\":1}"),
        ("#{ a: int, b?: int }", "#{ b: 2, a: 1 }", "{\"a\":1,\"b\":2}"),
        ("#{ a: int, b?: int }", "#{ a: 1, b: () }", "{\"a\":1}"),
        ("#{ a: int?, b?: int? }", "#{ a: (), b: () }", "{\"a\":null}"),
        (
            "array<#{ x: \"a\" | \"b\", y?: map<int> }>",
            "[#{ x: \"b\", y: #{ k: 1 } }]",
            "[{\"x\":\"b\",\"y\":{\"k\":1}}]",
        ),
    ] {
        assert_eq!(default(ty, written), expected, "{ty} = {written}");
    }
}

/// Rhai reads the same texts and numbers as they are read here.
#[test]
fn defaults_are_what_rhai_reads() {
    let engine = rhai::Engine::new();
    for (ty, written) in [
        ("string", "  \"a \\\n        b \\\n c\""),
        ("string", "`\n  a\n    b`"),
        ("string", "`\r\na\r\nb`"),
        ("string", "\"a\"\"b\""),
        ("string", "##\"a\"#\"##"),
        ("string", r#""\x7f\u2028\U0010FFFF""#),
        ("int", "0x7fff_ffff_ffff_ffff"),
        ("int", "0B11"),
        ("int", "-9223372036854775808"),
        ("int", "1__0"),
        ("float", "1E+3"),
        ("float", "2.5e-3_0"),
    ] {
        let script = format!("settings S = #{{ x: {ty} = {written} }};");
        let place = script.find(written).unwrap();
        let mut plain: String = script
            .chars()
            .enumerate()
            .map(|(at, c)| if at < place && c != '\n' { ' ' } else { c })
            .collect();
        plain.truncate(plain.len() - " };".len());
        let json = default(ty, written);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        match ty {
            "string" => assert_eq!(json, engine.eval::<String>(&plain).unwrap(), "{script:?}"),
            "int" => assert_eq!(json, engine.eval::<i64>(&plain).unwrap(), "{script:?}"),
            _ => assert_eq!(json, engine.eval::<f64>(&plain).unwrap(), "{script:?}"),
        }
    }
}

/// One setting of a type with a default that is none, what is underlined, and help.
#[track_caller]
fn check_defaults(cases: &[(&str, &str, &str, &str)]) {
    for (ty, written, underlined, help) in cases {
        let script = format!(
            "settings S = #{{ x: {ty} = {written}, y: int = 1 }};\nfn f(s: S) -> int {{ 1 }}"
        );
        let reading = reading(&script);
        let shown: Vec<_> = reading.problems.iter().map(ToString::to_string).collect();
        let [problem] = &*reading.problems else { panic!("{script}\n{}", shown.join("\n")) };
        assert_eq!(problem.code(), InvalidDefault, "{script}\n{problem}");
        assert_eq!(problem.underlined(), Some(*underlined), "{script}\n{problem}");
        let said = problem.help_text().unwrap();
        assert!(said.contains(help), "{help:?} is not in {said:?}\n{script}");
        // The rest is read all the same.
        let members = reading.settings.first().map(|settings| settings.members.len());
        assert_eq!(members, Some(2), "{script}");
        assert_eq!(reading.functions.len(), 1, "{script}");
        rhai::Engine::new_raw().compile(&reading.plain).expect("nothing is left over");
    }
}

#[test]
fn a_default_of_another_type_is_an_error_at_its_place() {
    check_defaults(&[
        ("int", "\"3\"", "\"3\"", "write `3` without quotes"),
        ("int", "\"three\"", "\"three\"", "a whole number, like `3`"),
        ("int", "3.0", "3.0", "a whole number"),
        ("int", "1e3", "1e3", "a whole number"),
        ("int", "9223372036854775808", "9223372036854775808", "go from"),
        ("int", "-9223372036854775809", "-9223372036854775809", "go from"),
        ("int", "0xffff_ffff_ffff_ffff", "0xffff_ffff_ffff_ffff", "go from"),
        ("int", "()", "()", "`int?` can be null"),
        ("int", "true", "true", "a whole number"),
        ("int", "[]", "[]", "a whole number"),
        ("bool", "1", "1", "`true` or `false`"),
        ("bool", "\"true\"", "\"true\"", "write `true` without quotes"),
        ("float", "\"2.5\"", "\"2.5\"", "write `2.5` without quotes"),
        ("float", "9007199254740993", "9007199254740993", "decimal"),
        ("float", "0.10000000000000000001", "0.10000000000000000001", "decimal"),
        ("float", "1e999", "1e999", "decimal"),
        ("decimal", "1e40", "1e40", "28 digits"),
        (
            "decimal",
            "0.12345678901234567890123456789012",
            "0.12345678901234567890123456789012",
            "28 digits",
        ),
        ("decimal", "\"19.99\"", "\"19.99\"", "write `19.99` without quotes"),
        ("string", "3", "3", "put it in quotes: `\"3\"`"),
        ("string", "true", "true", "put it in quotes: `\"true\"`"),
        ("string", "()", "()", "`string?` can be null"),
        ("string", "'x'", "'x'", "write `\"x\"`"),
        ("string", "`a ${1 + 1} b`", "`a ${1 + 1} b`", "whole text"),
        ("string?", "3", "3", "`\"3\"`"),
        ("\"open\" | \"closed\"", "\"opne\"", "\"opne\"", "did you mean `\"open\"`?"),
        ("\"open\" | \"closed\"", "\"zzz\"", "\"zzz\"", "write one of them"),
        ("\"open\" | \"closed\"", "1", "1", "one of `\"open\"`, `\"closed\"`"),
        ("array<int>", "1", "1", "write `[1]`"),
        ("array<string>", "\"fire\"", "\"fire\"", "write `[\"fire\"]`"),
        ("array<\"a\" | \"b\">?", "\"a\"", "\"a\"", "write `[\"a\"]`"),
        ("array", "true", "true", "write `[true]`"),
        ("array<#{ a: int }>", "#{ a: 1 }", "#{ a: 1 }", "write `[#{ a: 1 }]`"),
        ("array<array<int>>", "1", "1", "`[...]`"),
        ("array<int>", "#{}", "#{}", "`[...]`"),
        ("array<int>", "[1, \"2\", 3]", "\"2\"", "write `2` without quotes"),
        ("array", "[1, ()]", "()", "leave it out"),
        ("array", "[9223372036854775808]", "9223372036854775808", "go from"),
        ("map", "[]", "[]", "`#{ ... }`"),
        ("map", "#{ a: () }", "()", "leave it out"),
        ("map", "{ a: 1 }", "{", "write `#{`"),
        ("map<int>", "#{ a: 1, a: 2 }", "a", "leave one of them out"),
        ("map<int>", "#{ a: \"1\" }", "\"1\"", "write `1` without quotes"),
        ("#{ a: int }", "#{}", "#{}", "write `a: `"),
        ("#{ a: int }", "#{ a: 1, b: 2 }", "b", "the fields of its type are `a`"),
        ("#{ amount: int }", "#{ amuont: 2, amount: 1 }", "amuont", "did you mean `amount`?"),
        ("#{ city: string }", "#{ town: \"x\" }", "town", "did you mean `city`?"),
        ("#{ a: int, city?: string }", "#{ a: 1, ctiy: \"x\" }", "ctiy", "did you mean `city`?"),
        ("map<#{ city: int, b: int }>", "#{ x: #{ b: 1, town: 1 } }", "town", "`city`"),
        ("#{ a: #{ b: array<int> } }", "#{ a: #{ b: [1, true] } }", "true", "a whole number"),
    ]);
}

#[test]
fn a_default_that_is_to_be_worked_out_is_an_error() {
    check_defaults(&[
        ("int", "10 * 60", "10 * 60", "write the value itself"),
        ("int", "LIMIT", "LIMIT", "write its value in its place"),
        ("array<int>", "[limit]", "limit", "write its value in its place"),
        ("int", "global::LIMIT", "global::LIMIT", "write the value itself"),
        ("int", "limit(1, 2)", "limit(1, 2)", "write the value itself"),
        ("int", "-LIMIT", "-LIMIT", "write the value itself"),
        ("int", "+1", "+1", "write the value itself"),
        ("int", "!true", "!true", "write the value itself"),
        ("int", "1 + \n 2", "1 + \n 2", "write the value itself"),
        ("int", "(1)", "(1)", "write the value itself"),
        ("int", "if a { 1 } else { 2 }", "if a { 1 } else { 2 }", "write the value itself"),
        ("int", "\"a\".len()", "\"a\".len()", "write the value itself"),
        ("int", "[1, 2][0]", "[1, 2][0]", "write the value itself"),
        ("int", "|x| x", "|x| x", "write the value itself"),
        ("string", "\"a\" + \"b\"", "\"a\" + \"b\"", "write the value itself"),
        ("decimal", "parse_decimal(\"19.90\")", "parse_decimal(\"19.90\")", "write `19.90`"),
        ("decimal", "decimal(1.5)", "decimal(1.5)", "write `1.5`"),
        ("int", "parse_int(\"15\")", "parse_int(\"15\")", "write `15`"),
        ("string", "parse_decimal(\"a\")", "parse_decimal(\"a\")", "write the value itself"),
        ("string", "fire", "fire", "put it in quotes: `\"fire\"`"),
        ("string?", "Fire", "Fire", "put it in quotes: `\"Fire\"`"),
        ("\"low\" | \"high\"", "low", "low", "put it in quotes: `\"low\"`"),
        ("\"LOW\" | \"HIGH\"", "LOW", "LOW", "put it in quotes: `\"LOW\"`"),
        ("string", "LIMIT", "LIMIT", "write its value in its place; if it is a text"),
        ("array<string>", "[\"a\", fire]", "fire", "put it in quotes: `\"fire\"`"),
        ("array<string>", "fire", "fire", "put it in quotes: `\"fire\"`"),
        ("#{ a: string }", "#{ a: fire }", "fire", "put it in quotes: `\"fire\"`"),
        ("bool", "True", "True", "write `true`"),
        ("bool", "FALSE", "FALSE", "write `false`"),
        ("decimal", "75%", "75%", "write `0.75`, or `75` if"),
        ("float", "7.5 %", "7.5 %", "write `0.075`, or `7.5` if"),
        ("decimal", "19,90", "19,90", "write `19.90`, with a point"),
        ("decimal", "-19,5", "-19,5", "write `-19.5`, with a point"),
        ("int", "1,250", "1,250", "write `1.250`, with a point; or `1250` if"),
        ("string", "'email'", "'email'", "write `\"email\"`"),
        ("string", "“email”", "“email”", "write `\"email\"`"),
        ("string", "„two words“", "„two words“", "write `\"two words\"`"),
        ("array<string>", "[‘email’]", "‘email’", "write `\"email\"`"),
        ("array<int>", "[1, 2 * 3, 4]", "2 * 3", "write the value itself"),
        (
            "map<int>",
            "#{ a: 1, b: f(#{ c: [1, 2] }) }",
            "f(#{ c: [1, 2] })",
            "write the value itself",
        ),
        ("string?", "null", "null", "write `()`"),
        ("int?", "None", "None", "write `()`"),
        ("int?", "NULL", "NULL", "write `()`"),
        ("int?", "nil", "nil", "write `()`"),
        ("\"none\" | \"x\"", "none", "none", "put in quotes: `\"none\"`"),
        ("int", "-0xFF", "-0xFF", "decimal digits"),
    ]);
}

#[test]
fn what_is_no_declaration_of_settings_says_what_to_write() {
    check_blanked(&[
        ("settings S = #{};", &[(MalformedSettings, "S", "`#{ limit: int = 10 }`")]),
        ("settings S = #{ a: int };", &[(MalformedSettings, "int", "after the type")]),
        ("settings S = #{ a: int, b: int = 1 };", &[(MalformedSettings, "int", "after the type")]),
        (
            "settings S = #{ a: array<int> b: int = 1 };",
            &[(MalformedSettings, ">", "after the type")],
        ),
        (
            "settings S = #{ a = 1, b: int = \"x\" };",
            &[(MalformedSettings, "a", "`a: T = ...`"), (InvalidDefault, "\"x\"", "whole number")],
        ),
        ("settings S = #{ a };", &[(MalformedSettings, "a", "`a: T = ...`")]),
        ("settings S = #{ a?: int = 1 };", &[(MalformedSettings, "a?", "`a: int? = ()`")]),
        ("settings S = #{ a: int = };", &[(InvalidDefault, "=", "write it here")]),
        ("settings S = #{ a: int = , b: int = 1 };", &[(InvalidDefault, "=", "write it here")]),
        (
            "settings S = #{ a?: string = (), b?: int? = () };",
            &[
                (MalformedSettings, "a?", "`a: string? = ()`"),
                (MalformedSettings, "b?", "`b: int? = ()`"),
            ],
        ),
        (
            "settings S = #{ a: int = 1; b: int = 2; /// C\n c: int = \"x\"; };",
            &[
                (MalformedSettings, ";", "write `,` in place of `;`"),
                (InvalidDefault, "\"x\"", "whole number"),
            ],
        ),
        (
            "settings S = #{ a: int = ; \"b\": int = 2 };",
            &[(InvalidDefault, "=", "write it here"), (MalformedSettings, ";", "write `,`")],
        ),
        (
            "settings S = #{ a: #{ b: int; c: int } = #{ b: 1; c: 2 } };",
            &[(MalformedType, ";", "write `,`"), (InvalidDefault, ";", "write `,`")],
        ),
        ("settings S = #{ a: array<int> = [1; 2] };", &[(InvalidDefault, ";", "write `,`")]),
        (
            "settings S = #{ a: int = 1 b: int = 2 };",
            &[(MalformedSettings, "1", "write `,` after it")],
        ),
        (
            "settings S = #{ a: int = 1; b: int = 2 };",
            &[(MalformedSettings, ";", "write `,` in place of `;`")],
        ),
        (
            "settings S = #{ a: int = 1;\n};",
            &[(MalformedSettings, ";", "write `,` in place of `;`")],
        ),
        ("settings S = #{ a: int = 1, a: int = 2 };", &[(MalformedSettings, "a", "line 1")]),
        (
            "settings S = #{ a: int = 1,\n \"a\": int = 2 };",
            &[(MalformedSettings, "\"a\"", "line 1")],
        ),
        ("settings S = #{ a: int = 1 }", &[(MalformedSettings, "}", "write `;`")]),
        ("settings S = #{ a: int = 1 }\nfn f() { 1 }", &[(MalformedSettings, "}", "write `;`")]),
        ("settings S = #{ a: int = 1", &[(MalformedSettings, "#{", "`};`")]),
        ("settings S = #{ a: int = 1;", &[(MalformedSettings, "#{", "`};`")]),
        ("settings S = #{ a: int = 1, \nfn f() { 1 }", &[(MalformedSettings, "#{", "`};`")]),
        (
            "settings S = #{ a: int = 1, \nsettings T = #{ b: int = 1 };",
            &[(MalformedSettings, "#{", "`};`")],
        ),
        ("settings S = #{ a: array<int> = [1, 2 };", &[(InvalidDefault, "2", "`]`")]),
        (
            "settings S = #{ a: string = \"a\\d\" };",
            &[(InvalidDefault, "\"a\\d", "for a backslash")],
        ),
        ("settings S = #{ a: string = \"a };", &[(InvalidDefault, "\"a };", "close the text")]),
        ("settings S = #{ 1: int = 1 };", &[(MalformedSettings, "1", "write settings as in")]),
        ("settings S = #{ , a: int = 1 };", &[(MalformedSettings, ",", "write settings as in")]),
        ("settings S = #{ let: int = 1 };", &[(MalformedSettings, "let", "`\"let\"`")]),
        ("settings S = #{ match: int = 1 };", &[(MalformedSettings, "match", "`\"match\"`")]),
        ("settings match = #{ a: int = 1 };", &[(MalformedSettings, "match", "another name")]),
        ("settings S = #{ a: int 1 };", &[(MalformedType, "1", "write `=`")]),
        ("settings S = #{ a: list<int> = [1] };", &[(UnknownType, "list", "`array<int>`")]),
        ("settings S = #{ a: array<int = [1], b: bool = 1 };", &[(MalformedType, "=", "`>`")]),
        ("settings S = #{ a: () = () };", &[(MisplacedType, "()", "`T?`")]),
        ("settings S = #{ a: session = #{} };", &[(MisplacedType, "session", "parameter")]),
        (
            "settings S = #{ a: array<int?> = [] };",
            &[(MisplacedType, "array<int?>", "leave out the `?`")],
        ),
        (
            "settings S = #{ a: map<int?>? = () };",
            &[(MisplacedType, "map<int?>?", "leave out the `?`")],
        ),
        (
            "type A = array<B>; type B = int?; settings S = #{ a: #{ x?: A } = #{} };",
            &[(MisplacedType, "#{ x?: A }", "leave out the `?`")],
        ),
        (
            "fn f() { settings S = #{ a: int = 1 }; 1 }",
            &[(MisplacedType, "settings S =", "out of the braces")],
        ),
    ]);
}

#[test]
fn a_head_that_is_nearly_one_says_what_to_write_and_nothing_else() {
    for (head, underlined, help) in [
        ("Settings X = #{", "Settings X = #{", "write `settings X = #{`"),
        ("setting X = #{", "setting X = #{", "write `settings X = #{`"),
        ("SETTINGS X = #{", "SETTINGS X = #{", "write `settings X = #{`"),
        ("setings X = {", "setings X = {", "write `settings X = #{`"),
        ("settings X #{", "settings X #{", "write `settings X = #{`"),
        ("settings X {", "settings X {", "write `settings X = #{`"),
        ("settings X: #{", "settings X: #{", "write `settings X = #{`"),
        ("Settings X: {", "Settings X: {", "write `settings X = #{`"),
        ("settings X == #{", "settings X == #{", "write `settings X = #{`"),
        ("settings \"X\" = #{", "settings \"X\" = #{", "write `settings X = #{`"),
        ("settings = #{", "settings = #{", "write `settings NAME = #{`"),
        ("settings #{", "settings #{", "write `settings NAME = #{`"),
        ("settings: #{", "settings: #{", "write `settings NAME = #{`"),
        ("Settings = {", "Settings = {", "write `settings NAME = #{`"),
        ("type X = #{", "type", "write `settings X = #{` if these are settings"),
        ("config X = #{", "config X = #{", "write `settings X = #{`"),
        ("struct X {", "struct X {", "write `settings X = #{`"),
        ("const X = #{", "const X = #{", "write `settings X = #{`"),
    ] {
        for docs in ["", "/// Of it.\n/// More.\n", "let x = 1; "] {
            let members = " /// One.\n a: int = 1,\n b?: array<#{ c: string }> = [],\n\
                           \"c\": \"x\" | \"y\" = \"x\" }";
            let members = members.replace("b?", "b");
            let rest = "\n/// F.\nfn f(s: X) -> int { s.a }";
            let script = format!("{docs}{head}{members};{rest}");
            let reading = reading(&script);
            let shown: Vec<_> = reading.problems.iter().map(ToString::to_string).collect();
            let [problem] = &*reading.problems else { panic!("{script}\n{}", shown.join("\n")) };
            assert_eq!(problem.code(), MalformedSettings, "{script}\n{problem}");
            assert_eq!(problem.underlined(), Some(underlined), "{script}\n{problem}");
            let said = problem.help_text().unwrap();
            assert!(said.contains(help), "{help:?} is not in {said:?}\n{script}");
            assert_eq!(reading.functions.len(), 1, "{script}");
            rhai::Engine::new_raw().compile(&reading.plain).expect("nothing is left over");
        }
    }
    check_blanked(&[
        // What is wrong in them is told as well.
        (
            "Settings X = #{ a: int = \"x\" };",
            &[(MalformedSettings, "Settings X = #{", "`settings X"), (InvalidDefault, "\"x\"", "")],
        ),
        ("Type X = #{ a: int };", &[(MalformedType, "Type X =", "write `type X =`")]),
        (
            "type X = #{ a: int, b: int = 1 };",
            &[(MalformedType, "=", "write `settings` in place of `type`")],
        ),
        ("type X = #{ a: int; b: int; };", &[(MalformedType, ";", "write `,` in place of `;`")]),
        ("fn f(x: #{ a: int; b: int }) -> int { 1 }", &[(MalformedType, ";", "write `,`")]),
        ("fn f(x: Y) -> int { 1 }", &[(UnknownType, "Y", "declared with `type` or `settings`")]),
    ]);
}

#[test]
fn what_resembles_settings_and_is_none_is_left_alone() {
    for script in [
        "let settings = 1; settings = #{ a: 2, b: 3 };",
        "let setting = 1; setting = #{ a: || { let x = 1; x = 2; } };",
        "let settings = 1; settings = #{ a: |x| x = 2 };",
        "const SETTINGS = #{ a: 1, b: #{ c: 1 } };",
        "let x = #{ a: 1 == 2 };",
        "let settings = #{ a: 1 }; settings.a = 2; settings[\"a\"] = 3;",
        "fn settings() { #{ a: 1 } } settings();",
    ] {
        good(script);
    }
}

#[test]
fn names_of_settings_are_no_types_of_values() {
    const TEXT: &str = "as the whole type of a parameter, as in `settings: S`";
    check_blanked(&[
        (
            "settings S = #{ a: int = 1 }; fn f(s: S?) -> int { s.a }",
            &[(MisplacedType, "S?", "write `S`")],
        ),
        ("fn f(n: session?) -> int { 1 }", &[(MisplacedType, "session?", "write `session`")]),
        (
            "settings S = #{ a: int = 1 }; fn f(s: array<S>) -> int { 1 }",
            &[(MisplacedType, "S", TEXT)],
        ),
        ("settings S = #{ a: int = 1 }; fn f(s: S) -> S { s }", &[(MisplacedType, "S", TEXT)]),
        (
            "settings S = #{ a: int = 1 }; fn f(s: #{ x: S }) -> int { 1 }",
            &[(MisplacedType, "S", TEXT)],
        ),
        ("settings S = #{ a: int = 1 }; type T = S;", &[(MisplacedType, "S", TEXT)]),
        ("settings S = #{ a: S = 1 };", &[(MisplacedType, "S", TEXT)]),
        (
            "settings S = #{ a: int = 1 }; fn f(a: S, b: S) -> int { 1 }",
            &[(MisplacedType, "b", "use `a`")],
        ),
        (
            "settings S = #{ a: int = 1 }; settings T = #{ a: int = 1 }; fn f(a: S, b: T) -> int { 1 }",
            &[(MisplacedType, "b", "use `a`")],
        ),
        (
            "settings Search = #{ a: int = 1 }; fn f(a: Saerch) -> int { 1 }",
            &[(UnknownType, "Saerch", "did you mean `Search`?")],
        ),
        (
            "type S = int;\nsettings S = #{ a: int = 1 };",
            &[(DuplicateType, "S", "line 1 declares a type")],
        ),
        (
            "settings S = #{ a: int = 1 };\ntype S = int;",
            &[(DuplicateType, "S", "line 2 declares a type")],
        ),
        (
            "settings S = #{ a: int = 1 };\nsettings S = #{ a: int = 1 };",
            &[(DuplicateType, "S", "line 1 declares settings")],
        ),
        ("settings int = #{ a: int = 1 };", &[(DuplicateType, "int", "another name")]),
        ("settings session = #{ a: int = 1 };", &[(DuplicateType, "session", "another name")]),
    ]);
}

#[test]
fn large_defaults_end_reading() {
    let deep = format!("settings S = #{{ a: array = {}{} }};", "[".repeat(80), "]".repeat(80));
    let problems = reading(&deep).problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].code(), InvalidDefault);
    let long = format!("settings S = #{{ a: array = [{}] }};", "1,".repeat(3_000));
    let problems = reading(&long).problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].code(), InvalidDefault);
    let many: String = (0..20_000).map(|at| format!("a{at}: int = 1, ")).collect();
    assert_eq!(reading(&format!("settings S = #{{ {many} }};")).problems[0].code(), ScriptTooLong);
    let many = many.replace(", ", ",\n");
    assert_eq!(reading(&format!("settings S = #{{ {many} }};")).problems[0].code(), TypeTooLarge);
}
