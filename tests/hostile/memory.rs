//! Memory bombs: strings, arrays, maps and blobs that grow.

use super::case::{Case, TIMED_OUT};

const ARRAY: &[(&str, &str)] = &[("limit_exceeded", "array grew past 100000 items"), TIMED_OUT];
const MAP: &[(&str, &str)] = &[("limit_exceeded", "map grew past 100000 entries"), TIMED_OUT];
const STRING: &[(&str, &str)] = &[("limit_exceeded", "string grew past 4194304 bytes"), TIMED_OUT];

pub(super) fn cases() -> Vec<Case> {
    let big = |rest: &str| format!("let big = []; big.pad(90_000, 1); {rest}");
    let long = |rest: &str| format!("let s = \"\"; s.pad(3_000_000, \"x\"); {rest}");
    vec![
        Case::limit("a string doubles", "let s = \"ab\"; loop { s += s; }", STRING),
        Case::limit("a string doubles by +", "let s = \"ab\"; loop { s = s + s; }", STRING),
        Case::limit(
            "a string is interpolated twice",
            "let s = \"ab\"; loop { s = `${s}${s}`; }",
            STRING,
        ),
        Case::limit(
            "a string is padded",
            "let s = \"a\"; s.pad(9223372036854775807, \"x\"); []",
            STRING,
        ),
        Case::limit("an array doubles", "let a = [1]; loop { a += a; }", ARRAY),
        Case::limit("an array doubles by append", "let a = [1]; loop { a.append(a); }", ARRAY),
        Case::limit(
            "an array doubles once too often",
            big("a_twice(big)") + " } fn a_twice(a) { a += a; a",
            ARRAY,
        ),
        Case::limit("an array is pushed into itself", "let a = [1]; loop { a.push(a); }", ARRAY),
        Case::limit(
            "an array is padded with arrays",
            "let a = []; a.pad(50_000, [1, 2]); []",
            ARRAY,
        ),
        Case::limit("an array of long strings", long("let a = []; loop { a.push(s); }"), STRING),
        Case::limit(
            "a map doubles by its fields",
            "let m = #{ a: 1 }; loop { m.a = m; m.b = m; }",
            MAP,
        ),
        Case::limit(
            "a map doubles by its keys",
            "let m = #{ a: 1 }; loop { m[\"a\"] = m; m[\"b\"] = m; }",
            MAP,
        ),
        Case::limit(
            "a map gets key after key",
            "let m = #{}; let i = 0; loop { m[`k${i}`] = i; i += 1; }",
            MAP,
        ),
        Case::limit(
            "maps of one key each",
            "let m = #{}; let i = 0; loop { m[`k${i}`] = #{ a: i }; i += 1; }",
            MAP,
        ),
        Case::limit(
            "items become large arrays",
            big("let a = []; a.pad(300, 0); for i in 0..300 { a[i] = big; } []"),
            ARRAY,
        ),
        Case::limit(
            "fields of items become large arrays",
            big("let a = []; a.pad(300, #{}); for i in 0..300 { a[i].x = big; } []"),
            ARRAY,
        ),
        Case::limit(
            "items are padded in their places",
            "let a = []; a.pad(300, []); for i in 0..300 { a[i].pad(90_000, 1); } []",
            ARRAY,
        ),
        Case::limit(
            "items grow by +=",
            big("let a = []; a.pad(300, []); for i in 0..300 { a[i] += big; } []"),
            ARRAY,
        ),
        Case::limit(
            "a field grows by push",
            big("let m = #{ a: #{ b: [] } }; loop { m.a.b.push(big); }"),
            ARRAY,
        ),
        Case::limit(
            "a field of a text grows",
            long("let m = #{ a: [] }; loop { m.a.push(s); }"),
            STRING,
        ),
        Case::limit(
            "fields of `this` grow",
            big("let m = #{ a: [] }; loop { m.grow(big); } } fn grow(big) { this.a.push(big);"),
            ARRAY,
        ),
        Case::limit(
            "`this` of every item grows",
            big(
                "let a = []; a.pad(1_000, 1); a.for_each(|| { this = [1]; this.pad(90_000, 1); }); []",
            ),
            ARRAY,
        ),
        Case::limit(
            "every item is mapped to a large array",
            big("let a = []; a.pad(1_000, 1); a.map(|x| big)"),
            ARRAY,
        ),
        Case::limit(
            "every entry is mapped to a large array",
            big("let m = #{}; for i in 0..100 { m.set(`k${i}`, 1); } m.map(|k, v| big); []"),
            ARRAY,
        ),
        Case::limit(
            "pairs are zipped to large arrays",
            big("let a = []; a.pad(1_000, 1); a.zip(a, |x, y| big)"),
            ARRAY,
        ),
        Case::limit("a blob that is too large", "blob(10_000_000_000).len(); []", ARRAY),
        Case::limit("a blob doubles", "let b = blob(1); loop { b += b; }", ARRAY),
        Case::limit(
            "a map is mixed into another",
            "let m = #{}; let i = 0; loop { m.mixin(parse_json(`{\"k${i}\": 1}`)); i += 1; }",
            MAP,
        ),
        Case::limit(
            "a large literal in a loop",
            "let a = []; loop { a += [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10]]; }",
            ARRAY,
        ),
        Case::limit(
            "strings of one array through a map",
            long("let m = #{}; for i in 0..9 { m[`k${i}`] = s; } []"),
            STRING,
        ),
    ]
}
