//! Which tools the texts of one script mark as changed.

use super::{between, changed};

const TOOLS: &[&str] = &["a", "b", "c"];

const BEFORE: &str = r#"
type Amount = int;
const FEE = 3;

/// Doubles.
fn double(x) { x * 2 }
fn twice(x) { double(x) }

fn a(x: Amount) -> int { double(x) }
fn b(x: Amount) -> int { twice(x) + FEE }
fn c(x: Amount) -> int { let double = x; double + 1 }
fn unused(x) { double(x) }
"#;

/// What replacing one text in the script by another marks.
fn replaced(from: &str, to: &str) -> String {
    assert_eq!(BEFORE.matches(from).count(), 1, "{from}");
    changed(BEFORE, &BEFORE.replace(from, to), TOOLS)
}

#[test]
fn the_body_of_a_function_marks_what_reaches_it() {
    assert_eq!(replaced("twice(x) + FEE", "twice(x) - FEE"), "b");
    assert_eq!(replaced("{ double(x) }\n\n", "{ double(x) + 1 }\n\n"), "b");
    // A variable of that name is taken for the function.
    assert_eq!(replaced("x * 2", "x + x"), "a b c");
    assert_eq!(replaced("fn unused(x) { double(x) }", "fn unused(x) { x }"), "");
    assert_eq!(replaced("fn unused(x) { double(x) }", ""), "");
}

#[test]
fn what_stands_outside_of_functions_marks_all() {
    assert_eq!(replaced("FEE = 3", "FEE = 4"), "a b c");
    assert_eq!(replaced("type Amount = int", "type Amount = decimal"), "a b c");
    assert_eq!(replaced("const FEE", "print(1); const FEE"), "a b c");
    let with = |body: &str| format!("const X = f(1);\nfn f(x) {{ {body} }}\nfn a() -> int {{ 1 }}");
    assert_eq!(changed(&with("x"), &with("x + 1"), &["a"]), "a");
}

#[test]
fn comments_white_space_and_order_mark_nothing() {
    assert_eq!(replaced("/// Doubles.", "/// Doubles it.\n// Really.\n\n\n"), "");
    assert_eq!(replaced("x * 2", "\n    x /* times */ *\n\t2 // two\n"), "");
    let twice = "fn twice(x) { double(x) }\n";
    let moved = format!("{}{twice}", BEFORE.replace(twice, ""));
    assert_eq!(changed(BEFORE, &moved, TOOLS), "");
    assert_eq!(changed(BEFORE, &format!("\u{feff}{}", BEFORE.replace('\n', "\r\n")), TOOLS), "");
}

#[test]
fn a_function_that_is_new_or_gone_marks_what_names_it() {
    assert_eq!(changed("fn a() { f(1) }", "fn a() { f(1) }\nfn f(x) { x }", &["a"]), "a");
    assert_eq!(changed("fn a() { f(1) }\nfn f(x) { x }", "fn a() { f(1) }", &["a"]), "a");
    let two = "fn a() { f(1) }\nfn f(x) { x }\nfn f(x, y) { x }";
    assert_eq!(changed("fn a() { f(1) }\nfn f(x) { x }", two, &["a"]), "a");
    let turned = "fn f(x, y) { x }\nfn f(x) { x }\nfn a() { f(1) }";
    assert_eq!(changed(two, turned, &["a"]), "");
    // The engine's own function, and then one of the script.
    assert_eq!(changed("fn a(x) { x.len() }", "fn a(x) { x.len() }\nfn len(x) { 1 }", &["a"]), "a");
    assert_eq!(
        changed("fn a(x) { `${x}` }", "fn a(x) { `${x}` }\nfn to_string(x) { 1 }", &["a"]),
        "a"
    );
}

#[test]
fn private_and_the_type_of_a_method_are_part_of_a_function() {
    assert_eq!(
        changed("fn a() { f(1) } fn f(x) { x }", "fn a() { f(1) } private fn f(x) { x }", &["a"]),
        "a"
    );
    assert_eq!(
        changed(
            "fn a() { 1.f() } fn int.f() { this }",
            "fn a() { 1.f() } fn float.f() { this }",
            &["a"]
        ),
        "a"
    );
    assert_eq!(
        changed(
            "fn a() { 1.f() } fn int.f() { this }",
            "fn int.f() { this + 1 } fn a() { 1.f() }",
            &["a"]
        ),
        "a"
    );
}

/// Whether a tool with this body is marked by a change of `helper`, and by one of
/// another function.
fn reach(body: &str) -> [bool; 2] {
    let script = |helper: &str, other: &str| {
        format!(
            "fn a(items: array, how: string) -> int {{ {body} }}\n\
             fn helper(x) {{ {helper} }}\nfn other(x) {{ {other} }}"
        )
    };
    [("2", "1"), ("1", "2")].map(|(helper, other)| {
        !changed(&script("1", "1"), &script(helper, other), &["a"]).is_empty()
    })
}

