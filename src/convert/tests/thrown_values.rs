use super::super::thrown;
use super::*;

#[test]
fn whatever_is_thrown_gets_through() {
    let scripts = [
        "()",
        "true",
        "3",
        "3.5",
        "parse_decimal(\"3.50\")",
        "\"no stock\"",
        "'x'",
        "Fn(\"f\")",
        "blob(2)",
        "timestamp()",
        "1..3",
        "0.0 / 0.0",
        "1.0 / 0.0",
        "[1, 'x', [Fn(\"f\")]]",
        "#{code: 4, at: timestamp()}",
    ];
    let table: String = scripts
        .iter()
        .map(|script| format!("{script} => {}\n", thrown(&run(script), DEPTH)))
        .collect();
    insta::assert_snapshot!(table, @r#"
    () => null
    true => true
    3 => 3
    3.5 => 3.5
    parse_decimal("3.50") => 3.5
    "no stock" => "no stock"
    'x' => "x"
    Fn("f") => "a function"
    blob(2) => "a blob"
    timestamp() => "a timestamp"
    1..3 => "a range"
    0.0 / 0.0 => "NaN"
    1.0 / 0.0 => "inf"
    [1, 'x', [Fn("f")]] => [1,"x",["a function"]]
    #{code: 4, at: timestamp()} => {"at":"a timestamp","code":4}
    "#);
    insta::assert_snapshot!(thrown(&run("[[[1]], 2, #{a: []}]"), 2), @r#"[["a value that is nested too deep"],2,{"a":"a value that is nested too deep"}]"#);
    assert_eq!(thrown(&run("[1]").into_shared(), 0), "a value that is nested too deep");
}

#[test]
fn a_huge_thrown_value_is_cut_short() {
    let huge = Dynamic::from_array(vec![Dynamic::from_array(vec![Dynamic::ONE; 1_000]); 1_000]);
    assert!(thrown(&huge, DEPTH).to_string().len() < 100_000);
}
