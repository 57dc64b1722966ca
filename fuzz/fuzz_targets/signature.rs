//! What holds for any text that signatures are read from.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rulebook::signature::{Param, read};
use rulebook::source::Source;
use rulebook::ty::Ty;
use rulebook_fuzz::text;

static ENGINE: LazyLock<rhai::Engine> = LazyLock::new(|| {
    let mut engine = rhai::Engine::new_raw();
    engine.set_max_expr_depths(32, 32);
    engine
});

/// Glued together, they are nearly scripts; random letters never are.
const PIECES: &[&str] = &[
    "fn f(",
    "fn g(a: ",
    "private ",
    "type A = ",
    "type B = ",
    "settings S = #{ a: int = 1",
    "settings T = #{",
    "settings ",
    "S",
    "b: array<int> = [",
    "}; ",
    "- 0x1F",
    "a",
    "b: ",
    "A",
    "B",
    "int",
    "array",
    "map",
    "string",
    "\"x\"",
    "\"y\" | ",
    "'c'",
    "`t`",
    "`t ${",
    "#\"r\"#",
    "#{ a: ",
    "#{",
    "{ ",
    "}",
    "(",
    ")",
    "() ",
    "[",
    "]",
    "<",
    ">",
    ">>",
    ">=",
    "<|",
    " | ",
    "||",
    "?",
    " ?? ",
    "?.",
    "?[",
    ": ",
    "::",
    " = ",
    ";",
    ", ",
    ".",
    " -> ",
    " => ",
    "..",
    "-",
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
    "const y",
    "if x ",
    "import ",
    "catch (e",
    "for x",
    "true",
    "void",
    "é",
    "\u{1f600}",
    "\u{feff}",
    "\0",
    "\u{2028}",
    "switch x { 1 | 2 => ",
    "|x| ",
];

fuzz_target!(|data: &[u8]| {
    let Some(script) = text(data, PIECES) else { return };
    let source = Source::new("fuzz.rhai", script.as_str());
    let reading = read(&source);

    assert_eq!(script.chars().count(), reading.plain.chars().count());
    for (old, new) in script.chars().zip(reading.plain.chars()) {
        assert!(old == new || (new == ' ' && !matches!(old, '\n' | '\r' | '\t')));
    }
    for problem in &reading.problems {
        assert!(!problem.underlined().unwrap_or("").is_empty(), "{problem}");
        assert!(problem.help_text().is_some_and(|help| !help.is_empty()), "{problem}");
    }
    for member in reading.settings.iter().flat_map(|settings| &settings.members) {
        let is_read = member.ty.is_some() && member.default.is_some();
        assert!(is_read || !reading.problems.is_empty(), "{}", member.name);
    }
    if reading.problems.is_empty() && ENGINE.compile(&reading.plain).is_ok() {
        assert_eq!(read(&Source::new("again.rhai", reading.plain.as_str())).plain, reading.plain);
        for function in &reading.functions {
            let signature = format!("{} {{ }}", function.signature_to_write());
            // Settings would have to be declared again.
            let settings = |param: &Param| matches!(param.ty, Some(Ty::Settings(_)));
            if !function.params.iter().any(settings) && !signature.contains("TYPE") {
                let again = read(&Source::new("written.rhai", signature.as_str()));
                assert!(again.problems.is_empty(), "{signature}");
                assert_eq!(again.functions[0].returns, function.returns, "{signature}");
            }
        }
    }
    if ENGINE.compile(&script).is_ok() {
        assert_eq!(reading.plain, script);
        // What Rhai takes for something else than was meant is told all the same.
        assert!(reading.problems.iter().all(|told| told.code() == rulebook::Code::SyntaxError));
    }
});
