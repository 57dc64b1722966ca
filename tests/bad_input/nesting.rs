//! Texts nested as deep as their size allows.

use super::*;

/// A text many times over, in lines that are short enough.
fn times(text: &str, count: usize) -> String {
    (0..count)
        .map(|n| if n % 1_000 == 999 { format!("{text}\n") } else { text.to_owned() })
        .collect()
}

#[tokio::test]
async fn manifests_nested_deep() {
    let mut told = String::new();
    for open in ["[", "{\"a\":", "[{\"a\":"] {
        let manifest = times(open, 100_000);
        let folder = Folder::new().file("rules.json", manifest);
        told += &load(open, &folder).await;
        let manifest = format!("{{ \"schemaVersion\": 1, \"exports\": {}", times(open, 50_000));
        told += &load(&manifest, &Folder::new().file("rules.json", &manifest)).await;
    }
    insta::assert_snapshot!(told, @r#"
    [
      rules.json:1:128 invalid_json ⟨[⟩ lists and objects are nested too deep
          a manifest has at most four levels; close the brackets before this one
    { "schemaVersion": 1, "exports": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
      rules.json:1:160 invalid_json ⟨[⟩ lists and objects are nested too deep
          a manifest has at most four levels; close the brackets before this one
    {"a":
      rules.json:1:636 invalid_json ⟨{⟩ lists and objects are nested too deep
          a manifest has at most four levels; close the brackets before this one
    { "schemaVersion": 1, "exports": {"a":{"a":{"a":{"a":{"a":{"a":{"a":{"…
      rules.json:1:664 invalid_json ⟨{⟩ lists and objects are nested too deep
          a manifest has at most four levels; close the brackets before this one
    [{"a":
      rules.json:1:380 invalid_json ⟨{⟩ lists and objects are nested too deep
          a manifest has at most four levels; close the brackets before this one
    { "schemaVersion": 1, "exports": [{"a":[{"a":[{"a":[{"a":[{"a":[{"a":[…
      rules.json:1:412 invalid_json ⟨[⟩ lists and objects are nested too deep
          a manifest has at most four levels; close the brackets before this one
    "#);
}

#[tokio::test]
async fn scripts_nested_deep() {
    const DEEP: usize = 100_000;
    let mut told = String::new();
    for (open, middle, close, count) in [
        ("(", "1", ")", DEEP),
        ("[", "", "]", DEEP),
        ("{", "", "}", DEEP),
        ("#{a:", "1", "}", DEEP),
        ("`${", "1", "}`", DEEP),
        ("f(", "", ")", DEEP),
        ("!", "true", "", DEEP),
        ("- ", "1", "", DEEP),
        ("-", "1", "", DEEP),
        ("1+", "1", "", DEEP),
        ("\"a\"+", "\"a\"", "", DEEP),
        ("1==", "1", "", DEEP),
        ("true&&", "true", "", DEEP),
        ("1??", "1", "", DEEP),
        ("1..", "1", "", DEEP),
        ("a.", "a", "", DEEP),
        ("a[0]", "", "", DEEP),
        ("a=", "1", "", DEEP),
        ("a::", "b()", "", DEEP),
        ("|x| ", "1", "", DEEP),
        ("|", "", "", DEEP),
        ("if true {", "", "}", 50_000),
        ("if false {1} else ", "{1}", "", 50_000),
        ("while true {", "", "}", 50_000),
        ("for i in [] {", "", "}", 50_000),
        ("loop {", "", "}", DEEP),
        ("try {", "", "} catch {}", 50_000),
        ("switch 1 { 1 => ", "1", "}", 40_000),
        ("let x = {", "1", "};", 50_000),
        ("return ", "1", "", DEEP),
        ("throw ", "1", "", DEEP),
        ("fn g() {", "", "}", 50_000),
        ("/*", "", "", DEEP),
        ("/**", "", "", DEEP),
    ] {
        let (open_all, close_all) = (times(open, count), times(close, count));
        let whole = format!("fn f() -> int {{ {open_all}{middle}{close_all} }}");
        let folder = Folder::with_rules(&whole, &["f"]);
        told += &load(open, &folder).await;
        // The same, never closed.
        let open_only = Folder::with_rules(&format!("fn f() -> int {{ {open_all}"), &["f"]);
        load(open, &open_only).await;
    }
    insta::assert_snapshot!(told, @r#"
    (
      rules.rhai:1:79 syntax_error ⟨(⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    [
      rules.rhai:1:58 syntax_error ⟨[⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    {
      rules.rhai:1:80 syntax_error ⟨{⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    #{a:
      rules.rhai:1:181 syntax_error ⟨#⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    `${
      rules.rhai:1:110 syntax_error ⟨`⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    f(
      rules.rhai:1:141 syntax_error ⟨f⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    !
      rules.rhai:1:141 syntax_error ⟨!⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    - 
      rules.rhai:1:265 syntax_error ⟨-⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    -
      rules.rhai:1:17 syntax_error ⟨-⟩ `--` means nothing here
    1+
      rules.rhai:1:264 syntax_error ⟨+⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    "a"+
      rules.rhai:1:512 syntax_error ⟨+⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    1==
      rules.rhai:1:387 syntax_error ⟨=⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    true&&
      rules.rhai:1:759 syntax_error ⟨&⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    1??
      rules.rhai:1:387 syntax_error ⟨?⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    1..
      rules.rhai:1:387 syntax_error ⟨.⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    a.
      rules.rhai:1:266 syntax_error ⟨.⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    a[0]
      rules.rhai:1:21 syntax_error ⟨a⟩ expected `;` to terminate this statement
          end the statement before this place with `;`
    a=
      rules.rhai:1:20 syntax_error ⟨=⟩ expected `;` to terminate this statement
          end the statement before this place with `;`
    a::
    |x| 
      rules.rhai:1:185 syntax_error ⟨|⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    |
      rules.rhai:1:101 syntax_error ⟨|⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    if true {
      rules.rhai:1:395 syntax_error ⟨if⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    if false {1} else 
      rules.rhai:1:2223 syntax_error ⟨1⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    while true {
      rules.rhai:1:521 syntax_error ⟨while⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    for i in [] {
      rules.rhai:1:559 syntax_error ⟨[⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    loop {
      rules.rhai:1:269 syntax_error ⟨loop⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    try {
      rules.rhai:1:227 syntax_error ⟨try⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    switch 1 { 1 => 
      rules.rhai:1:1016 syntax_error ⟨1⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    let x = {
      rules.rhai:1:242 syntax_error ⟨let⟩ the expression is nested more than 128 levels deep
          divide it: give parts of it names with `let`, or move them into functions of their own
    return 
      rules.rhai:1:24 syntax_error ⟨return⟩ expected `;` to terminate this statement
          end the statement before this place with `;`
    throw 
      rules.rhai:1:23 syntax_error ⟨throw⟩ expected `;` to terminate this statement
          end the statement before this place with `;`
    fn g() {
      rules.rhai:1:17 syntax_error ⟨fn⟩ function definitions must be at global level and cannot be inside a block or another function
          move the function out of the block, to the top level
    /*
      rules.rhai:1:17 syntax_error ⟨/*⟩ this `/*` is never closed, and takes the rest of the script with it
          end the comment with `*/`, or begin each of its lines with `//`
    /**
      rules.rhai:1:17 syntax_error ⟨/⟩ doc-comment must be followed immediately by a function definition
    "#);
}

#[tokio::test]
async fn types_nested_deep() {
    let mut told = String::new();
    for (open, close) in [("array<", ">"), ("map<", ">"), ("#{a:", "}"), ("#{a:#{b?:", "}}")] {
        let (open_all, close_all) = (times(open, 60_000), times(close, 60_000));
        let script = format!("fn f(a: {open_all}int{close_all}) -> int {{ 1 }}");
        told += &load(open, &Folder::with_rules(&script, &["f"])).await;
        let script = format!("fn f() -> {open_all}");
        load(open, &Folder::with_rules(&script, &["f"])).await;
    }
    let unions = format!(
        "fn f(a: {}\"z\") -> int {{ 1 }}",
        (0..20_000).map(|n| format!("\"{n}\"|\n")).collect::<String>()
    );
    told += &load("a union", &Folder::with_rules(&unions, &["f"])).await;
    let nullable = format!("fn f(a: int{}) -> int {{ 1 }}", times("?", 100_000));
    told += &load("int???", &Folder::with_rules(&nullable, &["f"])).await;
    insta::assert_snapshot!(told, @r#"
    array<
      rules.rhai:1:399 type_too_large ⟨array⟩ this type is nested more than 64 deep
          write `map` or `array`, without a type for what they hold, in place of the inner part
    map<
      rules.rhai:1:269 type_too_large ⟨map⟩ this type is nested more than 64 deep
          write `map` or `array`, without a type for what they hold, in place of the inner part
    #{a:
      rules.rhai:1:269 type_too_large ⟨#{⟩ this type is nested more than 64 deep
          write `map` or `array`, without a type for what they hold, in place of the inner part
    #{a:#{b?:
      rules.rhai:1:301 type_too_large ⟨#{⟩ this type is nested more than 64 deep
          write `map` or `array`, without a type for what they hold, in place of the inner part
    a union
      rules.rhai:2000:1 type_too_large ⟨"1999"⟩ this type has more than 2000 parts
          write `map` or `array`, without a type for what they hold, in place of the inner part
    int???
      rules.rhai:1:12 malformed_type ⟨??⟩ a type is made nullable once
          write `int?`
    "#);
}

#[tokio::test]
async fn what_is_long_but_not_deep_is_fine() {
    for body in [
        times("1;", 50_000),
        times("let a = 1; ", 50_000),
        format!("[{}]", times("1,", 90_000)),
        format!("let s = \"{}\";", "x".repeat(60_000)),
        [times("/*", 50_000), times("*/", 50_000)].concat(),
        times("// comment\n", 50_000),
    ] {
        let script = format!("fn f() -> int {{ {body};\n 42 }}");
        let told = load("long", &Folder::with_rules(&script, &["f"])).await;
        assert_eq!(told, "long\n", "{}", short(&body));
    }
}

#[tokio::test]
async fn arguments_nested_deep() {
    let script = "fn f(a: array, m: map) -> int { 1 }";
    let tools = Folder::with_rules(script, &["f"]).load_with(options()).await.unwrap();
    let mut told = String::new();
    for text in [
        times("[", 100_000),
        times("{\"a\":", 100_000),
        format!("{{\"a\": {}{}, \"m\": {{}}}}", times("[", 50_000), times("]", 50_000)),
        format!("{{\"a\": {}{}, \"m\": {{}}}}", times("[", 127), times("]", 127)),
        format!("{{\"a\": {}{}, \"m\": {{}}}}", times("[", 128), times("]", 128)),
    ] {
        match rulebook::parse_arguments(&text) {
            Ok(arguments) => {
                let result = tools.call("f", Value::Object(arguments)).await;
                told += &format!("{}\n  {}\n", short(&text), outcome(&result));
            }
            Err(error) => told += &format!("{}\n  {}\n", short(&text), outcome(&Err(error))),
        }
    }
    for (a, m) in
        [(times("[", 100_000), "{}".to_owned()), ("[]".to_owned(), times("{\"a\":", 100_000))]
    {
        let result = tools.call("f", json!({ "a": a, "m": m })).await;
        told += &format!("{}{}\n  {}\n", short(&a), short(&m), outcome(&result));
    }
    let deep = (0..100_000).fold(json!(1), |inner, _| Value::Array(vec![inner]));
    let arguments = [("a".to_owned(), deep), ("m".to_owned(), json!({}))].into_iter().collect();
    let result = tools.call("f", Value::Object(arguments)).await;
    told += &format!("in the host\n  {}\n", outcome(&result));
    insta::assert_snapshot!(told, @r#"
    [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
      invalid_arguments: line 1, column 129: the text is nested too deep
    {"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":…
      invalid_arguments: line 1, column 641: the text is nested too deep
    {"a": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
      invalid_arguments: line 1, column 134: the text is nested too deep
    {"a": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
      1
    {"a": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
      invalid_arguments: line 1, column 134: the text is nested too deep
    [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…{}
      invalid_arguments: `a`: expected an array, found a string that is not its JSON text: line 1, column 128: the text is nested too deep
    []{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":…
      invalid_arguments: `m`: expected an object, found a string that is not its JSON text: line 1, column 636: the text is nested too deep
    in the host
      invalid_arguments: the arguments are nested more than 128 levels deep
    "#);
}
