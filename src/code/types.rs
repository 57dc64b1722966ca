//! The pages about types and where they stand.

use super::page::Example::{Script, Words};
use super::page::Page;

pub(super) const MISSING_TYPE: Page = Page::new(
    "A parameter or the result of an exported function has no type.",
    "The types say what a model may send and what it gets back; nothing else does. An exported \
     function has a type on every parameter and on its result. Helpers need none.",
    Script(
        r#"fn decide(days) {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"fn decide(days: int) -> string {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const UNKNOWN_TYPE: Page = Page::new(
    "A type that does not exist.",
    "The types are `bool`, `int`, `float`, `decimal`, `string`, `array`, `map`, records, choices \
     of texts, and the names that the script declares with `type`. Names declared in another file \
     do not count.",
    Script(
        r#"fn decide(days: integer) -> string {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"fn decide(days: int) -> string {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const MALFORMED_TYPE: Page = Page::new(
    "A type that cannot be read.",
    "A bracket or a separator is missing, or something stands where a type is expected. The guide \
     for rule authors shows how each type is written.",
    Script(
        r#"fn decide(amounts: array<decimal) -> string {
    if amounts.is_empty() { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"fn decide(amounts: array<decimal>) -> string {
    if amounts.is_empty() { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const MISPLACED_TYPE: Page = Page::new(
    "A type that may not stand in this place.",
    "`()` means that a function gives nothing back, so it stands after `->` only. For a value that \
     may be missing, put a `?` after its type. `session` is the whole type of one parameter of a \
     function, and so is the name of settings; neither is part of any other type.",
    Script(
        r#"fn decide(days: int, note: ()) -> string {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"fn decide(days: int, note: string?) -> string {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const DUPLICATE_TYPE: Page = Page::new(
    "One type name is declared twice.",
    "A name stands for one type in the whole script, wherever it is declared. Rename one of the \
     two, or take it away.",
    Script(
        r#"type Answer = "yes" | "no";
type Answer = "yes" | "no" | "ask";

fn decide(days: int) -> Answer {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"type Answer = "yes" | "no";

fn decide(days: int) -> Answer {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const TYPE_CYCLE: Page = Page::new(
    "A type contains itself.",
    "A type is written out in full for the model, and one that contains itself has no end. Write \
     out as many levels as there are, or hold the inner level as a `map`.",
    Script(
        r#"type Part = #{ name: string, parts: array<Part> };

fn decide(part: Part) -> string {
    if part.parts.is_empty() { "yes" } else { "no" }
}"#,
    ),
    Script(
        r#"type Part = #{ name: string };
type Assembly = #{ name: string, parts: array<Part> };

fn decide(assembly: Assembly) -> string {
    if assembly.parts.is_empty() { "yes" } else { "no" }
}"#,
    ),
);

pub(super) const TYPE_TOO_LARGE: Page = Page::new(
    "A type has too many parts, or is nested too deep.",
    "A type is written out in full for the model, every name in it replaced by its definition, and \
     a model cannot follow one of this size. Ask for less at once, in several tools if need be, or \
     hold the inner levels as a `map`.",
    Words("a record of records of records, hundreds of fields in all"),
    Words("a record of the fields that the rule looks at"),
);
