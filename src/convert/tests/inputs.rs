use super::super::arguments;
use super::*;

/// One of every kind of JSON.
const KINDS: [&str; 9] =
    ["null", "true", "3", "3.5", r#""x""#, r#""3""#, "[]", "{}", r#"[{"a":1}]"#];

fn kinds_and<'a>(more: &[&'a str]) -> Vec<&'a str> {
    KINDS.iter().chain(more).copied().collect()
}

#[test]
fn bools() {
    let texts = kinds_and(&[
        "false",
        r#""true""#,
        r#""false""#,
        r#""True""#,
        r#"" true""#,
        r#""1""#,
        "1",
        "0",
    ]);
    insta::assert_snapshot!(table_in(&Ty::Bool, &texts), @r#"
    null => ! `x`: expected bool, found null
    true => true
    3 => ! `x`: expected bool, found a number
    3.5 => ! `x`: expected bool, found a number
    "x" => ! `x`: expected bool, found the string `x`; write `true` or `false`
    "3" => ! `x`: expected bool, found the string `3`; write `true` or `false`
    [] => ! `x`: expected bool, found an array
    {} => ! `x`: expected bool, found an object
    [{"a":1}] => ! `x`: expected bool, found an array
    false => false
    "true" => true
    "false" => false
    "True" => ! `x`: expected bool, found the string `True`; write `true` or `false`
    " true" => ! `x`: expected bool, found the string ` true`; write `true` or `false`
    "1" => ! `x`: expected bool, found the string `1`; write `true` or `false`
    1 => ! `x`: expected bool, found a number
    0 => ! `x`: expected bool, found a number
    "#);
}

#[test]
fn ints() {
    let texts = kinds_and(&[
        "3.0",
        "-0",
        "-0.0",
        "1e3",
        "1.5e1",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "18446744073709551615",
        "1e15",
        "9007199254740992.0",
        "-9007199254740992.0",
        "9007199254740994.0",
        "1e17",
        "1e300",
        r#""-3""#,
        r#""0""#,
        r#""9223372036854775807""#,
        r#""-9223372036854775808""#,
        r#""9223372036854775808""#,
        r#""007""#,
        r#"" 3""#,
        r#""3 ""#,
        r#""3\n""#,
        r#""True""#,
        r#""0x10""#,
        r#""+3""#,
        r#""-0""#,
        r#""""#,
        r#""1e3""#,
        r#""3.0""#,
        r#""3_000""#,
        r#""٣""#,
        r#""null""#,
        r#""--3""#,
        r#""-""#,
    ]);
    insta::assert_snapshot!(table_in(&Ty::Int, &texts), @r#"
    null => ! `x`: expected int, found null
    true => ! `x`: expected int, found a boolean
    3 => 3
    3.5 => ! `x`: expected int, found `3.5`; write a whole number
    "x" => ! `x`: expected int, found the string `x`; write a whole number, like `3`
    "3" => 3
    [] => ! `x`: expected int, found an array
    {} => ! `x`: expected int, found an object
    [{"a":1}] => ! `x`: expected int, found an array
    3.0 => 3
    -0 => 0
    -0.0 => 0
    1e3 => 1000
    1.5e1 => 15
    9223372036854775807 => 9223372036854775807
    -9223372036854775808 => -9223372036854775808
    9223372036854775808 => ! `x`: `9223372036854775808` does not fit in 64 bits
    18446744073709551615 => ! `x`: `18446744073709551615` does not fit in 64 bits
    1e15 => 1000000000000000
    9007199254740992.0 => 9007199254740992
    -9007199254740992.0 => -9007199254740992
    9007199254740994.0 => ! `x`: `9007199254740994.0` may not be the int that was meant; write it without fraction or exponent
    1e17 => ! `x`: `1e+17` may not be the int that was meant; write it without fraction or exponent
    1e300 => ! `x`: `1e+300` does not fit in 64 bits
    "-3" => -3
    "0" => 0
    "9223372036854775807" => 9223372036854775807
    "-9223372036854775808" => -9223372036854775808
    "9223372036854775808" => ! `x`: `9223372036854775808` does not fit in 64 bits
    "007" => ! `x`: expected int, found the string `007`; write a whole number, like `3`
    " 3" => ! `x`: expected int, found the string ` 3`; write a whole number, like `3`
    "3 " => ! `x`: expected int, found the string `3 `; write a whole number, like `3`
    "3\n" => ! `x`: expected int, found the string `3\n`; write a whole number, like `3`
    "True" => ! `x`: expected int, found the string `True`; write a whole number, like `3`
    "0x10" => ! `x`: expected int, found the string `0x10`; write a whole number, like `3`
    "+3" => ! `x`: expected int, found the string `+3`; write a whole number, like `3`
    "-0" => ! `x`: expected int, found the string `-0`; write a whole number, like `3`
    "" => ! `x`: expected int, found an empty string; write a whole number, like `3`
    "1e3" => ! `x`: expected int, found the string `1e3`; write a whole number, like `3`
    "3.0" => ! `x`: expected int, found the string `3.0`; write a whole number, like `3`
    "3_000" => ! `x`: expected int, found the string `3_000`; write a whole number, like `3`
    "٣" => ! `x`: expected int, found the string `٣`; write a whole number, like `3`
    "null" => ! `x`: expected int, found the string `null`; write a whole number, like `3`
    "--3" => ! `x`: expected int, found the string `--3`; write a whole number, like `3`
    "-" => ! `x`: expected int, found the string `-`; write a whole number, like `3`
    "#);
}

/// What is told shows the text where the build keeps it.
#[test]
fn ints_past_64_bits() {
    let told = |text| told(&give(&Ty::Int, json(text)).unwrap_err());
    for text in ["18446744073709551616", "1e19", "-1e19", "123456789012345678901234567890"] {
        assert!(told(text).ends_with("does not fit in 64 bits"), "{}", told(text));
    }
    for text in ["-9223372036854776000.0", "9007199254740994.0"] {
        assert!(told(text).ends_with("write it without fraction or exponent"), "{}", told(text));
    }
}

#[test]
fn floats() {
    let texts = kinds_and(&[
        "3.0",
        "-0",
        "-0.0",
        "1e300",
        "5e-324",
        "9007199254740992",
        "9007199254740993",
        "18446744073709551615",
        "9223372036854775808",
        r#""3.5""#,
        r#""3.0""#,
        r#""-0.0""#,
        r#""-0""#,
        r#""1e300""#,
        r#""1E300""#,
        r#""0.0000001""#,
        r#""1e-7""#,
        r#""3.50""#,
        r#""1e3""#,
        r#""9007199254740993""#,
        r#""9007199254740992""#,
        r#""NaN""#,
        r#""inf""#,
        r#""1e999""#,
        r#"".5""#,
        r#""5.""#,
        r#""+3""#,
        r#"" 3""#,
        r#""0x10""#,
        r#""""#,
        r#""0.1000000000000000055""#,
    ]);
    insta::assert_snapshot!(table_in(&Ty::Float, &texts), @r#"
    null => ! `x`: expected float, found null
    true => ! `x`: expected float, found a boolean
    3 => 3.0f
    3.5 => 3.5f
    "x" => ! `x`: expected float, found the string `x`; write a number, like `3.5`
    "3" => 3.0f
    [] => ! `x`: expected float, found an array
    {} => ! `x`: expected float, found an object
    [{"a":1}] => ! `x`: expected float, found an array
    3.0 => 3.0f
    -0 => -0.0f
    -0.0 => -0.0f
    1e300 => 1e300f
    5e-324 => 5e-324f
    9007199254740992 => 9007199254740992.0f
    9007199254740993 => ! `x`: `9007199254740993` is not exactly a float; write at most 15 digits
    18446744073709551615 => ! `x`: `18446744073709551615` is not exactly a float; write at most 15 digits
    9223372036854775808 => 9.223372036854776e18f
    "3.5" => 3.5f
    "3.0" => 3.0f
    "-0.0" => -0.0f
    "-0" => ! `x`: expected float, found the string `-0`; write a number, like `3.5`
    "1e300" => 1e300f
    "1E300" => ! `x`: expected float, found the string `1E300`; write a number, like `3.5`
    "0.0000001" => 1e-7f
    "1e-7" => 1e-7f
    "3.50" => ! `x`: expected float, found the string `3.50`; write a number, like `3.5`
    "1e3" => ! `x`: expected float, found the string `1e3`; write a number, like `3.5`
    "9007199254740993" => ! `x`: `9007199254740993` is not exactly a float; write at most 15 digits
    "9007199254740992" => 9007199254740992.0f
    "NaN" => ! `x`: expected float, found the string `NaN`; write a number, like `3.5`
    "inf" => ! `x`: expected float, found the string `inf`; write a number, like `3.5`
    "1e999" => ! `x`: expected float, found the string `1e999`; write a number, like `3.5`
    ".5" => ! `x`: expected float, found the string `.5`; write a number, like `3.5`
    "5." => ! `x`: expected float, found the string `5.`; write a number, like `3.5`
    "+3" => ! `x`: expected float, found the string `+3`; write a number, like `3.5`
    " 3" => ! `x`: expected float, found the string ` 3`; write a number, like `3.5`
    "0x10" => ! `x`: expected float, found the string `0x10`; write a number, like `3.5`
    "" => ! `x`: expected float, found an empty string; write a number, like `3.5`
    "0.1000000000000000055" => ! `x`: expected float, found the string `0.1000000000000000055`; write a number, like `3.5`
    "#);
}

#[test]
fn decimals() {
    let texts = kinds_and(&[
        "0.05",
        "19.99",
        "100.0",
        "-0.0",
        "1e3",
        "1e-7",
        "1.5e-10",
        "1e28",
        "1e29",
        "1e-28",
        "1e-29",
        "9223372036854775807",
        "18446744073709551615",
        "123456789012345",
        "0.123456789012345",
        "12345678901234.5",
        r#""1.50""#,
        r#""-1.50""#,
        r#""90""#,
        r#""0.00""#,
        r#""12345678901234567.89""#,
        r#""79228162514264337593543950335""#,
        r#""79228162514264337593543950336""#,
        r#""0.0000000000000000000000000001""#,
        r#""0.00000000000000000000000000001""#,
        r#""1.00000000000000000000000000000000000""#,
        r#""1e3""#,
        r#""01""#,
        r#""-0""#,
        r#""-0.0""#,
        r#""1.""#,
        r#"".5""#,
        r#""+1""#,
        r#"" 1""#,
        r#""1\n""#,
        r#""1_0""#,
        r#""1,5""#,
        r#""""#,
        r#""-""#,
        r#""0.1000000000000000055511151231""#,
    ]);
    insta::assert_snapshot!(table_in(&Ty::Decimal, &texts), @r#"
    null => ! `x`: expected decimal, found null
    true => ! `x`: expected decimal, found a boolean
    3 => 3d
    3.5 => 3.5d
    "x" => ! `x`: expected decimal, found the string `x`; write a number, like `19.99`
    "3" => 3d
    [] => ! `x`: expected decimal, found an array
    {} => ! `x`: expected decimal, found an object
    [{"a":1}] => ! `x`: expected decimal, found an array
    0.05 => 0.05d
    19.99 => 19.99d
    100.0 => 100d
    -0.0 => 0d
    1e3 => 1000d
    1e-7 => 0.0000001d
    1.5e-10 => 0.00000000015d
    1e28 => 10000000000000000000000000000d
    1e29 => ! `x`: `1e+29` does not fit a decimal, which holds 28 digits
    1e-28 => 0.0000000000000000000000000001d
    1e-29 => ! `x`: `1e-29` does not fit a decimal, which holds 28 digits
    9223372036854775807 => 9223372036854775807d
    18446744073709551615 => 18446744073709551615d
    123456789012345 => 123456789012345d
    0.123456789012345 => 0.123456789012345d
    12345678901234.5 => 12345678901234.5d
    "1.50" => 1.50d
    "-1.50" => -1.50d
    "90" => 90d
    "0.00" => 0.00d
    "12345678901234567.89" => 12345678901234567.89d
    "79228162514264337593543950335" => 79228162514264337593543950335d
    "79228162514264337593543950336" => ! `x`: `79228162514264337593543950336` does not fit a decimal, which holds 28 digits
    "0.0000000000000000000000000001" => 0.0000000000000000000000000001d
    "0.00000000000000000000000000001" => ! `x`: `0.00000000000000000000000000001` does not fit a decimal, which holds 28 digits
    "1.00000000000000000000000000000000000" => 1.0000000000000000000000000000d
    "1e3" => ! `x`: expected decimal, found the string `1e3`; write a number, like `19.99`
    "01" => ! `x`: expected decimal, found the string `01`; write a number, like `19.99`
    "-0" => ! `x`: expected decimal, found the string `-0`; write a number, like `19.99`
    "-0.0" => ! `x`: expected decimal, found the string `-0.0`; write a number, like `19.99`
    "1." => ! `x`: expected decimal, found the string `1.`; write a number, like `19.99`
    ".5" => ! `x`: expected decimal, found the string `.5`; write a number, like `19.99`
    "+1" => ! `x`: expected decimal, found the string `+1`; write a number, like `19.99`
    " 1" => ! `x`: expected decimal, found the string ` 1`; write a number, like `19.99`
    "1\n" => ! `x`: expected decimal, found the string `1\n`; write a number, like `19.99`
    "1_0" => ! `x`: expected decimal, found the string `1_0`; write a number, like `19.99`
    "1,5" => ! `x`: expected decimal, found the string `1,5`; write a number, like `19.99`
    "" => ! `x`: expected decimal, found an empty string; write a number, like `19.99`
    "-" => ! `x`: expected decimal, found the string `-`; write a number, like `19.99`
    "0.1000000000000000055511151231" => 0.1000000000000000055511151231d
    "#);
}

#[test]
fn strings() {
    let texts = kinds_and(&[r#""""#, r#"" a\u0000\ufeff ""#, r#""null""#, r#""true""#]);
    insta::assert_snapshot!(table_in(&Ty::String, &texts), @r#"
    null => ! `x`: expected string, found null
    true => ! `x`: expected string, found a boolean
    3 => ! `x`: expected string, found a number
    3.5 => ! `x`: expected string, found a number
    "x" => "x"
    "3" => "3"
    [] => ! `x`: expected string, found an array
    {} => ! `x`: expected string, found an object
    [{"a":1}] => ! `x`: expected string, found an array
    "" => ""
    " a\u0000\ufeff " => " a\0\u{feff} "
    "null" => "null"
    "true" => "true"
    "#);
}

#[test]
fn choices() {
    let texts = kinds_and(&[
        r#""damaged""#,
        r#""wrong item""#,
        r#""Damaged""#,
        r#""damagd""#,
        r#"" damaged""#,
        r#""""#,
        r#""`\n\u0007""#,
    ]);
    insta::assert_snapshot!(table_in(&choice(&["damaged", "wrong item", "3"]), &texts), @r#"
    null => ! `x`: expected one of `damaged`, `wrong item`, `3`, found null
    true => ! `x`: expected one of `damaged`, `wrong item`, `3`, found a boolean
    3 => ! `x`: expected one of `damaged`, `wrong item`, `3`, found a number
    3.5 => ! `x`: expected one of `damaged`, `wrong item`, `3`, found a number
    "x" => ! `x`: `x` is not one of `damaged`, `wrong item`, `3`
    "3" => "3"
    [] => ! `x`: expected one of `damaged`, `wrong item`, `3`, found an array
    {} => ! `x`: expected one of `damaged`, `wrong item`, `3`, found an object
    [{"a":1}] => ! `x`: expected one of `damaged`, `wrong item`, `3`, found an array
    "damaged" => "damaged"
    "wrong item" => "wrong item"
    "Damaged" => ! `x`: `Damaged` is not one of `damaged`, `wrong item`, `3`; did you mean `damaged`
    "damagd" => ! `x`: `damagd` is not one of `damaged`, `wrong item`, `3`; did you mean `damaged`
    " damaged" => ! `x`: ` damaged` is not one of `damaged`, `wrong item`, `3`; did you mean `damaged`
    "" => ! `x`: `` is not one of `damaged`, `wrong item`, `3`
    "`\n\u0007" => ! `x`: ``\n\u{7}` is not one of `damaged`, `wrong item`, `3`
    "#);
}

#[test]
fn arrays() {
    let texts = kinds_and(&[
        "[1,2.0,\"3\"]",
        "[1,null,\"x\",[2]]",
        r#""[]""#,
        r#""[1, 2 ]""#,
        r#"" [1]""#,
        r#""[1] ""#,
        r#""[1,]""#,
        r#""[\"1\"]""#,
        r#""{}""#,
        r#""[1""#,
    ]);
    insta::assert_snapshot!(table_in(&array(Ty::Int), &texts), @r#"
    null => ! `x`: expected an array, found null
    true => ! `x`: expected an array, found a boolean
    3 => ! `x`: expected an array, found a number
    3.5 => ! `x`: expected an array, found a number
    "x" => ! `x`: expected an array, found a string
    "3" => ! `x`: expected an array, found a string
    [] => []
    {} => ! `x`: expected an array, found an object
    [{"a":1}] => ! `x[0]`: expected int, found an object
    [1,2.0,"3"] => [1, 2, 3]
    [1,null,"x",[2]] => ! `x[1]`: expected int, found null
      ! `x[2]`: expected int, found the string `x`; write a whole number, like `3`
      ! `x[3]`: expected int, found an array
    "[]" => []
    "[1, 2 ]" => [1, 2]
    " [1]" => ! `x`: expected an array, found a string
    "[1] " => ! `x`: expected an array, found a string that is not its JSON text: line 1, column 4: expected the end of the text, found ` `
    "[1,]" => ! `x`: expected an array, found a string that is not its JSON text: line 1, column 4: expected a JSON value, found `]`
    "[\"1\"]" => [1]
    "{}" => ! `x`: expected an array, found a string
    "[1" => ! `x`: expected an array, found a string that is not its JSON text: line 1, column 3: expected `,` or `]`, found the end of the text
    "#);
    insta::assert_snapshot!(table_in(&array(array(Ty::Int)), &["[[1],[]]", r#"["[1]"]"#, r#""[\"[1]\"]""#, "[[1,true]]"]), @r#"
    [[1],[]] => [[1], []]
    ["[1]"] => [[1]]
    "[\"[1]\"]" => [[1]]
    [[1,true]] => ! `x[0][1]`: expected int, found a boolean
    "#);
    let texts = kinds_and(&[
        r#"[1,2.5,3.0,"3","[1]",null,true,[{"b":1,"a":null}]]"#,
        "[9223372036854775808]",
        "[[18446744073709551615]]",
        "[1e3]",
        "[-0]",
        r#""[1,\"2\",null]""#,
        r#""[18446744073709551616]""#,
        r#""[0.1000000000000000055]""#,
    ]);
    insta::assert_snapshot!(table_in(&Ty::Array(None), &texts), @r#"
    null => ! `x`: expected an array, found null
    true => ! `x`: expected an array, found a boolean
    3 => ! `x`: expected an array, found a number
    3.5 => ! `x`: expected an array, found a number
    "x" => ! `x`: expected an array, found a string
    "3" => ! `x`: expected an array, found a string
    [] => []
    {} => ! `x`: expected an array, found an object
    [{"a":1}] => [#{a: 1}]
    [1,2.5,3.0,"3","[1]",null,true,[{"b":1,"a":null}]] => [1, 2.5f, 3.0f, "3", "[1]", , true, [#{a: , b: 1}]]
    [9223372036854775808] => ! `x[0]`: `9223372036854775808` does not fit in 64 bits
    [[18446744073709551615]] => ! `x[0][0]`: `18446744073709551615` does not fit in 64 bits
    [1e3] => [1000.0f]
    [-0] => [-0.0f]
    "[1,\"2\",null]" => [1, "2", ]
    "[18446744073709551616]" => ! `x`: expected an array, found a string that is not its JSON text: line 1, column 2: `18446744073709551616` would lose digits; send it as text: `"18446744073709551616"`
    "[0.1000000000000000055]" => ! `x`: expected an array, found a string that is not its JSON text: line 1, column 2: `0.1000000000000000055` would lose digits; send it as text: `"0.1000000000000000055"`
    "#);
}

#[test]
fn maps() {
    let texts = kinds_and(&[
        r#"{"b":1,"a":2.0,"":3}"#,
        r#"{"odd key":"x","a.b":[],"ok":null}"#,
        r#""{\"a\":1}""#,
        r#""{\"a\": \"1\"}""#,
        r#""{\"a\":1,\"a\":2}""#,
        r#""[]""#,
        r#"" {}""#,
        r#""{}\n""#,
    ]);
    insta::assert_snapshot!(table_in(&map(Ty::Int), &texts), @r#"
    null => ! `x`: expected an object, found null
    true => ! `x`: expected an object, found a boolean
    3 => ! `x`: expected an object, found a number
    3.5 => ! `x`: expected an object, found a number
    "x" => ! `x`: expected an object, found a string
    "3" => ! `x`: expected an object, found a string
    [] => ! `x`: expected an object, found an array
    {} => #{}
    [{"a":1}] => ! `x`: expected an object, found an array
    {"b":1,"a":2.0,"":3} => #{: 3, a: 2, b: 1}
    {"odd key":"x","a.b":[],"ok":null} => ! `x["odd key"]`: expected int, found the string `x`; write a whole number, like `3`
      ! `x["a.b"]`: expected int, found an array
      ! `x.ok`: expected int, found null
    "{\"a\":1}" => #{a: 1}
    "{\"a\": \"1\"}" => #{a: 1}
    "{\"a\":1,\"a\":2}" => ! `x`: expected an object, found a string that is not its JSON text: line 1, column 8: `a` is given twice
    "[]" => ! `x`: expected an object, found a string
    " {}" => ! `x`: expected an object, found a string
    "{}\n" => ! `x`: expected an object, found a string that is not its JSON text: line 1, column 3: expected the end of the text, found `\n`
    "#);
    let texts = kinds_and(&[r#"{"b":[1,"1"],"a":{"x":null}}"#, r#"{"a":18446744073709551615}"#]);
    insta::assert_snapshot!(table_in(&Ty::Map(None), &texts), @r#"
    null => ! `x`: expected an object, found null
    true => ! `x`: expected an object, found a boolean
    3 => ! `x`: expected an object, found a number
    3.5 => ! `x`: expected an object, found a number
    "x" => ! `x`: expected an object, found a string
    "3" => ! `x`: expected an object, found a string
    [] => ! `x`: expected an object, found an array
    {} => #{}
    [{"a":1}] => ! `x`: expected an object, found an array
    {"b":[1,"1"],"a":{"x":null}} => #{a: #{x: }, b: [1, "1"]}
    {"a":18446744073709551615} => ! `x.a`: `18446744073709551615` does not fit in 64 bits
    "#);
}

#[test]
fn records() {
    let line = record(&[
        ("sku", Ty::String),
        ("quantity", Ty::Int),
        ("note?", Ty::String),
        ("discount?", nullable(Ty::Decimal)),
    ]);
    let texts = kinds_and(&[
        r#"{"sku":"a","quantity":1}"#,
        r#"{"quantity":1,"note":"n","sku":"a"}"#,
        r#"{"note":null,"discount":null,"quantity":"1","sku":"a"}"#,
        r#"{"discount":0.5,"sku":"a","quantity":1,"note":"n"}"#,
        r#"{"sku":null,"quantity":null}"#,
        r#"{"sku":"a","quantity":1,"qty":2,"zzz":3}"#,
        r#"{"sku":"a","quantiti":1}"#,
        r#""{\"sku\":\"a\",\"quantity\":\"1\"}""#,
        r#""{\"sku\":\"a\",\"quantity\":\"x\"}""#,
        r#""{\"sku\":\"a\",\"sku\":\"b\"}""#,
    ]);
    insta::assert_snapshot!(table_in(&line, &texts), @r#"
    null => ! `x`: expected an object, found null
    true => ! `x`: expected an object, found a boolean
    3 => ! `x`: expected an object, found a number
    3.5 => ! `x`: expected an object, found a number
    "x" => ! `x`: expected an object, found a string
    "3" => ! `x`: expected an object, found a string
    [] => ! `x`: expected an object, found an array
    {} => ! `x`: `sku` is missing
      ! `x`: `quantity` is missing
    [{"a":1}] => ! `x`: expected an object, found an array
    {"sku":"a","quantity":1} => #{discount: , note: , quantity: 1, sku: "a"}
    {"quantity":1,"note":"n","sku":"a"} => #{discount: , note: "n", quantity: 1, sku: "a"}
    {"note":null,"discount":null,"quantity":"1","sku":"a"} => #{discount: , note: , quantity: 1, sku: "a"}
    {"discount":0.5,"sku":"a","quantity":1,"note":"n"} => #{discount: 0.5d, note: "n", quantity: 1, sku: "a"}
    {"sku":null,"quantity":null} => ! `x.sku`: expected string, found null
      ! `x.quantity`: expected int, found null
    {"sku":"a","quantity":1,"qty":2,"zzz":3} => ! `x`: `qty` is not a field; the fields are `sku`, `quantity`, `note`, `discount`
      ! `x`: `zzz` is not a field; the fields are `sku`, `quantity`, `note`, `discount`
    {"sku":"a","quantiti":1} => ! `x`: `quantiti` is not a field; did you mean `quantity`
      ! `x`: `quantity` is missing
    "{\"sku\":\"a\",\"quantity\":\"1\"}" => #{discount: , note: , quantity: 1, sku: "a"}
    "{\"sku\":\"a\",\"quantity\":\"x\"}" => ! `x.quantity`: expected int, found the string `x`; write a whole number, like `3`
    "{\"sku\":\"a\",\"sku\":\"b\"}" => ! `x`: expected an object, found a string that is not its JSON text: line 1, column 12: `sku` is given twice
    "#);
    insta::assert_snapshot!(table_in(&record(&[]), &["{}", r#"{"a":1}"#, "null", r#""{}""#]), @r#"
    {} => #{}
    {"a":1} => ! `x`: `a` is not a field; there are no fields
    null => ! `x`: expected an object, found null
    "{}" => #{}
    "#);
}

#[test]
fn nullables() {
    insta::assert_snapshot!(table_in(&nullable(Ty::Int), &kinds_and(&[r#""null""#])), @r#"
    null => 
    true => ! `x`: expected int, found a boolean
    3 => 3
    3.5 => ! `x`: expected int, found `3.5`; write a whole number
    "x" => ! `x`: expected int, found the string `x`; write a whole number, like `3`
    "3" => 3
    [] => ! `x`: expected int, found an array
    {} => ! `x`: expected int, found an object
    [{"a":1}] => ! `x`: expected int, found an array
    "null" => ! `x`: expected int, found the string `null`; write a whole number, like `3`
    "#);
    insta::assert_snapshot!(table_in(&nullable(Ty::String), &kinds_and(&[r#""null""#])), @r#"
    null => 
    true => ! `x`: expected string, found a boolean
    3 => ! `x`: expected string, found a number
    3.5 => ! `x`: expected string, found a number
    "x" => "x"
    "3" => "3"
    [] => ! `x`: expected string, found an array
    {} => ! `x`: expected string, found an object
    [{"a":1}] => ! `x`: expected string, found an array
    "null" => "null"
    "#);
    insta::assert_snapshot!(table_in(&nullable(record(&[("a", Ty::Int)])), &["null", r#""null""#, r#"{"a":null}"#, r#""{\"a\":1}""#]), @r#"
    null => 
    "null" => ! `x`: expected an object, found a string
    {"a":null} => ! `x.a`: expected int, found null
    "{\"a\":1}" => #{a: 1}
    "#);
    insta::assert_snapshot!(table_in(&Ty::Unit, &["null", "1"]), @r#"
    null => 
    1 => ! `x`: expected no value, found a number
    "#);
}

fn call(params: &[Param], text: &str) -> String {
    match arguments(params, object(text), DEPTH) {
        Ok(values) => values.iter().map(show).collect::<Vec<_>>().join(", "),
        Err(problems) => told(&problems),
    }
}

#[test]
fn arguments_in_any_order() {
    let params =
        [param("days", Ty::Int), param("reason", Ty::String), param("final_sale", Ty::Bool)];
    let right = r#"3, "late", true"#;
    for text in [
        r#"{"days":3,"reason":"late","final_sale":true}"#,
        r#"{"days":3,"final_sale":true,"reason":"late"}"#,
        r#"{"final_sale":true,"days":"3","reason":"late"}"#,
        r#"{"reason":"late","final_sale":"true","days":3.0}"#,
    ] {
        assert_eq!(call(&params, text), right);
    }
    assert_eq!(call(&[], "{}"), "");
}

#[test]
fn every_problem_of_a_call_is_told_with_its_place() {
    let line = record(&[("sku", Ty::String), ("quantity", Ty::Int)]);
    let params = [
        param("customer", choice(&["new", "regular"])),
        param("lines", array(line)),
        param("limits", map(Ty::Decimal)),
        param("note", nullable(Ty::String)),
    ];
    let text = r#"{
        "limit": 3,
        "lines": [{"sku": "a", "quantity": 1}, {"sku": 7, "quantiti": 1}, 5],
        "customer": "reglar",
        "limits": {"a b": "x", "c": [], "\"\n": null}
    }"#;
    insta::assert_snapshot!(call(&params, text), @r#"
    `limit` is not a parameter; did you mean `limits`
    `lines[1].sku`: expected string, found a number
    `lines[1]`: `quantiti` is not a field; did you mean `quantity`
    `lines[1]`: `quantity` is missing
    `lines[2]`: expected an object, found a number
    `customer`: `reglar` is not one of `new`, `regular`; did you mean `regular`
    `limits["a b"]`: expected decimal, found the string `x`; write a number, like `19.99`
    `limits.c`: expected decimal, found an array
    `limits["\"\n"]`: expected decimal, found null
    `note` is missing
    "#);
    insta::assert_snapshot!(call(&[], r#"{"a": 1}"#), @r#"`a` is not a parameter; there are no parameters"#);
    insta::assert_snapshot!(call(&params, "{}"), @r#"
    `customer` is missing
    `lines` is missing
    `limits` is missing
    `note` is missing
    "#);
}

#[test]
fn a_flood_of_problems_is_cut_short() {
    let params = [param("x", array(Ty::Int))];
    let args = Map::from_iter([("x".to_owned(), Value::Array(vec![Value::Null; 100_000]))]);
    let problems = arguments(&params, args, DEPTH).unwrap_err();
    assert_eq!(problems.len(), 101);
    assert_eq!(problems[99].to_string(), "`x[99]`: expected int, found null");
    assert_eq!(problems[100].to_string(), "there are more problems like these");
}

#[test]
fn long_user_text_is_shortened() {
    let long = "é".repeat(100_000);
    for ty in [Ty::Int, choice(&["a"]), array(Ty::Int), record(&[]), map(Ty::Int)] {
        let problems = give(&ty, Value::String(format!("[{long}"))).unwrap_err();
        assert!(told(&problems).len() < 300, "{}", told(&problems));
        let problems = give(&ty, json(&format!(r#"{{"{long}":{{"{long}":null}}}}"#)));
        assert!(problems.map_or_else(|p| told(&p).len(), |_| 0) < 300);
    }
}

/// An absent optional field is there as `()`, so that a script may ask for it
/// while a misspelt one is an error.
#[test]
fn scripts_can_ask_for_an_absent_field() {
    let ty = record(&[("a", Ty::Int), ("b?", Ty::Int)]);
    let mut engine = Engine::new();
    engine.set_fail_on_invalid_map_property(true);
    let mut scope = rhai::Scope::new();
    scope.push_dynamic("o", give(&ty, json(r#"{"a":1}"#)).unwrap());
    assert!(engine.eval_with_scope::<bool>(&mut scope, "o.b == ()").unwrap());
    assert!(engine.eval_with_scope::<bool>(&mut scope, "o.c == ()").is_err());
}