#[test]
fn functions_are_reached_by_words_texts_and_names_that_are_worked_out() {
    let table: &[(&str, [bool; 2])] = &[
        ("1", [false, false]),
        ("helper(1)", [true, false]),
        ("1.helper()", [true, false]),
        (r#"call(Fn("helper"), 1)"#, [true, false]),
        (r#"call(Fn(`helper`), 1)"#, [true, false]),
        (r#"Fn("hel\x70er").call(1)"#, [true, false]),
        (r#"let f = Fn("helper"); f.call(1)"#, [true, false]),
        (r#"let f = helper; f.call(1)"#, [true, false]),
        ("let f = |x| helper(x); f.call(1)", [true, false]),
        (r#"`${helper(1)}`"#, [true, false]),
        (r#"`${"a" + `${helper(1)}`}`"#, [true, false]),
        (r#"Fn("help" + "er").call(1)"#, [true, true]),
        ("Fn(how).call(1)", [true, true]),
        ("Fn(`${how}`).call(1)", [true, true]),
        (r#"Fn("map").call(items, how)"#, [true, true]),
        ("is_def_fn(how, 1)", [true, true]),
        (r#"is_def_fn("helper", 1)"#, [true, false]),
        (r#"is_def_fn("int", how, 1)"#, [true, true]),
        (r#"items.map("helper")"#, [true, false]),
        ("items.map(helper)", [true, false]),
        (r#"items.map(Fn("helper"))"#, [true, false]),
        ("items.map(|x| x + 1)", [false, false]),
        ("items.map(|| 1)", [false, false]),
        ("items.map(how)", [true, true]),
        ("items.map(how + 1)", [true, true]),
        (r#"items.map("hel" + "per")"#, [true, true]),
        (r#"let helper = "oth" + "er"; items.map(helper)"#, [true, true]),
        (r#"for helper in [how] { items.map(helper) }"#, [true, true]),
        ("map(items, how)", [true, true]),
        ("items.sort()", [false, false]),
        ("items.reduce(|sum, x| sum + x, 0)", [false, false]),
        ("items.index_of(3)", [false, false]),
        ("items.index_of(how)", [true, true]),
        ("items.drain(0, 1)", [false, false]),
    ];
    for (body, expected) in table {
        assert_eq!(reach(body), *expected, "{body}");
    }
}

#[test]
fn a_constant_can_hide_the_function_that_is_handed_over() {
    let script = |other: &str| {
        format!(
            "const half = \"oth\" + \"er\";\nfn half(x) {{ x }}\nfn other(x) {{ {other} }}\n\
             fn a(items: array) {{ items.map(half) }}"
        )
    };
    assert_eq!(changed(&script("1"), &script("2"), &["a"]), "a");
}

#[test]
fn what_looks_at_comments_is_marked_by_them() {
    let script = |comment: &str| {
        format!(
            "fn a() {{ get_fn_metadata_list() }}\n/// {comment}\nfn f(x) {{ x }}\nfn b() {{ 1 }}"
        )
    };
    assert_eq!(changed(&script("One."), &script("Two."), &["a", "b"]), "a");
}

#[test]
fn the_indent_of_a_text_that_goes_on_is_part_of_it() {
    let script =
        |space: &str| format!("fn a() {{\n{space}\"one \\\n      two\" }}\nfn b() {{ 1 }}");
    assert_eq!(changed(&script("  "), &script("        "), &["a", "b"]), "a");
}

#[test]
fn tokens_do_not_run_together() {
    assert_eq!(changed("fn a() { [1, 23] }", "fn a() { [12, 3] }", &["a"]), "a");
    assert_eq!(changed("fn a() { \"//\" }", "fn a() { \"\" }", &["a"]), "a");
    assert_eq!(changed("fn a() { `a ${1} b` }", "fn a() { `a ${1}  b` }", &["a"]), "a");
}

#[test]
fn a_function_ends_where_its_body_does() {
    let script = |c: &str| {
        format!(
            "fn a(x: #{{ y: array<#{{ z: int }}>? }}) -> #{{ w: int }} {{ let f = || {{ 1 }}; #{{ w: f.call() }} }}\n\
             fn b() -> int {{ `${{ #{{ a: [1] }}.a[0] }} }}` .len() }}\nfn c() -> int {{ {c} }}"
        )
    };
    assert_eq!(changed(&script("1"), &script("2"), TOOLS), "c");
}

#[test]
fn many_functions_take_no_more_than_their_number() {
    const MANY: usize = 3_000;
    let tools: Vec<_> = (0..MANY).map(|n| format!("f{n}")).collect();
    let tools: Vec<_> = tools.iter().map(String::as_str).collect();
    let script = |last: &str| {
        let functions = (0..MANY).map(|n| format!("fn f{n}() -> int {{ f{}() }}\n", n + 1));
        format!("{}fn f{MANY}() {{ {last} }}", functions.collect::<String>())
    };
    let change = between(&script("1"), &script("2"), &tools);
    assert_eq!(change.changed.len(), MANY);
    assert!(change.breaking.is_empty());
}
