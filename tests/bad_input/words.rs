//! What goes wrong while a script runs, in words: the wrong types for every
//! operator and every common function.

use super::*;

#[tokio::test]
async fn operators() {
    insta::assert_snapshot!(bodies([
        "1 / 0", "1 % 0", "-9223372036854775807 - 5", "9223372036854775807 + 1", "9223372036854775807 * 2", "2 ** 63", "2 ** -1",
        "(-9223372036854775807 - 1) / -1", "(-9223372036854775807 - 1) % -1", "-(-9223372036854775807 - 1)", "(-9223372036854775807 - 1).abs()",
        "let d = parse_decimal(\"79228162514264337593543950335\"); d + d", "parse_decimal(\"1\") / parse_decimal(\"0\")", "parse_decimal(\"1\") % parse_decimal(\"0\")",
        "parse_decimal(\"2\") ** parse_decimal(\"1000\")", "decimal => parse_decimal(\"1.5\").round(-1)", "decimal => parse_decimal(\"1.5\").round(9223372036854775807)",
        "parse_decimal(\"-1\").sqrt()", "parse_decimal(\"0\").ln()", "decimal => 1e30.to_decimal()", "decimal => (0.0 / 0.0).to_decimal()",
        "(0.0 / 0.0).to_int()", "1e300.to_int()", "parse_decimal(\"79228162514264337593543950335\").to_int()", "1 << 64", "1 << -1", "-5 >> 100",
        "5 << 9223372036854775807", "1 >> (-9223372036854775807 - 1)", "\"a\" - 1", "1 - \"a\"", "[] * 2", "true + 1", "() + 1", "-()", "!1", "-\"x\"",
        "1.5 + parse_decimal(\"1\")", "#{} + 1", "[1] - [1]", "|x| x + 1", "(|x| x) + 1", "'c' * 2", "0..3 + \"x\"", "(0..3) + 1", "blob(1) - 1", "timestamp() + \"x\"",
        "timestamp() + 9223372036854775807", "\"a\" < |x| x", "[1] < [2]", "#{} > #{}",
    ]).await, @r#"
    1 / 0
      1:19 script_failed: division by zero: 1 / 0
    1 % 0
      1:19 script_failed: modulo division by zero or overflow: 1 % 0
    -9223372036854775807 - 5
      1:38 script_failed: subtraction overflow: -9223372036854775807 - 5
    9223372036854775807 + 1
      1:37 script_failed: addition overflow: 9223372036854775807 + 1
    9223372036854775807 * 2
      1:37 script_failed: multiplication overflow: 9223372036854775807 * 2
    2 ** 63
      1:19 script_failed: exponential overflow: 2 ** 63
    2 ** -1
      1:19 script_failed: integer raised to a negative power: 2 ** -1
    (-9223372036854775807 - 1) / -1
      1:44 script_failed: division overflow: -9223372036854775808 / -1
    (-9223372036854775807 - 1) % -1
      1:44 script_failed: modulo division by zero or overflow: -9223372036854775808 % -1
    -(-9223372036854775807 - 1)
      1:17 script_failed: integer overflow
    (-9223372036854775807 - 1).abs()
      1:44 script_failed: negation overflow: --9223372036854775808
    let d = parse_decimal("79228162514264337593543950335"); d + d
      1:75 script_failed: addition overflow: 79228162514264337593543950335 + 79228162514264337593543950335
    parse_decimal("1") / parse_decimal("0")
      1:36 script_failed: division by zero: 1 / 0
    parse_decimal("1") % parse_decimal("0")
      1:36 script_failed: modulo division by zero or overflow: 1 % 0
    parse_decimal("2") ** parse_decimal("1000")
      1:36 script_failed: exponential overflow: 2 ** 1000
    decimal => parse_decimal("1.5").round(-1)
      1:42 script_failed: invalid number of digits for rounding: -1
    decimal => parse_decimal("1.5").round(9223372036854775807)
      1.5
    parse_decimal("-1").sqrt()
      1:37 script_failed: error taking the square root of -1
    parse_decimal("0").ln()
      1:36 script_failed: error taking the natural log of 0
    decimal => 1e30.to_decimal()
      1:26 script_failed: cannot convert to a decimal: to_decimal(1000000000000000000000000000000)
    decimal => (0.0 / 0.0).to_decimal()
      1:33 script_failed: cannot convert to a decimal: to_decimal(NaN)
    (0.0 / 0.0).to_int()
      1:29 script_failed: the float NaN has no whole number: it is not a number
    1e300.to_int()
      1:23 script_failed: the float 1e300 has no whole number: it does not fit in 64 bits
    parse_decimal("79228162514264337593543950335").to_int()
      1:64 script_failed: integer overflow: to_int(79228162514264337593543950335)
    1 << 64
      0
    1 << -1
      0
    -5 >> 100
      -1
    5 << 9223372036854775807
      0
    1 >> (-9223372036854775807 - 1)
      0
    "a" - 1
      1:21 script_failed: no function fits the call `- (string, int)`
    1 - "a"
      1:19 script_failed: no function fits the call `- (int, string)`
    [] * 2
      1:20 script_failed: no function fits the call `* (array, int)`
    true + 1
      1:22 script_failed: no function fits the call `+ (bool, int)`
    () + 1
      1:20 script_failed: no function fits the call `+ ((), int)`; a value is nothing there: `value ?? other` gives another in its place
    -()
      1:17 script_failed: no function fits the call `- (())`; a value is nothing there: `value ?? other` gives another in its place
    !1
      1:17 script_failed: no function fits the call `! (int)`
    -"x"
      1:17 script_failed: no function fits the call `- (string)`
    1.5 + parse_decimal("1")
      1:21 script_failed: no function fits the call `+ (float, decimal)`; a decimal and a float do not mix: write the number as `parse_decimal("...")`
    #{} + 1
      1:21 script_failed: no function fits the call `+ (map, int)`
    [1] - [1]
      1:21 script_failed: no function fits the call `- (array, array)`
    |x| x + 1
      1:4 invalid_result: expected int, found a function
    (|x| x) + 1
      1:25 script_failed: no function fits the call `+ (function, int)`
    'c' * 2
      1:21 script_failed: no function fits the call `* (character, int)`
    0..3 + "x"
      1:18 script_failed: no function fits the call `.. (int, string)`
    (0..3) + 1
      1:24 script_failed: no function fits the call `+ (range, int)`
    blob(1) - 1
      1:25 script_failed: no function fits the call `- (blob, int)`
    timestamp() + "x"
      1:4 invalid_result: expected int, found a string; use `parse_int`
    timestamp() + 9223372036854775807
      1:29 script_failed: timestamp overflow when adding 9223372036854775807 second(s)
    "a" < |x| x
      1:4 invalid_result: expected int, found a bool
    [1] < [2]
      1:21 script_failed: no function fits the call `< (array, array)`
    #{} > #{}
      1:21 script_failed: no function fits the call `> (map, map)`
    "#);
}

#[tokio::test]
async fn access() {
    insta::assert_snapshot!(bodies([
        "x + 1", "x = 1", "x.y", "nope()", "nope(1, \"a\", 1.5, [], #{}, |x| x, ())", "1.nope()", "f(1)", "this", "this.x", "f.x",
        "[1][5]", "[1][-5]", "[][0]", "\"abc\"[10]", "1[70]", "#{ a: 1 }.b", "#{ a: 1 }[\"b\"]", "let m = #{ a: 1 }; let i = 1; m[i]", "let i = \"a\"; [1][i]", "[1][1.5]", "[1, 2][0..1]",
        "().x", "().x()", "1.x", "1.5.x", "\"a\".x", "[].x", "true.x", "'c'.x", "(|x| x).x", "(0..1).x", "blob(1).x", "timestamp().x", "parse_decimal(\"1\").x",
        "let t = timestamp(); t.elapsed = 1; 1", "let a = 1; a[0] = 5; 1", "let a = \"abc\"; a[0] = 1; 1", "let a = [1]; a[5] = 1; 1", "const A = 1; let b = A; b.c = 1; 1",
        "const A = [1]; A.push(2); 1", "const A = [1]; A[0] = 2; 1", "const A = #{ a: 1 }; A.a = 2; 1", "let x = 1; x()", "let r = #{}; r.a()", "m::x()", "m::X", "global::X",
        "let a = [[]]; let f = || a; a[0] = f; a[0].call()", "Fn(1)", "Fn(\"a b\")", "Fn(\"\")", "Fn(\"nope\").call()", "call(\"f\")", "curry(1, 2)", "(|x| x).call(1, 2)",
        "for i in 5 {} 1", "for i in 1.5.to_string().len() {} 1", "let n = 5; for i in n {} 1", "for i in timestamp() {} 1", "for i in range(0, 5, 0) {} 1",
    ].into_iter().filter(|body| !body.starts_with("for i in 5 "))).await, @r#"
    x + 1
      1:17 script_failed: `x` is not defined here
    x = 1
      1:17 script_failed: `x` is not defined here
    x.y
      1:17 script_failed: `x` is not defined here
    nope()
      1:17 script_failed: no function fits the call `nope ()`
    nope(1, "a", 1.5, [], #{}, |x| x, ())
      1:17 script_failed: no function fits the call `nope (int, string, float, array, map, function, ())`; a value is nothing there: `value ?? other` gives another in its place
    1.nope()
      1:19 script_failed: no function fits the call `nope (int)`
    f(1)
      1:17 script_failed: no function fits the call `f (int)`
    this
      1:17 script_failed: `this` has no value here
    this.x
      1:17 script_failed: `this` has no value here
    f.x
      1:19 script_failed: `x` is not a field: this is no map, but of type function
    [1][5]
      1:21 script_failed: array index 5 out of bounds: only 1 element in array
    [1][-5]
      1:21 script_failed: array index -5 out of bounds: only 1 element in array
    [][0]
      1:20 script_failed: array index 0 out of bounds: array is empty
    "abc"[10]
      1:23 script_failed: string index 10 out of bounds: only 3 characters in string
    1[70]
      1:19 script_failed: bit-field index 70 out of bounds: only 64 bits in bit-field
    #{ a: 1 }.b
      1:27 script_failed: `b` is not a field of this map; if it may be absent, write `map.get("b") ?? other`, or ask `"b" in map`
    #{ a: 1 }["b"]
      1:27 script_failed: `b` is not a field of this map; if it may be absent, write `map.get("b") ?? other`, or ask `"b" in map`
    let m = #{ a: 1 }; let i = 1; m[i]
      1:49 script_failed: expected string, found int
    let i = "a"; [1][i]
      1:34 script_failed: expected int, found string
    [1][1.5]
      rules.rhai:1:21 syntax_error ⟨1⟩ array, string or bit-field expects integer index, not a float
    [1, 2][0..1]
      1:25 script_failed: expected int, found range
    ().x
      1:20 script_failed: `x` is asked of `()`, which is nothing
    ().x()
      1:20 script_failed: no function fits the call `x (())`; a value is nothing there: `value ?? other` gives another in its place
    1.x
      1:19 script_failed: `x` is not a field: this is no map, but of type int
    1.5.x
      1:21 script_failed: `x` is not a field: this is no map, but of type float
    "a".x
      1:21 script_failed: `x` is not a field: this is no map, but of type string
    [].x
      1:20 script_failed: `x` is not a field: this is no map, but of type array
    true.x
      1:22 script_failed: `x` is not a field: this is no map, but of type bool
    'c'.x
      1:21 script_failed: `x` is not a field: this is no map, but of type character
    (|x| x).x
      1:25 script_failed: `x` is not a field: this is no map, but of type function
    (0..1).x
      1:24 script_failed: `x` is not a field: this is no map, but of type range
    blob(1).x
      1:25 script_failed: `x` is not a field: this is no map, but of type blob
    timestamp().x
      1:29 script_failed: `x` is not a field: this is no map, but of type timestamp
    parse_decimal("1").x
      1:36 script_failed: `x` is not a field: this is no map, but of type decimal
    let t = timestamp(); t.elapsed = 1; 1
      1:40 script_failed: `elapsed` is not a field: this is no map, but of type timestamp
    let a = 1; a[0] = 5; 1
      1:33 script_failed: expected bool, found int
    let a = "abc"; a[0] = 1; 1
      1:37 script_failed: expected character, found int
    let a = [1]; a[5] = 1; 1
      1:32 script_failed: array index 5 out of bounds: only 1 element in array
    const A = 1; let b = A; b.c = 1; 1
      1:43 script_failed: `c` is not a field: this is no map, but of type int
    const A = [1]; A.push(2); 1
      1:34 script_failed: `push` would change a constant
    const A = [1]; A[0] = 2; 1
      1:32 script_failed: `A` is a constant
    const A = #{ a: 1 }; A.a = 2; 1
      1:38 script_failed: `A` is a constant
    let x = 1; x()
      1:28 script_failed: no function fits the call `x ()`
    let r = #{}; r.a()
      1:32 script_failed: no function fits the call `a (map)`
    m::x()
      1:17 script_failed: `m` is not imported
    m::X
      1:17 script_failed: `m` is not imported
    global::X
      1:17 script_failed: `global::X` is not defined here
    let a = [[]]; let f = || a; a[0] = f; a[0].call()
      1:60 script_failed: this value is in use by the function that it is given to
    Fn(1)
      1:20 script_failed: expected string, found int
    Fn("a b")
      1:20 script_failed: there is no function `a b`
    Fn("")
      1:20 script_failed: there is no function ``
    Fn("nope").call()
      1:28 script_failed: no function fits the call `nope ()`
    call("f")
      1:22 script_failed: expected function, found string
    curry(1, 2)
      1:23 script_failed: expected function, found int
    (|x| x).call(1, 2)
      1:25 script_failed: this closure does not take what it is called with: `(int, int)`
    for i in 1.5.to_string().len() {} 1
      1:26 script_failed: `for` needs an array, a range or a string
    let n = 5; for i in n {} 1
      1:37 script_failed: `for` needs an array, a range or a string
    for i in timestamp() {} 1
      1:26 script_failed: `for` needs an array, a range or a string
    for i in range(0, 5, 0) {} 1
      1:26 script_failed: step value cannot be zero
    "#);
}

#[tokio::test]
async fn functions_of_the_language() {
    insta::assert_snapshot!(bodies([
        "parse_int(\"x\")", "parse_int(\"\")", "parse_int(\"99999999999999999999\")", "parse_int(\"5\", 37)", "parse_int(5)", "parse_float(\"x\")", "parse_decimal(\"x\")",
        "parse_decimal(\"1e400\")", "parse_json(\"\")", "parse_json(\"{\")", "parse_json(\"[1e400]\")", "parse_json(1)", "max()", "max(\"a\", 1)", "abs(\"x\")", "to_float(\"x\")",
        "[1].map(1)", "[1].map(Fn(\"nope\"))", "[1].map(|a, b, c| a)", "[1].filter(|x| x)", "[1].reduce(|a| a)", "[1].sort(1)", "[1, 2].sort(|a| a)", "[1, \"a\"].sort()",
        "[#{}, #{}].sort()", "[1].insert(1)", "[1].remove(\"x\")", "[1].index_of()", "[1].join(\",\")", "\"a\".pad(5)", "\"a\".pad(5, 5)", "\"a\".pad(5, \"\")", "\"a\".sub_string(\"x\")",
        "\"a\".split(1.5)", "\"a\".replace(1, 2)", "\"a\".to_int()", "\"a\".index_of(1)", "#{}.keys(1)", "#{}.get(1)", "#{}.set(1, 2)", "#{}.remove(1)", "blob(-1).len()", "range(0, \"x\")",
        "print(1, 2)", "type_of()", "is_def_fn(1, 2)", "sleep(1)", "to_json(1)", "55296.to_char()", "bits(1).x", "1.get_bit(99)", "1.set_bits(0, 99, 1)", "exit(\"x\")",
    ]).await, @r#"
    parse_int("x")
      1:17 script_failed: `x` is not a whole number of 64 bits
    parse_int("")
      1:17 script_failed: `` is not a whole number of 64 bits
    parse_int("99999999999999999999")
      1:17 script_failed: `99999999999999999999` is not a whole number of 64 bits
    parse_int("5", 37)
      1:17 script_failed: invalid radix: `37`
    parse_int(5)
      1:17 script_failed: no function fits the call `parse_int (int)`
    parse_float("x")
      1:17 script_failed: `x` is not a number
    parse_decimal("x")
      1:17 script_failed: `x` is not a decimal of 28 digits
    parse_decimal("1e400")
      1:17 script_failed: `1e400` is not a decimal of 28 digits
    parse_json("")
      1:17 script_failed: `parse_json`: line 1, column 1: expected a JSON value, found the end of the text
    parse_json("{")
      1:17 script_failed: `parse_json`: line 1, column 2: expected a name in double quotes, found the end of the text
    parse_json("[1e400]")
      1:17 script_failed: `parse_json`: line 1, column 2: `1e400` is larger than any number can be
    parse_json(1)
      1:17 script_failed: no function fits the call `parse_json (int)`
    max()
      1:17 script_failed: no function fits the call `max ()`
    max("a", 1)
      1:17 script_failed: no function fits the call `max (string, int)`
    abs("x")
      1:17 script_failed: no function fits the call `abs (string)`
    to_float("x")
      1:17 script_failed: no function fits the call `to_float (string)`
    [1].map(1)
      1:21 script_failed: no function fits the call `map (array, int)`
    [1].map(Fn("nope"))
      1:21 script_failed: no function fits the call `nope (int, int)`
    [1].map(|a, b, c| a)
      1:21 script_failed: this closure does not take what it is called with: `(int, int)`
    [1].filter(|x| x)
      1:21 script_failed: expected bool from the function given to `filter`, found int
    [1].reduce(|a| a)
      1:4 invalid_result: expected int, found (); write the value as the last line
    [1].sort(1)
      1:21 script_failed: no function fits the call `sort (array, int)`
    [1, 2].sort(|a| a)
      1:24 script_failed: this closure does not take what it is called with: `(int, int)`
    [1, "a"].sort()
      1:26 script_failed: expected items of one type, string, found int
    [#{}, #{}].sort()
      1:28 script_failed: expected items that have an order, found map
    [1].insert(1)
      1:21 script_failed: no function fits the call `insert (array, int)`
    [1].remove("x")
      1:21 script_failed: no function fits the call `remove (array, string)`
    [1].index_of()
      1:21 script_failed: no function fits the call `index_of (array)`
    [1].join(",")
      1:21 script_failed: no function fits the call `join (array, string)`
    "a".pad(5)
      1:21 script_failed: no function fits the call `pad (string, int)`
    "a".pad(5, 5)
      1:21 script_failed: no function fits the call `pad (string, int, int)`
    "a".pad(5, "")
      1:21 script_failed: an empty text cannot pad another; write at least a space
    "a".sub_string("x")
      1:21 script_failed: no function fits the call `sub_string (string, string)`
    "a".split(1.5)
      1:21 script_failed: no function fits the call `split (string, float)`
    "a".replace(1, 2)
      1:21 script_failed: no function fits the call `replace (string, int, int)`
    "a".to_int()
      1:21 script_failed: no function fits the call `to_int (string)`
    "a".index_of(1)
      1:21 script_failed: no function fits the call `index_of (string, int)`
    #{}.keys(1)
      1:21 script_failed: no function fits the call `keys (map, int)`
    #{}.get(1)
      1:21 script_failed: no function fits the call `get (map, int)`
    #{}.set(1, 2)
      1:21 script_failed: no function fits the call `set (map, int, int)`
    #{}.remove(1)
      1:21 script_failed: no function fits the call `remove (map, int)`
    blob(-1).len()
      0
    range(0, "x")
      1:17 script_failed: no function fits the call `range (int, string)`
    print(1, 2)
      1:17 script_failed: no function fits the call `print (int, int)`
    type_of()
      1:17 script_failed: no function fits the call `type_of ()`
    is_def_fn(1, 2)
      1:17 script_failed: expected string, found int
    sleep(1)
      1:17 script_failed: `sleep` is turned off: a rule cannot wait
    to_json(1)
      1:17 script_failed: no function fits the call `to_json (int)`
    55296.to_char()
      1:23 script_failed: no function fits the call `to_char (int)`
    bits(1).x
      1:25 script_failed: `x` is not a field: this is no map, but of type range
    1.get_bit(99)
      1:19 script_failed: bit-field index 99 out of bounds: only 64 bits in bit-field
    1.set_bits(0, 99, 1)
      1:4 invalid_result: expected int, found (); write the value as the last line
    exit("x")
      1:4 invalid_result: expected int, found a string; use `parse_int`
    "#);
}
