//! Which tools the texts of imported files mark as changed.

use super::{MANIFEST, SCRIPT, generation, later};
use crate::reload::change::Change;

type File<'a> = (&'a str, &'a str);

/// The tools that are marked when files of a generation become others.
fn marked(before: &[File<'_>], after: &[File<'_>], tools: &[&str]) -> String {
    let change =
        Change::between(Some(&generation(before, tools)), &later(generation(after, tools)));
    change.changed.join(" ")
}

/// The tools that are marked when one more file is changed.
fn by(script: &str, file: &str, texts: [&str; 2]) -> String {
    let with = |text| [(SCRIPT, script), (file, text), (MANIFEST, "{}")];
    marked(&with(texts[0]), &with(texts[1]), &["a", "b"])
}

const TEXTS: [&str; 2] = ["fn f(x) { x }", "fn f(x) { x + 1 }"];

#[test]
fn an_imported_file_marks_what_imports_it() {
    let top = "import \"tax\" as tax;\nfn a() { tax::f(1) }\nfn b() { 1 }";
    assert_eq!(by(top, "rules/tax.rhai", TEXTS), "a b");
    assert_eq!(by(top, "tax.rhai", TEXTS), "a b");
    assert_eq!(by(top, "other/tax.rhai", TEXTS), "");
    assert_eq!(by(top, "rules/vat.rhai", TEXTS), "");
    assert_eq!(by(top, "rules/tax.rhai", ["fn f(x) { x }", "// Why.\nfn f(x) {\n x }"]), "");
    let one = "fn a() { import \"tax.rhai\" as tax; tax::f(1) }\nfn b() { 1 }";
    assert_eq!(by(one, "rules/tax.rhai", TEXTS), "a");
    let helper = "fn help() { import \"./tax\" as tax; tax::f(1) }\nfn a() { 1 } fn b() { help() }";
    assert_eq!(by(helper, "rules/tax.rhai", TEXTS), "b");
}

#[test]
fn a_path_that_is_worked_out_means_any_file() {
    let one = "fn a() { import \"t\" + \"ax\" as tax; tax::f(1) }\nfn b() { 1 }";
    assert_eq!(by(one, "else/where.rhai", TEXTS), "a");
    assert_eq!(by(one, "else/where.rhai", ["fn f() { 1 }", "fn f() { /* */ 1 }"]), "");
    let one = "fn a() { import `t${1}` as tax; tax::f(1) }\nfn b() { 1 }";
    assert_eq!(by(one, "else/where.rhai", TEXTS), "a");
    // The manifest is no script.
    assert_eq!(by(one, MANIFEST, ["{}", "{ }"]), "");
    let quiet = "// import what?\nfn a() { \"import \" + 1 }\nfn b() { 1 }";
    assert_eq!(by(quiet, "else/where.rhai", TEXTS), "");
}

#[test]
fn an_import_is_followed() {
    let script = (SCRIPT, "fn a() { import \"x\" as x; x::f() }\nfn b() { 1 }");
    let middle = ("rules/x.rhai", "import \"deep/y\" as y;\nfn f() { y::f() }");
    let with = |text| [script, middle, ("rules/deep/y.rhai", text)];
    assert_eq!(marked(&with(TEXTS[0]), &with(TEXTS[1]), &["a", "b"]), "a");
}

#[test]
fn a_file_that_comes_before_another_marks_what_imports_it() {
    let script = (SCRIPT, "fn a() { import \"x\" as x; x::f() }\nfn b() { 1 }");
    let root = ("x.rhai", TEXTS[0]);
    let beside = ("rules/x.rhai", TEXTS[0]);
    assert_eq!(marked(&[script, root], &[script, root, beside], &["a", "b"]), "a");
    assert_eq!(marked(&[script, root, beside], &[script, root], &["a", "b"]), "a");
}

#[test]
fn folders_keep_scripts_apart() {
    let text = "import \"tax\" as tax;\nfn a() -> int { tax::f(1) }";
    let with = |tax| {
        [("eu/r.rhai", text), ("us/r.rhai", text), ("eu/tax.rhai", TEXTS[0]), ("us/tax.rhai", tax)]
    };
    let tools = &["eu=eu/r.rhai:a", "us=us/r.rhai:a"];
    assert_eq!(marked(&with(TEXTS[0]), &with(TEXTS[1]), tools), "us");
}

/// A module looks for what it lacks in the script that imports it.
#[test]
fn an_imported_file_can_call_back() {
    let script = |text: &str| {
        format!(
            "fn a() {{ import \"x\" as x; x::f() }}\nfn b() {{ 1 }}\nfn helper() {{ {text} }}\nfn more() {{ {text} }}"
        )
    };
    let [before, after] = [script("1"), script("2")];
    for (module, expected) in [
        ("fn f() { helper() }", "a"),
        ("fn f() { Fn(\"helper\") }", "a"),
        ("fn f() { Fn(\"hel\" + \"per\") }", "a"),
        ("fn f() { 1 }", ""),
    ] {
        let with = |text| [(SCRIPT, text), ("rules/x.rhai", module)];
        assert_eq!(marked(&with(&before), &with(&after), &["a", "b"]), expected, "{module}");
    }
}

#[test]
fn scripts_that_are_the_same_are_not_taken_apart() {
    use crate::reload::change::files::Files;
    let with = |text| {
        generation(
            &[(SCRIPT, "import \"x\" as x;\nfn a() { 1 }"), ("rules/x.rhai", ""), ("b.rhai", text)],
            &[],
        )
    };
    let [before, after] = [with("1"), with("2")];
    let files = Files::new(&before.files, &after.files, &[MANIFEST].into());
    assert!(!files.may_differ(SCRIPT));
    assert!(files.may_differ("b.rhai"));
}
