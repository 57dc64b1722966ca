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
