//! What holds for any text at all: nothing panics, no line and no column
//! moves, and text without annotations comes back as it was.

use proptest::prelude::*;
use proptest::sample::select;

use rulebook::Code;

use super::{assert_same_shape, reading};

/// Pieces of scripts, of which much that is nearly right can be glued.
const PIECES: &[&str] = &[
    "fn ",
    "fn f(",
    "private ",
    "type ",
    "type A = ",
    "settings ",
    "settings S = ",
    "settings S = #{",
    "settings S = #{ a: int = 1",
    "x: int = ",
    "};",
    "0xFF",
    "a",
    "b: ",
    "A",
    "int",
    "array",
    "map",
    "string",
    "decimal",
    "\"x\"",
    "\"y\" | ",
    "'c'",
    "`t`",
    "`t ${",
    "#\"r\"#",
    "#{",
    "{",
    "}",
    "(",
    ")",
    "()",
    "[",
    "]",
    "<",
    ">",
    ">>",
    ">=",
    "<|",
    "|",
    "||",
    "?",
    "??",
    "?.",
    "?[",
    ":",
    "::",
    "=",
    ";",
    ",",
    ".",
    "->",
    "=>",
    "..",
    "-",
    "- 1",
    "1",
    "2.5",
    "_",
    "@",
    "#",
    "# {",
    "\\",
    "\"",
    "'",
    "`",
    "$",
    "${",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "// c\n",
    "/// doc\n",
    "/* c */",
    "/** doc */",
    "/**/",
    "/*",
    "*/",
    "let x",
    "const ",
    "if ",
    "import ",
    "catch (e",
    "for x",
    "true",
    "void",
    "null",
    "é",
    "ß",
    "\u{1f600}",
    "\u{feff}",
    "\0",
    "\u{2028}",
    "\u{301}",
];

fn near_script() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

fn ty() -> impl Strategy<Value = String> {
    let leaf =
        select(&["int", "bool", "string", "decimal", "A", "\"x\" | \"y\"", "map", "wrong"][..]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|ty| format!("array<{ty}>")),
            inner.clone().prop_map(|ty| format!("{ty}?")),
            prop::collection::vec(inner, 0..3).prop_map(|types| {
                let field = |(index, ty)| format!("f{index}?: {ty}");
                let fields: Vec<_> = types.iter().enumerate().map(field).collect();
                format!("#{{ {} }}", fields.join(",\n"))
            }),
        ]
    })
}

fn default() -> impl Strategy<Value = String> {
    let leaf = select(&["1", "-2", "2.5", "true", "\"x\"", "`y`", "()", "wrong", "1 + 1"][..]);
    leaf.prop_map(str::to_owned).prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3)
                .prop_map(|of| format!("[{}]", of.join(", "))),
            prop::collection::vec(inner, 0..3).prop_map(|values| {
                let field = |(index, value)| format!("f{index}: {value}");
                let fields: Vec<_> = values.iter().enumerate().map(field).collect();
                format!("#{{ {} }}", fields.join(",\n"))
            }),
        ]
    })
}

/// A declaration of settings; most of its defaults are of another type.
fn settings() -> impl Strategy<Value = String> {
    prop::collection::vec((ty(), default()), 0..4).prop_map(|members| {
        let member = |(index, (ty, value)): (usize, &(String, String))| {
            format!("/// M.\nm{index}: {ty} = {value}")
        };
        let members: Vec<_> = members.iter().enumerate().map(member).collect();
        format!("/// D.\nsettings S = #{{\n{}\n}};\n", members.join(",\n"))
    })
}

/// A script with types, most of them right, one character of it changed.
fn typed_script() -> impl Strategy<Value = String> {
    let function =
        (ty(), ty()).prop_map(|(a, b)| format!("/// D.\nfn f(a: {a}, b) -> {b} {{ a }}\n"));
    let declaration = ty().prop_map(|ty| format!("type A = {ty};\n"));
    let taking = Just("fn g(s: S, é: int) -> int { s.m0 }\n".to_owned());
    let part = prop_oneof![function, declaration, settings(), taking];
    (prop::collection::vec(part, 1..4), any::<prop::sample::Index>(), select(PIECES), any::<bool>())
        .prop_map(|(parts, at, piece, change)| {
            let mut script = parts.concat();
            if change {
                let mut index = at.index(script.len());
                while !(script.is_char_boundary(index) && script.is_char_boundary(index + 1)) {
                    index -= 1;
                }
                script.replace_range(index..=index, piece);
            }
            script
        })
}

