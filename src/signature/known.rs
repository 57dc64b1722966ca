//! The types by name, and what people write in their place.

use super::problems::{quoted, shortened};
use crate::nearest::nearest;

/// The names of the types; `type` cannot declare them anew.
const BUILT_IN: &[&str] = &["bool", "int", "float", "decimal", "string", "array", "map"];

/// The type that a parameter has which is no argument: what is kept for a session.
pub(super) const SESSION: &str = "session";

/// What other languages call a type: their names, lower case, and ours.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["boolean", "flag"], "bool"),
    (
        &[
            "long", "integer", "short", "byte", "uint", "bigint", "usize", "isize", "i8", "i16",
            "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "int8", "int16", "int32",
            "int64",
        ],
        "int",
    ),
    (&["double", "real", "f32", "f64", "float32", "float64"], "float"),
    (&["money", "currency", "amount", "bigdecimal"], "decimal"),
    (&["str", "text", "varchar", "char", "character", "uuid", "email", "url"], "string"),
    (&["jsonarray", "list", "vec", "vector", "slice", "set", "tuple", "sequence"], "array"),
    (
        &[
            "jsonobject",
            "object",
            "obj",
            "dict",
            "dictionary",
            "hash",
            "hashmap",
            "struct",
            "record",
        ],
        "map",
    ),
];

/// Names that no one type stands for, and what to write instead.
const DEPENDS: &[(&[&str], &str)] = &[
    (
        &["number", "num", "numeric"],
        "write `int` for whole numbers, `decimal` for exact ones such as money, or `float`",
    ),
    (
        &["any", "dynamic", "unknown", "mixed", "value", "var", "auto", "json", "jsonvalue", "t"],
        "say what it holds, as in `string`, `map` or `#{ name: string }`",
    ),
    (
        &["date", "datetime", "time", "timestamp", "instant", "duration"],
        "write `string` for a date or a time as text, or `int` for a count of days or seconds",
    ),
    (
        &["null", "nil", "undefined", "none", "nothing", "void", "unit", "never"],
        "write the type of the value; `T?` if it can also be null",
    ),
    (
        &["settings", "setting", "config", "configuration"],
        "declare what it holds with `settings NAME = #{ ... };`, and write that name",
    ),
    (NULLABLE, "write `T?` for a value that can be null"),
    (&["enum", "union", "literal", "choice"], "write the strings, as in `\"open\" | \"closed\"`"),
    (
        &["fn", "fnptr", "func", "function", "closure", "callback"],
        "a function cannot be passed in or out; write the type of a value",
    ),
    (&["blob", "bytes", "binary", "buffer"], "write `string`; bytes pass as text, such as Base64"),
];

const NULLABLE: &[&str] = &["option", "optional", "maybe", "nullable"];

/// The names that mean "no value" where a result is declared.
const NO_VALUE: &[&str] = &["null", "nil", "undefined", "none", "nothing", "void", "unit"];

/// Whether `name` is a built-in type.
pub(super) fn is_built_in(name: &str) -> bool {
    BUILT_IN.contains(&name) || name == SESSION
}

/// What to write in place of an unknown type, which is said to hold `held`;
/// `declared` are the script's own.
pub(super) fn instead(name: &str, held: Option<&str>, result: bool, declared: &[&str]) -> String {
    let lower = shortened(name).to_lowercase();
    let has = |names: &[&str]| names.contains(&lower.as_str());
    if result && has(NO_VALUE) {
        return "write `()` for a function that gives nothing".to_owned();
    }
    let mut ours = declared.iter().chain(BUILT_IN).chain(&[SESSION]);
    if let Some(ours) = ours.find(|ours| ours.eq_ignore_ascii_case(name)) {
        return format!("write {}", quoted(ours));
    }
    if let Some((_, ours)) = ELSEWHERE.iter().find(|(names, _)| has(names)) {
        return match held {
            Some(held) if matches!(*ours, "array" | "map") => {
                format!("write {}", quoted(&format!("{ours}<{held}>")))
            }
            _ => format!("write `{ours}`"),
        };
    }
    if let Some(held) = held.filter(|_| has(NULLABLE)) {
        return format!("write {}", quoted(&format!("{held}?")));
    }
    if let Some((_, help)) = DEPENDS.iter().find(|(names, _)| has(names)) {
        return (*help).to_owned();
    }
    match alike(name, declared) {
        Some(known) => format!("did you mean {}?", quoted(known)),
        None => {
            let names: Vec<_> = BUILT_IN.iter().copied().map(quoted).collect();
            format!(
                "the types are {}, and those declared with `type` or `settings`",
                names.join(", ")
            )
        }
    }
}

/// Comparing takes time: long names, and more than a few hundred, are left out.
fn alike<'a>(name: &str, declared: &[&'a str]) -> Option<&'a str> {
    const LONGEST: usize = 64;
    const MOST: usize = 500;
    if name.len() > LONGEST {
        return None;
    }
    let declared = declared.iter().copied().take(MOST);
    let ours = BUILT_IN.iter().copied().chain([SESSION]);
    nearest(name, declared.chain(ours).filter(|known| known.len() <= LONGEST))
}
