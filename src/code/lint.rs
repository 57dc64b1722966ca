//! The pages about what a script says and probably does not mean.

use super::page::Example::Script;
use super::page::Page;

pub(super) const UNUSED_VALUE: Page = Page::new(
    "A value that is worked out and then dropped.",
    "Only the last value of a function is its result, and what stands before it has to do \
     something. A value in the middle changes nothing: most often `==` was written for `=`, or an \
     `if` that is not the last statement was meant to end the function. Write `return` there, or \
     make what follows its `else`.",
    Script(
        r#"fn decide(amount: int) -> string {
    if amount > 10 { "big" }
    "small"
}"#,
    ),
    Script(
        r#"fn decide(amount: int) -> string {
    if amount > 10 { return "big"; }
    "small"
}"#,
    ),
);

pub(super) const SHADOWED_VARIABLE: Page = Page::new(
    "A `let` in a block that hides the variable that was meant to change.",
    "Each `let` makes a new variable, and one that is made in a block ends with the block: the \
     variable of the same name around it keeps its value. To change that one, leave `let` out.",
    Script(
        r#"fn decide(amount: int, vip: bool) -> int {
    let total = amount;
    if vip { let total = amount - 5; }
    total
}"#,
    ),
    Script(
        r#"fn decide(amount: int, vip: bool) -> int {
    let total = amount;
    if vip { total = amount - 5; }
    total
}"#,
    ),
);

pub(super) const UNKNOWN_CHOICE: Page = Page::new(
    "A text that the parameter it is compared with can never be.",
    "The type of the parameter lists every text that it can be, and this is none of them, so the \
     comparison always ends the same way. Most often the text is misspelt; otherwise it is missing \
     in the type.",
    Script(
        r#"fn decide(status: "paid" | "open") -> bool {
    status == "payed"
}"#,
    ),
    Script(
        r#"fn decide(status: "paid" | "open") -> bool {
    status == "paid"
}"#,
    ),
);
