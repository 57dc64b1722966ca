use super::*;

/// One of every kind of script value.
const KINDS: [&str; 16] = [
    "()",
    "true",
    "3",
    "3.5",
    "parse_decimal(\"3.50\")",
    "\"x\"",
    "'x'",
    "[]",
    "#{}",
    "Fn(\"f\")",
    "blob(2)",
    "timestamp()",
    "1..3",
    "1..=3",
    "0.0 / 0.0",
    "-1.0 / 0.0",
];

fn kinds_and<'a>(more: &[&'a str]) -> Vec<&'a str> {
    KINDS.iter().chain(more).copied().collect()
}

#[test]
fn units() {
    insta::assert_snapshot!(table_out(&Ty::Unit, &KINDS), @r#"
    () => null
    true => ! expected no value, found a bool; write `()` as the last line
    3 => ! expected no value, found an int; write `()` as the last line
    3.5 => ! expected no value, found a float; write `()` as the last line
    parse_decimal("3.50") => ! expected no value, found a decimal; write `()` as the last line
    "x" => ! expected no value, found a string; write `()` as the last line
    'x' => ! expected no value, found a character; write `()` as the last line
    [] => ! expected no value, found an array; write `()` as the last line
    #{} => ! expected no value, found an object map; write `()` as the last line
    Fn("f") => ! expected no value, found a function; write `()` as the last line
    blob(2) => ! expected no value, found a blob; write `()` as the last line
    timestamp() => ! expected no value, found a timestamp; write `()` as the last line
    1..3 => ! expected no value, found a range; write `()` as the last line
    1..=3 => ! expected no value, found a range; write `()` as the last line
    0.0 / 0.0 => ! expected no value, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected no value, found a float that is not a finite number; look for a division by zero
    "#);
}

#[test]
fn bools() {
    insta::assert_snapshot!(table_out(&Ty::Bool, &KINDS), @r#"
    () => ! expected bool, found (); write the value as the last line
    true => true
    3 => ! expected bool, found an int
    3.5 => ! expected bool, found a float
    parse_decimal("3.50") => ! expected bool, found a decimal
    "x" => ! expected bool, found a string
    'x' => ! expected bool, found a character
    [] => ! expected bool, found an array
    #{} => ! expected bool, found an object map
    Fn("f") => ! expected bool, found a function
    blob(2) => ! expected bool, found a blob
    timestamp() => ! expected bool, found a timestamp
    1..3 => ! expected bool, found a range
    1..=3 => ! expected bool, found a range
    0.0 / 0.0 => ! expected bool, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected bool, found a float that is not a finite number; look for a division by zero
    "#);
}

#[test]
fn ints() {
    let scripts = kinds_and(&["9223372036854775807", "-9223372036854775807 - 1", "3.0", "\"3\""]);
    insta::assert_snapshot!(table_out(&Ty::Int, &scripts), @r#"
    () => ! expected int, found (); write the value as the last line
    true => ! expected int, found a bool
    3 => 3
    3.5 => ! expected int, found a float; round it, then use `.to_int()`
    parse_decimal("3.50") => ! expected int, found a decimal; round it, then use `.to_int()`
    "x" => ! expected int, found a string; use `parse_int`
    'x' => ! expected int, found a character
    [] => ! expected int, found an array
    #{} => ! expected int, found an object map
    Fn("f") => ! expected int, found a function
    blob(2) => ! expected int, found a blob
    timestamp() => ! expected int, found a timestamp
    1..3 => ! expected int, found a range
    1..=3 => ! expected int, found a range
    0.0 / 0.0 => ! expected int, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected int, found a float that is not a finite number; look for a division by zero
    9223372036854775807 => 9223372036854775807
    -9223372036854775807 - 1 => -9223372036854775808
    3.0 => ! expected int, found a float; round it, then use `.to_int()`
    "3" => ! expected int, found a string; use `parse_int`
    "#);
}

#[test]
fn floats() {
    let scripts = kinds_and(&["0", "9007199254740993", "1e300", "-0.0", "0.1 + 0.2"]);
    insta::assert_snapshot!(table_out(&Ty::Float, &scripts), @r#"
    () => ! expected float, found (); write the value as the last line
    true => ! expected float, found a bool
    3 => 3.0
    3.5 => 3.5
    parse_decimal("3.50") => ! expected float, found a decimal; use `.to_float()`
    "x" => ! expected float, found a string; use `parse_float`
    'x' => ! expected float, found a character
    [] => ! expected float, found an array
    #{} => ! expected float, found an object map
    Fn("f") => ! expected float, found a function
    blob(2) => ! expected float, found a blob
    timestamp() => ! expected float, found a timestamp
    1..3 => ! expected float, found a range
    1..=3 => ! expected float, found a range
    0.0 / 0.0 => ! expected float, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected float, found a float that is not a finite number; look for a division by zero
    0 => 0.0
    9007199254740993 => ! expected float, found an int that no float is exactly
    1e300 => 1e+300
    -0.0 => -0.0
    0.1 + 0.2 => 0.30000000000000004
    "#);
}

#[test]
fn decimals() {
    let texts = [
        "90.00",
        "0.05",
        "16.99",
        "-0.00",
        "0.0",
        "12345678901234567.89",
        "9007199254740992",
        "9007199254740993",
        "-9007199254740993",
        "79228162514264337593543950335",
        "0.0000001",
        "0.0000000000000000000000000001",
        "0.1000000000000000000000000001",
        "123456789012.345",
        "1234567890123.456",
        "0.30000000000000004",
        "0.30000000000000005",
        "-1.10",
    ];
    let scripts: Vec<_> = texts.iter().map(|text| format!("parse_decimal(\"{text}\")")).collect();
    let scripts: Vec<_> = scripts.iter().map(String::as_str).collect();
    let scripts = [kinds_and(&["9007199254740993"]), scripts].concat();
    insta::assert_snapshot!(table_out(&Ty::Decimal, &scripts), @r#"
    () => ! expected decimal, found (); write the value as the last line
    true => ! expected decimal, found a bool
    3 => 3
    3.5 => ! expected decimal, found a float; use `.to_decimal()`, or begin with `parse_decimal("0.1")`
    parse_decimal("3.50") => 3.5
    "x" => ! expected decimal, found a string; use `parse_decimal`
    'x' => ! expected decimal, found a character
    [] => ! expected decimal, found an array
    #{} => ! expected decimal, found an object map
    Fn("f") => ! expected decimal, found a function
    blob(2) => ! expected decimal, found a blob
    timestamp() => ! expected decimal, found a timestamp
    1..3 => ! expected decimal, found a range
    1..=3 => ! expected decimal, found a range
    0.0 / 0.0 => ! expected decimal, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected decimal, found a float that is not a finite number; look for a division by zero
    9007199254740993 => "9007199254740993"
    parse_decimal("90.00") => 90
    parse_decimal("0.05") => 0.05
    parse_decimal("16.99") => 16.99
    parse_decimal("-0.00") => 0
    parse_decimal("0.0") => 0
    parse_decimal("12345678901234567.89") => "12345678901234567.89"
    parse_decimal("9007199254740992") => 9007199254740992
    parse_decimal("9007199254740993") => "9007199254740993"
    parse_decimal("-9007199254740993") => "-9007199254740993"
    parse_decimal("79228162514264337593543950335") => "79228162514264337593543950335"
    parse_decimal("0.0000001") => 1e-7
    parse_decimal("0.0000000000000000000000000001") => 1e-28
    parse_decimal("0.1000000000000000000000000001") => "0.1000000000000000000000000001"
    parse_decimal("123456789012.345") => 123456789012.345
    parse_decimal("1234567890123.456") => 1234567890123.456
    parse_decimal("0.30000000000000004") => 0.30000000000000004
    parse_decimal("0.30000000000000005") => "0.30000000000000005"
    parse_decimal("-1.10") => -1.1
    "#);
}

#[test]
fn strings() {
    insta::assert_snapshot!(table_out(&Ty::String, &kinds_and(&["\"\\x00 é\""])), @r#"
    () => ! expected string, found (); write the value as the last line
    true => ! expected string, found a bool; use `.to_string()`
    3 => ! expected string, found an int; use `.to_string()`
    3.5 => ! expected string, found a float; use `.to_string()`
    parse_decimal("3.50") => ! expected string, found a decimal; use `.to_string()`
    "x" => "x"
    'x' => ! expected string, found a character; use `.to_string()`
    [] => ! expected string, found an array
    #{} => ! expected string, found an object map
    Fn("f") => ! expected string, found a function
    blob(2) => ! expected string, found a blob
    timestamp() => ! expected string, found a timestamp
    1..3 => ! expected string, found a range
    1..=3 => ! expected string, found a range
    0.0 / 0.0 => ! expected string, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected string, found a float that is not a finite number; look for a division by zero
    "\x00 é" => "\u0000 é"
    "#);
}

#[test]
fn choices() {
    let scripts = kinds_and(&["\"eligible\"", "\"eligibl\"", "'y'"]);
    insta::assert_snapshot!(table_out(&choice(&["eligible", "y"]), &scripts), @r#"
    () => ! expected one of `eligible`, `y`, found (); write the value as the last line
    true => ! expected one of `eligible`, `y`, found a bool; use `.to_string()`
    3 => ! expected one of `eligible`, `y`, found an int; use `.to_string()`
    3.5 => ! expected one of `eligible`, `y`, found a float; use `.to_string()`
    parse_decimal("3.50") => ! expected one of `eligible`, `y`, found a decimal; use `.to_string()`
    "x" => ! `x` is not one of `eligible`, `y`
    'x' => ! expected one of `eligible`, `y`, found a character; use `.to_string()`
    [] => ! expected one of `eligible`, `y`, found an array
    #{} => ! expected one of `eligible`, `y`, found an object map
    Fn("f") => ! expected one of `eligible`, `y`, found a function
    blob(2) => ! expected one of `eligible`, `y`, found a blob
    timestamp() => ! expected one of `eligible`, `y`, found a timestamp
    1..3 => ! expected one of `eligible`, `y`, found a range
    1..=3 => ! expected one of `eligible`, `y`, found a range
    0.0 / 0.0 => ! expected one of `eligible`, `y`, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected one of `eligible`, `y`, found a float that is not a finite number; look for a division by zero
    "eligible" => "eligible"
    "eligibl" => ! `eligibl` is not one of `eligible`, `y`; did you mean `eligible`
    'y' => ! expected one of `eligible`, `y`, found a character; use `.to_string()`
    "#);
}

#[test]
fn arrays() {
    insta::assert_snapshot!(table_out(&array(Ty::Int), &kinds_and(&["[1, 2.0, ()]"])), @r#"
    () => ! expected an array, found (); write the value as the last line
    true => ! expected an array, found a bool
    3 => ! expected an array, found an int
    3.5 => ! expected an array, found a float
    parse_decimal("3.50") => ! expected an array, found a decimal
    "x" => ! expected an array, found a string
    'x' => ! expected an array, found a character
    [] => []
    #{} => ! expected an array, found an object map
    Fn("f") => ! expected an array, found a function
    blob(2) => ! expected an array, found a blob
    timestamp() => ! expected an array, found a timestamp
    1..3 => ! expected an array, found a range
    1..=3 => ! expected an array, found a range
    0.0 / 0.0 => ! expected an array, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected an array, found a float that is not a finite number; look for a division by zero
    [1, 2.0, ()] => ! `[1]`: expected int, found a float; round it, then use `.to_int()`
      ! `[2]`: expected int, found ()
    "#);
    insta::assert_snapshot!(table_out(&Ty::Array(None), &kinds_and(&["[1, 2.0, (), true, \"a\", parse_decimal(\"1.10\"), #{b: [], a: ()}]", "[[1, 'c', [Fn(\"f\")], 1..2, timestamp(), 0.0/0.0]]"])), @r#"
    () => ! expected an array, found (); write the value as the last line
    true => ! expected an array, found a bool
    3 => ! expected an array, found an int
    3.5 => ! expected an array, found a float
    parse_decimal("3.50") => ! expected an array, found a decimal
    "x" => ! expected an array, found a string
    'x' => ! expected an array, found a character
    [] => []
    #{} => ! expected an array, found an object map
    Fn("f") => ! expected an array, found a function
    blob(2) => ! expected an array, found a blob
    timestamp() => ! expected an array, found a timestamp
    1..3 => ! expected an array, found a range
    1..=3 => ! expected an array, found a range
    0.0 / 0.0 => ! expected an array, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected an array, found a float that is not a finite number; look for a division by zero
    [1, 2.0, (), true, "a", parse_decimal("1.10"), #{b: [], a: ()}] => [1,2.0,null,true,"a",1.1,{"a":null,"b":[]}]
    [[1, 'c', [Fn("f")], 1..2, timestamp(), 0.0/0.0]] => ! `[0][1]`: a character has no place in a result; use `.to_string()`
      ! `[0][2][0]`: a function has no place in a result
      ! `[0][3]`: a range has no place in a result
      ! `[0][4]`: a timestamp has no place in a result
      ! `[0][5]`: a float that is not a finite number has no place in a result
    "#);
}

#[test]
fn maps() {
    insta::assert_snapshot!(table_out(&map(Ty::Int), &kinds_and(&["#{b: 1, a: 2, \"odd key\": 1.5}"])), @r#"
    () => ! expected an object map, found (); write the value as the last line
    true => ! expected an object map, found a bool
    3 => ! expected an object map, found an int
    3.5 => ! expected an object map, found a float
    parse_decimal("3.50") => ! expected an object map, found a decimal
    "x" => ! expected an object map, found a string
    'x' => ! expected an object map, found a character
    [] => ! expected an object map, found an array
    #{} => {}
    Fn("f") => ! expected an object map, found a function
    blob(2) => ! expected an object map, found a blob
    timestamp() => ! expected an object map, found a timestamp
    1..3 => ! expected an object map, found a range
    1..=3 => ! expected an object map, found a range
    0.0 / 0.0 => ! expected an object map, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected an object map, found a float that is not a finite number; look for a division by zero
    #{b: 1, a: 2, "odd key": 1.5} => ! `["odd key"]`: expected int, found a float; round it, then use `.to_int()`
    "#);
    insta::assert_snapshot!(table_out(&Ty::Map(None), &kinds_and(&["#{b: 1, a: 2.5, \"odd key\": blob(1)}"])), @r#"
    () => ! expected an object map, found (); write the value as the last line
    true => ! expected an object map, found a bool
    3 => ! expected an object map, found an int
    3.5 => ! expected an object map, found a float
    parse_decimal("3.50") => ! expected an object map, found a decimal
    "x" => ! expected an object map, found a string
    'x' => ! expected an object map, found a character
    [] => ! expected an object map, found an array
    #{} => {}
    Fn("f") => ! expected an object map, found a function
    blob(2) => ! expected an object map, found a blob
    timestamp() => ! expected an object map, found a timestamp
    1..3 => ! expected an object map, found a range
    1..=3 => ! expected an object map, found a range
    0.0 / 0.0 => ! expected an object map, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected an object map, found a float that is not a finite number; look for a division by zero
    #{b: 1, a: 2.5, "odd key": blob(1)} => ! `["odd key"]`: a blob has no place in a result
    "#);
}

#[test]
fn records() {
    let ty = record(&[
        ("status", Ty::String),
        ("refund", nullable(Ty::Int)),
        ("note?", Ty::String),
        ("again?", nullable(Ty::Int)),
    ]);
    let scripts = kinds_and(&[
        "#{refund: 1, status: \"a\"}",
        "#{refund: (), status: \"a\", note: (), again: ()}",
        "#{refund: 2, status: \"a\", note: \"n\", again: 1}",
        "#{status: \"a\"}",
        "#{refund: 1, status: (), note: 'c'}",
        "#{refnd: 1, status: \"a\", zzz: 1}",
    ]);
    insta::assert_snapshot!(table_out(&ty, &scripts), @r#"
    () => ! expected an object map, found (); write the value as the last line
    true => ! expected an object map, found a bool
    3 => ! expected an object map, found an int
    3.5 => ! expected an object map, found a float
    parse_decimal("3.50") => ! expected an object map, found a decimal
    "x" => ! expected an object map, found a string
    'x' => ! expected an object map, found a character
    [] => ! expected an object map, found an array
    #{} => ! `status` is missing
      ! `refund` is missing
    Fn("f") => ! expected an object map, found a function
    blob(2) => ! expected an object map, found a blob
    timestamp() => ! expected an object map, found a timestamp
    1..3 => ! expected an object map, found a range
    1..=3 => ! expected an object map, found a range
    0.0 / 0.0 => ! expected an object map, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected an object map, found a float that is not a finite number; look for a division by zero
    #{refund: 1, status: "a"} => {"status":"a","refund":1}
    #{refund: (), status: "a", note: (), again: ()} => {"status":"a","refund":null}
    #{refund: 2, status: "a", note: "n", again: 1} => {"status":"a","refund":2,"note":"n","again":1}
    #{status: "a"} => ! `refund` is missing
    #{refund: 1, status: (), note: 'c'} => ! `status`: expected string, found ()
      ! `note`: expected string, found a character; use `.to_string()`
    #{refnd: 1, status: "a", zzz: 1} => ! `refnd` is not a field; did you mean `refund`
      ! `zzz` is not a field; the fields are `status`, `refund`, `note`, `again`
      ! `refund` is missing
    "#);
    insta::assert_snapshot!(table_out(&record(&[]), &["#{}", "#{a: 1}", "()"]), @r#"
    #{} => {}
    #{a: 1} => ! `a` is not a field; there are no fields
    () => ! expected an object map, found (); write the value as the last line
    "#);
    insta::assert_snapshot!(table_out(&array(record(&[("a", array(Ty::Int))])), &["[#{a: [1]}, #{a: [1, true]}, #{b: 1}]"]), @r#"
    [#{a: [1]}, #{a: [1, true]}, #{b: 1}] => ! `[1].a[1]`: expected int, found a bool
      ! `[2]`: `b` is not a field; the fields are `a`
      ! `[2]`: `a` is missing
    "#);
}

/// Names in another order than the script's map has them, and more than few.
#[test]
fn wide_records() {
    let names: Vec<String> = (0..40).map(|n| format!("field_{}_{n}", (n * 7) % 40)).collect();
    let fields: Vec<_> = names
        .iter()
        .map(|name| (if name.ends_with('3') { format!("{name}?") } else { name.clone() }, Ty::Int))
        .collect();
    let fields: Vec<_> = fields.iter().map(|(name, ty)| (name.as_str(), ty.clone())).collect();
    let ty = record(&fields);
    let all: Map<String, Value> =
        (0..).map(Value::from).zip(&names).map(|(n, name)| (name.clone(), n)).collect();
    let some: Map<String, Value> =
        all.clone().into_iter().filter(|(name, _)| !name.ends_with('3')).collect();
    for given in [all.clone(), some] {
        let mut turned: Vec<_> = given.clone().into_iter().collect();
        turned.rotate_left(9);
        for sent in
            [given.clone(), given.clone().into_iter().rev().collect(), turned.into_iter().collect()]
        {
            let value = give(&ty, Value::Object(sent)).unwrap();
            assert_eq!(value.as_map_ref().unwrap().len(), 40);
            let out = result(&ty, value, DEPTH).unwrap();
            assert_eq!(out.to_string(), Value::Object(given.clone()).to_string());
        }
    }
    let mut value = give(&ty, Value::Object(all)).unwrap();
    let mut map = value.write_lock::<rhai::Map>().unwrap();
    map.remove("field_7_1");
    map.insert("a".into(), Dynamic::ONE);
    map.insert("field_7_2".into(), Dynamic::ONE);
    map.insert("z".into(), Dynamic::ONE);
    drop(map);
    let told = told(&result(&ty, value, DEPTH).unwrap_err());
    let told: Vec<_> = told.lines().map(|line| line.split(';').next().unwrap_or("")).collect();
    assert_eq!(
        told,
        [
            "`a` is not a field",
            "`field_7_2` is not a field",
            "`z` is not a field",
            "`field_7_1` is missing"
        ]
    );
}

#[test]
fn nullables() {
    insta::assert_snapshot!(table_out(&nullable(Ty::Int), &KINDS), @r#"
    () => null
    true => ! expected int, found a bool
    3 => 3
    3.5 => ! expected int, found a float; round it, then use `.to_int()`
    parse_decimal("3.50") => ! expected int, found a decimal; round it, then use `.to_int()`
    "x" => ! expected int, found a string; use `parse_int`
    'x' => ! expected int, found a character
    [] => ! expected int, found an array
    #{} => ! expected int, found an object map
    Fn("f") => ! expected int, found a function
    blob(2) => ! expected int, found a blob
    timestamp() => ! expected int, found a timestamp
    1..3 => ! expected int, found a range
    1..=3 => ! expected int, found a range
    0.0 / 0.0 => ! expected int, found a float that is not a finite number; look for a division by zero
    -1.0 / 0.0 => ! expected int, found a float that is not a finite number; look for a division by zero
    "#);
}

#[test]
fn shared_values_are_read_through() {
    let shared = |script: &str| run(script).into_shared();
    let ty = record(&[("a", Ty::Int), ("b", array(Ty::String)), ("c", nullable(Ty::Bool))]);
    let mut members = rhai::Map::new();
    members.insert("a".into(), shared("1"));
    members
        .insert("b".into(), Dynamic::from_array(vec![shared("\"x\""), "y".into()]).into_shared());
    members.insert("c".into(), shared("()"));
    let value = Dynamic::from_map(members).into_shared();
    let json = result(&ty, value.clone(), DEPTH).unwrap();
    assert_eq!(json.to_string(), r#"{"a":1,"b":["x","y"],"c":null}"#);
    let json = result(&Ty::Map(None), value, DEPTH).unwrap();
    assert_eq!(json.to_string(), r#"{"a":1,"b":["x","y"],"c":null}"#);
    let problems = result(&Ty::Int, shared("'c'"), DEPTH).unwrap_err();
    assert_eq!(told(&problems), "expected int, found a character");
}

#[test]
fn a_value_that_is_being_changed_is_refused() {
    let value = run("[1]").into_shared();
    let mut other = value.clone();
    let guard = other.write_lock::<Array>().unwrap();
    for ty in [Ty::Array(None), array(Ty::Int), Ty::Int, nullable(Ty::Int)] {
        let problems = result(&ty, value.clone(), DEPTH).unwrap_err();
        assert_eq!(told(&problems), "the value is still being changed");
    }
    drop(guard);
}
