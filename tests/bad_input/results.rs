//! Results and thrown values of every wrong kind.

use super::*;

const VALUES: [&str; 26] = [
    "()",
    "true",
    "1",
    "1.5",
    "0.0 / 0.0",
    "1.0 / 0.0",
    "parse_decimal(\"1.50\")",
    "\"s\"",
    "'c'",
    "[1]",
    "#{ a: 1 }",
    "blob(3)",
    "timestamp()",
    "|x| x",
    "Fn(\"f\")",
    "0..3",
    "0..=3",
    "[|x| x]",
    "#{ a: |x| x }",
    "[()]",
    "[blob()]",
    "#{ a: 0.0 / 0.0 }",
    "[1, [2, [timestamp()]]]",
    "range(0, 9, 2)",
    "bits(5)",
    "\"abc\".chars()",
];

#[tokio::test]
async fn results_of_every_wrong_kind() {
    let mut all = Vec::new();
    for ty in ["bool", "int", "string", "array", "map", "()"] {
        all.extend(VALUES.iter().map(|value| format!("{ty} => {value}")));
    }
    insta::assert_snapshot!(bodies(all).await, @r#"
    bool => ()
      1:4 invalid_result: expected bool, found (); write the value as the last line
    bool => true
      true
    bool => 1
      1:4 invalid_result: expected bool, found an int
    bool => 1.5
      1:4 invalid_result: expected bool, found a float
    bool => 0.0 / 0.0
      1:4 invalid_result: expected bool, found a float that is not a finite number; look for a division by zero
    bool => 1.0 / 0.0
      1:4 invalid_result: expected bool, found a float that is not a finite number; look for a division by zero
    bool => parse_decimal("1.50")
      1:4 invalid_result: expected bool, found a decimal
    bool => "s"
      1:4 invalid_result: expected bool, found a string
    bool => 'c'
      1:4 invalid_result: expected bool, found a character
    bool => [1]
      1:4 invalid_result: expected bool, found an array
    bool => #{ a: 1 }
      1:4 invalid_result: expected bool, found an object map
    bool => blob(3)
      1:4 invalid_result: expected bool, found a blob
    bool => timestamp()
      1:4 invalid_result: expected bool, found a timestamp
    bool => |x| x
      1:4 invalid_result: expected bool, found a function
    bool => Fn("f")
      1:4 invalid_result: expected bool, found a function
    bool => 0..3
      1:4 invalid_result: expected bool, found a range
    bool => 0..=3
      1:4 invalid_result: expected bool, found a range
    bool => [|x| x]
      1:4 invalid_result: expected bool, found an array
    bool => #{ a: |x| x }
      1:4 invalid_result: expected bool, found an object map
    bool => [()]
      1:4 invalid_result: expected bool, found an array
    bool => [blob()]
      1:4 invalid_result: expected bool, found an array
    bool => #{ a: 0.0 / 0.0 }
      1:4 invalid_result: expected bool, found an object map
    bool => [1, [2, [timestamp()]]]
      1:4 invalid_result: expected bool, found an array
    bool => range(0, 9, 2)
      1:4 invalid_result: expected bool, found a value that is no data
    bool => bits(5)
      1:4 invalid_result: expected bool, found a value that is no data
    bool => "abc".chars()
      1:4 invalid_result: expected bool, found a value that is no data
    int => ()
      1:4 invalid_result: expected int, found (); write the value as the last line
    int => true
      1:4 invalid_result: expected int, found a bool
    int => 1
      1
    int => 1.5
      1:4 invalid_result: expected int, found a float; round it, then use `.to_int()`
    int => 0.0 / 0.0
      1:4 invalid_result: expected int, found a float that is not a finite number; look for a division by zero
    int => 1.0 / 0.0
      1:4 invalid_result: expected int, found a float that is not a finite number; look for a division by zero
    int => parse_decimal("1.50")
      1:4 invalid_result: expected int, found a decimal; round it, then use `.to_int()`
    int => "s"
      1:4 invalid_result: expected int, found a string; use `parse_int`
    int => 'c'
      1:4 invalid_result: expected int, found a character
    int => [1]
      1:4 invalid_result: expected int, found an array
    int => #{ a: 1 }
      1:4 invalid_result: expected int, found an object map
    int => blob(3)
      1:4 invalid_result: expected int, found a blob
    int => timestamp()
      1:4 invalid_result: expected int, found a timestamp
    int => |x| x
      1:4 invalid_result: expected int, found a function
    int => Fn("f")
      1:4 invalid_result: expected int, found a function
    int => 0..3
      1:4 invalid_result: expected int, found a range
    int => 0..=3
      1:4 invalid_result: expected int, found a range
    int => [|x| x]
      1:4 invalid_result: expected int, found an array
    int => #{ a: |x| x }
      1:4 invalid_result: expected int, found an object map
    int => [()]
      1:4 invalid_result: expected int, found an array
    int => [blob()]
      1:4 invalid_result: expected int, found an array
    int => #{ a: 0.0 / 0.0 }
      1:4 invalid_result: expected int, found an object map
    int => [1, [2, [timestamp()]]]
      1:4 invalid_result: expected int, found an array
    int => range(0, 9, 2)
      1:4 invalid_result: expected int, found a value that is no data
    int => bits(5)
      1:4 invalid_result: expected int, found a value that is no data
    int => "abc".chars()
      1:4 invalid_result: expected int, found a value that is no data
    string => ()
      1:4 invalid_result: expected string, found (); write the value as the last line
    string => true
      1:4 invalid_result: expected string, found a bool; use `.to_string()`
    string => 1
      1:4 invalid_result: expected string, found an int; use `.to_string()`
    string => 1.5
      1:4 invalid_result: expected string, found a float; use `.to_string()`
    string => 0.0 / 0.0
      1:4 invalid_result: expected string, found a float that is not a finite number; look for a division by zero
    string => 1.0 / 0.0
      1:4 invalid_result: expected string, found a float that is not a finite number; look for a division by zero
    string => parse_decimal("1.50")
      1:4 invalid_result: expected string, found a decimal; use `.to_string()`
    string => "s"
      "s"
    string => 'c'
      1:4 invalid_result: expected string, found a character; use `.to_string()`
    string => [1]
      1:4 invalid_result: expected string, found an array
    string => #{ a: 1 }
      1:4 invalid_result: expected string, found an object map
    string => blob(3)
      1:4 invalid_result: expected string, found a blob
    string => timestamp()
      1:4 invalid_result: expected string, found a timestamp
    string => |x| x
      1:4 invalid_result: expected string, found a function
    string => Fn("f")
      1:4 invalid_result: expected string, found a function
    string => 0..3
      1:4 invalid_result: expected string, found a range
    string => 0..=3
      1:4 invalid_result: expected string, found a range
    string => [|x| x]
      1:4 invalid_result: expected string, found an array
    string => #{ a: |x| x }
      1:4 invalid_result: expected string, found an object map
    string => [()]
      1:4 invalid_result: expected string, found an array
    string => [blob()]
      1:4 invalid_result: expected string, found an array
    string => #{ a: 0.0 / 0.0 }
      1:4 invalid_result: expected string, found an object map
    string => [1, [2, [timestamp()]]]
      1:4 invalid_result: expected string, found an array
    string => range(0, 9, 2)
      1:4 invalid_result: expected string, found a value that is no data
    string => bits(5)
      1:4 invalid_result: expected string, found a value that is no data
    string => "abc".chars()
      1:4 invalid_result: expected string, found a value that is no data
    array => ()
      1:4 invalid_result: expected an array, found (); write the value as the last line
    array => true
      1:4 invalid_result: expected an array, found a bool
    array => 1
      1:4 invalid_result: expected an array, found an int
    array => 1.5
      1:4 invalid_result: expected an array, found a float
    array => 0.0 / 0.0
      1:4 invalid_result: expected an array, found a float that is not a finite number; look for a division by zero
    array => 1.0 / 0.0
      1:4 invalid_result: expected an array, found a float that is not a finite number; look for a division by zero
    array => parse_decimal("1.50")
      1:4 invalid_result: expected an array, found a decimal
    array => "s"
      1:4 invalid_result: expected an array, found a string
    array => 'c'
      1:4 invalid_result: expected an array, found a character
    array => [1]
      [1]
    array => #{ a: 1 }
      1:4 invalid_result: expected an array, found an object map
    array => blob(3)
      1:4 invalid_result: expected an array, found a blob
    array => timestamp()
      1:4 invalid_result: expected an array, found a timestamp
    array => |x| x
      1:4 invalid_result: expected an array, found a function
    array => Fn("f")
      1:4 invalid_result: expected an array, found a function
    array => 0..3
      1:4 invalid_result: expected an array, found a range
    array => 0..=3
      1:4 invalid_result: expected an array, found a range
    array => [|x| x]
      1:4 invalid_result: `[0]`: a function has no place in a result
    array => #{ a: |x| x }
      1:4 invalid_result: expected an array, found an object map
    array => [()]
      [null]
    array => [blob()]
      1:4 invalid_result: `[0]`: a blob has no place in a result
    array => #{ a: 0.0 / 0.0 }
      1:4 invalid_result: expected an array, found an object map
    array => [1, [2, [timestamp()]]]
      1:4 invalid_result: `[1][1][0]`: a timestamp has no place in a result
    array => range(0, 9, 2)
      1:4 invalid_result: expected an array, found a value that is no data
    array => bits(5)
      1:4 invalid_result: expected an array, found a value that is no data
    array => "abc".chars()
      1:4 invalid_result: expected an array, found a value that is no data
    map => ()
      1:4 invalid_result: expected an object map, found (); write the value as the last line
    map => true
      1:4 invalid_result: expected an object map, found a bool
    map => 1
      1:4 invalid_result: expected an object map, found an int
    map => 1.5
      1:4 invalid_result: expected an object map, found a float
    map => 0.0 / 0.0
      1:4 invalid_result: expected an object map, found a float that is not a finite number; look for a division by zero
    map => 1.0 / 0.0
      1:4 invalid_result: expected an object map, found a float that is not a finite number; look for a division by zero
    map => parse_decimal("1.50")
      1:4 invalid_result: expected an object map, found a decimal
    map => "s"
      1:4 invalid_result: expected an object map, found a string
    map => 'c'
      1:4 invalid_result: expected an object map, found a character
    map => [1]
      1:4 invalid_result: expected an object map, found an array
    map => #{ a: 1 }
      {"a":1}
    map => blob(3)
      1:4 invalid_result: expected an object map, found a blob
    map => timestamp()
      1:4 invalid_result: expected an object map, found a timestamp
    map => |x| x
      1:4 invalid_result: expected an object map, found a function
    map => Fn("f")
      1:4 invalid_result: expected an object map, found a function
    map => 0..3
      1:4 invalid_result: expected an object map, found a range
    map => 0..=3
      1:4 invalid_result: expected an object map, found a range
    map => [|x| x]
      1:4 invalid_result: expected an object map, found an array
    map => #{ a: |x| x }
      1:4 invalid_result: `a`: a function has no place in a result
    map => [()]
      1:4 invalid_result: expected an object map, found an array
    map => [blob()]
      1:4 invalid_result: expected an object map, found an array
    map => #{ a: 0.0 / 0.0 }
      1:4 invalid_result: `a`: a float that is not a finite number has no place in a result
    map => [1, [2, [timestamp()]]]
      1:4 invalid_result: expected an object map, found an array
    map => range(0, 9, 2)
      1:4 invalid_result: expected an object map, found a value that is no data
    map => bits(5)
      1:4 invalid_result: expected an object map, found a value that is no data
    map => "abc".chars()
      1:4 invalid_result: expected an object map, found a value that is no data
    () => ()
      null
    () => true
      1:4 invalid_result: expected no value, found a bool; write `()` as the last line
    () => 1
      1:4 invalid_result: expected no value, found an int; write `()` as the last line
    () => 1.5
      1:4 invalid_result: expected no value, found a float; write `()` as the last line
    () => 0.0 / 0.0
      1:4 invalid_result: expected no value, found a float that is not a finite number; look for a division by zero
    () => 1.0 / 0.0
      1:4 invalid_result: expected no value, found a float that is not a finite number; look for a division by zero
    () => parse_decimal("1.50")
      1:4 invalid_result: expected no value, found a decimal; write `()` as the last line
    () => "s"
      1:4 invalid_result: expected no value, found a string; write `()` as the last line
    () => 'c'
      1:4 invalid_result: expected no value, found a character; write `()` as the last line
    () => [1]
      1:4 invalid_result: expected no value, found an array; write `()` as the last line
    () => #{ a: 1 }
      1:4 invalid_result: expected no value, found an object map; write `()` as the last line
    () => blob(3)
      1:4 invalid_result: expected no value, found a blob; write `()` as the last line
    () => timestamp()
      1:4 invalid_result: expected no value, found a timestamp; write `()` as the last line
    () => |x| x
      1:4 invalid_result: expected no value, found a function; write `()` as the last line
    () => Fn("f")
      1:4 invalid_result: expected no value, found a function; write `()` as the last line
    () => 0..3
      1:4 invalid_result: expected no value, found a range; write `()` as the last line
    () => 0..=3
      1:4 invalid_result: expected no value, found a range; write `()` as the last line
    () => [|x| x]
      1:4 invalid_result: expected no value, found an array; write `()` as the last line
    () => #{ a: |x| x }
      1:4 invalid_result: expected no value, found an object map; write `()` as the last line
    () => [()]
      1:4 invalid_result: expected no value, found an array; write `()` as the last line
    () => [blob()]
      1:4 invalid_result: expected no value, found an array; write `()` as the last line
    () => #{ a: 0.0 / 0.0 }
      1:4 invalid_result: expected no value, found an object map; write `()` as the last line
    () => [1, [2, [timestamp()]]]
      1:4 invalid_result: expected no value, found an array; write `()` as the last line
    () => range(0, 9, 2)
      1:4 invalid_result: expected no value, found a value that is no data; write `()` as the last line
    () => bits(5)
      1:4 invalid_result: expected no value, found a value that is no data; write `()` as the last line
    () => "abc".chars()
      1:4 invalid_result: expected no value, found a value that is no data; write `()` as the last line
    "#);
}

#[tokio::test]
async fn results_that_nearly_fit() {
    insta::assert_snapshot!(bodies([
        "#{ a: int } => #{}", "#{ a: int } => #{ a: () }", "#{ a: int } => #{ a: 1, b: 2 }", "#{ a: int } => #{ b: 1 }", "#{ a: int } => #{ A: 1 }",
        "#{ a: int } => #{ a: 1.0 }", "#{ a?: int } => #{ a: \"x\" }", "#{ a: #{ b: array<int> } } => #{ a: #{ b: [1, ()] } }",
        "\"a\" | \"b\" => \"A\"", "\"a\" | \"b\" => \"c\\n\"", "\"a\" | \"b\" => 'a'", "int? => \"x\"", "array<int> => [1, \"x\", 2.5]",
        "map<int> => #{ \"a b\": \"x\" }", "decimal => 1.5", "decimal => \"1.5\"", "float => 9007199254740993", "float => parse_decimal(\"1.5\")",
        "int => 1.0", "int => parse_decimal(\"1\")", "string => 1", "bool => 1", "() => 1;", "int => let x = 1;", "int => if false { 1 }", "int => while false {}",
        "array<array<int>> => [[1], [2, \"x\"], 3]", "array => let a = []; a.pad(90_000, |x| x); a",
    ]).await, @r#"
    #{ a: int } => #{}
      1:4 invalid_result: `a` is missing
    #{ a: int } => #{ a: () }
      1:4 invalid_result: `a`: expected int, found ()
    #{ a: int } => #{ a: 1, b: 2 }
      1:4 invalid_result: `b` is not a field; the fields are `a`
    #{ a: int } => #{ b: 1 }
      1:4 invalid_result: `b` is not a field; the fields are `a`; `a` is missing
    #{ a: int } => #{ A: 1 }
      1:4 invalid_result: `A` is not a field; did you mean `a`; `a` is missing
    #{ a: int } => #{ a: 1.0 }
      1:4 invalid_result: `a`: expected int, found a float; round it, then use `.to_int()`
    #{ a?: int } => #{ a: "x" }
      1:4 invalid_result: `a`: expected int, found a string; use `parse_int`
    #{ a: #{ b: array<int> } } => #{ a: #{ b: [1, ()] } }
      1:4 invalid_result: `a.b[1]`: expected int, found ()
    "a" | "b" => "A"
      1:4 invalid_result: `A` is not one of `a`, `b`; did you mean `a`
    "a" | "b" => "c\\n"
      1:4 invalid_result: `c\n` is not one of `a`, `b`
    "a" | "b" => 'a'
      1:4 invalid_result: expected one of `a`, `b`, found a character; use `.to_string()`
    int? => "x"
      1:4 invalid_result: expected int, found a string; use `parse_int`
    array<int> => [1, "x", 2.5]
      1:4 invalid_result: `[1]`: expected int, found a string; use `parse_int`; `[2]`: expected int, found a float; round it, then use `.to_int()`
    map<int> => #{ "a b": "x" }
      1:4 invalid_result: `["a b"]`: expected int, found a string; use `parse_int`
    decimal => 1.5
      1:4 invalid_result: expected decimal, found a float; use `.to_decimal()`, or begin with `parse_decimal("0.1")`
    decimal => "1.5"
      1:4 invalid_result: expected decimal, found a string; use `parse_decimal`
    float => 9007199254740993
      1:4 invalid_result: expected float, found an int that no float is exactly
    float => parse_decimal("1.5")
      1:4 invalid_result: expected float, found a decimal; use `.to_float()`
    int => 1.0
      1:4 invalid_result: expected int, found a float; round it, then use `.to_int()`
    int => parse_decimal("1")
      1:4 invalid_result: expected int, found a decimal; round it, then use `.to_int()`
    string => 1
      1:4 invalid_result: expected string, found an int; use `.to_string()`
    bool => 1
      1:4 invalid_result: expected bool, found an int
    () => 1;
      1:4 invalid_result: expected no value, found an int; write `()` as the last line
    int => let x = 1;
      1:4 invalid_result: expected int, found (); write the value as the last line
    int => if false { 1 }
      1:4 invalid_result: expected int, found (); write the value as the last line
    int => while false {}
      1:4 invalid_result: expected int, found (); write the value as the last line
    array<array<int>> => [[1], [2, "x"], 3]
      1:4 invalid_result: `[1][1]`: expected int, found a string; use `parse_int`; `[2]`: expected an array, found an int
    array => let a = []; a.pad(90_000, |x| x); a
      1:4 invalid_result: `[0]`: a function has no place in a result; `[1]`: a function has no place in a result; `[2]`: a function has no place in a result; `[3]`: a function has no place in a result; `[4]…
    "#);
}

#[tokio::test]
async fn thrown_values_of_every_kind() {
    let throws = VALUES.map(|value| format!("throw {value}"));
    let more = [
        "throw",
        "throw \"\"",
        "throw \" \"",
        "throw \"Capital letter.\"",
        "throw #{ message: \"x\", code: 1 }",
        "throw []",
        "let s = \"x\"; s.pad(1_000_000, \"y\"); throw s",
        "let a = []; a.pad(50_000, \"abc\"); throw a",
        "let a = []; a.pad(90_000, [1]); throw #{ a: a }",
        "try { throw \"inner\" } catch (e) { throw e + \" outer\" }",
        "try { 1 / 0 } catch (e) { throw e }",
        "try { nope() } catch (e) { throw e }",
    ];
    let mut told = String::new();
    for body in throws.iter().map(String::as_str).chain(more) {
        let script = format!("fn f() -> int {{ {body} }}");
        let tools = Folder::with_rules(&script, &["f"]).load_with(options()).await.unwrap();
        let error = tools.call("f", json!({})).await.unwrap_err();
        // What a rule author throws is told as it is, and cut.
        assert!(error.message.chars().count() <= 1_001, "{body}");
        let thrown = error.thrown.as_ref().map(ToString::to_string);
        let thrown = thrown.map(|thrown| short(&thrown)).unwrap_or_default();
        writeln!(told, "{}\n  {}: {} ⟨{thrown}⟩", short(body), error.code, short(&error.message))
            .unwrap();
    }
    insta::assert_snapshot!(told, @r#"
    throw ()
      script_failed: the script threw an error without a message ⟨null⟩
    throw true
      script_failed: the script threw true ⟨true⟩
    throw 1
      script_failed: the script threw 1 ⟨1⟩
    throw 1.5
      script_failed: the script threw 1.5 ⟨1.5⟩
    throw 0.0 / 0.0
      script_failed: NaN ⟨"NaN"⟩
    throw 1.0 / 0.0
      script_failed: inf ⟨"inf"⟩
    throw parse_decimal("1.50")
      script_failed: the script threw 1.5 ⟨1.5⟩
    throw "s"
      script_failed: s ⟨"s"⟩
    throw 'c'
      script_failed: c ⟨"c"⟩
    throw [1]
      script_failed: the script threw [1] ⟨[1]⟩
    throw #{ a: 1 }
      script_failed: the script threw {"a":1} ⟨{"a":1}⟩
    throw blob(3)
      script_failed: a blob ⟨"a blob"⟩
    throw timestamp()
      script_failed: a timestamp ⟨"a timestamp"⟩
    throw |x| x
      script_failed: a function ⟨"a function"⟩
    throw Fn("f")
      script_failed: a function ⟨"a function"⟩
    throw 0..3
      script_failed: a range ⟨"a range"⟩
    throw 0..=3
      script_failed: a range ⟨"a range"⟩
    throw [|x| x]
      script_failed: the script threw ["a function"] ⟨["a function"]⟩
    throw #{ a: |x| x }
      script_failed: the script threw {"a":"a function"} ⟨{"a":"a function"}⟩
    throw [()]
      script_failed: the script threw [null] ⟨[null]⟩
    throw [blob()]
      script_failed: the script threw ["a blob"] ⟨["a blob"]⟩
    throw #{ a: 0.0 / 0.0 }
      script_failed: the script threw {"a":"NaN"} ⟨{"a":"NaN"}⟩
    throw [1, [2, [timestamp()]]]
      script_failed: the script threw [1,[2,["a timestamp"]]] ⟨[1,[2,["a timestamp"]]]⟩
    throw range(0, 9, 2)
      script_failed: a value that is no data ⟨"a value that is no data"⟩
    throw bits(5)
      script_failed: a value that is no data ⟨"a value that is no data"⟩
    throw "abc".chars()
      script_failed: a value that is no data ⟨"a value that is no data"⟩
    throw
      script_failed: the script threw an error without a message ⟨null⟩
    throw ""
      script_failed:  ⟨""⟩
    throw " "
      script_failed:   ⟨" "⟩
    throw "Capital letter."
      script_failed: Capital letter. ⟨"Capital letter."⟩
    throw #{ message: "x", code: 1 }
      script_failed: the script threw {"code":1,"message":"x"} ⟨{"code":1,"message":"x"}⟩
    throw []
      script_failed: the script threw [] ⟨[]⟩
    let s = "x"; s.pad(1_000_000, "y"); throw s
      script_failed: xyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy… ⟨"xyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…⟩
    let a = []; a.pad(50_000, "abc"); throw a
      script_failed: the script threw ["abc","abc","abc","abc","abc","abc","abc","abc","abc… ⟨["abc","abc","abc","abc","abc","abc","abc","abc","abc","abc","abc","ab…⟩
    let a = []; a.pad(90_000, [1]); throw #{ a: a }
      limit_exceeded: an array grew past 100000 items ⟨⟩
    try { throw "inner" } catch (e) { throw e + " outer" }
      script_failed: inner outer ⟨"inner outer"⟩
    try { 1 / 0 } catch (e) { throw e }
      script_failed: the script threw {"error":"ErrorArithmetic","line":1,"message":"Divisi… ⟨{"error":"ErrorArithmetic","line":1,"message":"Division by zero: 1 / 0…⟩
    try { nope() } catch (e) { throw e }
      script_failed: the script threw {"error":"ErrorFunctionNotFound","function":"nope ()"… ⟨{"error":"ErrorFunctionNotFound","function":"nope ()","line":1,"messag…⟩
    "#);
}