/// Everything that is promised of any text.
fn promises(script: &str) {
    let reading = reading(script);
    assert_same_shape(script, &reading.plain);
    for problem in &reading.problems {
        let (source, span) = problem.place().unwrap();
        assert!(source.text().get(span.start..span.end).is_some(), "{problem} in {script:?}");
        assert!(!problem.underlined().unwrap().is_empty(), "{problem} in {script:?}");
        assert!(!problem.message().is_empty() && !problem.help_text().unwrap().is_empty());
    }
    for function in &reading.functions {
        assert!(script.get(function.span.start..function.span.end).is_some());
        assert!(script.get(function.name_span.start..function.name_span.end).is_some());
        assert!(function.span.start < function.name_span.start);
        assert!(function.signature_to_write().contains(&function.name));
    }
    for settings in &reading.settings {
        assert!(script.get(settings.name_span.start..settings.name_span.end).is_some());
        for member in &settings.members {
            assert!(script.get(member.span.start..member.span.end).is_some());
            // Whatever cannot be read is told.
            let is_read = member.ty.is_some() && member.default.is_some();
            assert!(is_read || !reading.problems.is_empty(), "{script:?}");
        }
        assert!(!settings.members.is_empty() || !reading.problems.is_empty(), "{script:?}");
    }
    // What Rhai takes then is plain: nothing is left to blank.
    if reading.problems.is_empty() && rhai::Engine::new_raw().compile(&reading.plain).is_ok() {
        let again = super::reading(&reading.plain);
        assert_eq!(again.plain, reading.plain, "{script:?}");
        let names = |reading: &rulebook::signature::Reading| -> Vec<_> {
            reading.functions.iter().map(|f| (f.name.clone(), f.params.len())).collect()
        };
        assert_eq!(names(&again), names(&reading), "{script:?}");
    }
}

/// Without a colon, an arrow or a declared type there is no annotation.
fn is_plain(script: &str) -> bool {
    !script.contains([':', '>', '=']) && !script.contains("type")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_keeps_its_shape(script in any::<String>()) {
        promises(&script);
        if is_plain(&script) {
            prop_assert_eq!(&reading(&script).plain, &script);
        }
    }

    #[test]
    fn near_scripts_keep_their_shape(script in near_script()) {
        promises(&script);
    }

    #[test]
    fn typed_scripts_keep_their_shape(script in typed_script()) {
        promises(&script);
    }

    /// What Rhai takes as it is has no annotation.
    #[test]
    fn what_rhai_takes_comes_back_byte_for_byte(script in near_script()) {
        if rhai::Engine::new_raw().compile(&script).is_ok() {
            let reading = reading(&script);
            prop_assert_eq!(&reading.plain, &script);
            // What Rhai takes for something else than was meant is told all the same.
            let types = reading.problems.iter().filter(|told| told.code() != Code::SyntaxError);
            prop_assert_eq!(types.count(), 0, "{:?}", script);
        }
    }

    /// Types written, read and written again are the same.
    #[test]
    fn signatures_survive_being_written(a in ty(), b in ty()) {
        let script = format!("type A = #{{ x: int? }};\nfn f(a: {a}, b: {b}) -> {a} {{ 1 }}");
        let first = reading(&script);
        if first.problems.is_empty() {
            let signature = first.functions[0].signature_to_write();
            let again = reading(&format!("{signature} {{ 1 }}"));
            prop_assert_eq!(again.problems.len(), 0, "{}", &signature);
            prop_assert_eq!(again.functions[0].signature_to_write(), signature);
            prop_assert_eq!(&again.functions[0].returns, &first.functions[0].returns);
        }
    }
}
