//! The pages about a script as a whole.

use super::page::Example::{Script, Words};
use super::page::Page;

pub(super) const SYNTAX_ERROR: Page = Page::new(
    "The script is not valid Rhai.",
    "The place shown is where the script stops making sense; the slip may be just before it: a \
     bracket without its partner, a missing `;`, a text without its closing quote.",
    Script(
        r#"fn decide(days: int) -> string {
    if days => 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"fn decide(days: int) -> string {
    if days >= 30 { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const UNKNOWN_NAME: Page = Page::new(
    "A name that nothing declares.",
    "The script loads, but the place where the name stands fails as soon as a call comes by. Most \
     often the name is misspelt, or it is a variable of another function: give it to this one as a \
     parameter. Outside of functions, only what is declared with `const` is visible in them.",
    Script(
        r#"const WINDOW_DAYS = 30;

fn decide(days: int) -> bool { days > WINDOW }"#,
    ),
    Script(
        r#"const WINDOW_DAYS = 30;

fn decide(days: int) -> bool { days > WINDOW_DAYS }"#,
    ),
);

pub(super) const SCRIPT_TOO_LONG: Page = Page::new(
    "A script has more lines, or longer lines, than a script may have.",
    "Past 65,535 lines, or 65,535 characters in a line, the places of errors would be wrong. A \
     script of this size is most often generated, or has a table of data in it. Divide it into \
     files and import them, or break its long lines.",
    Words("a table of 80,000 prices on one line"),
    Words("the same table, one price a line, in two imported files"),
);

pub(super) const IMPORT_FAILED: Page = Page::new(
    "An import cannot be loaded.",
    "The path of an import is looked for beside the script that imports it and then from the root, \
     and `.rhai` may be left out. The imported file must be below the root and be a valid script itself, and two files \
     may not import each other.",
    Script(
        r#"import "taxes" as tax;

fn decide(amount: decimal) -> string {
    if tax::of(amount) > 10 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"import "tax" as tax;

fn decide(amount: decimal) -> string {
    if tax::of(amount) > 10 { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const STARTUP_FAILED: Page = Page::new(
    "A start-up statement failed.",
    "What stands outside of functions runs once, when the script is loaded; most often it sets the \
     constants. A failure there would leave them without a value, so nothing is loaded.",
    Script(
        r#"const LIMIT = parse_decimal("10,50");

fn decide(amount: decimal) -> string {
    if amount > LIMIT { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"const LIMIT = parse_decimal("10.50");

fn decide(amount: decimal) -> string {
    if amount > LIMIT { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const STARTUP_TIMED_OUT: Page = Page::new(
    "The start-up statements did not end in time.",
    "What stands outside of functions runs once, when the script is loaded, and has as much time \
     as a call. A loop there that never ends is the usual reason. Keep start-up to constants.",
    Script(
        r#"let steps = 1;
while steps < 30 {
    steps * 2;
}

fn decide(days: int) -> string {
    if days > 30 { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"const WINDOW_DAYS = 30;

fn decide(days: int) -> string {
    if days > WINDOW_DAYS { "no" } else { "yes" }
}"#,
    ),
);

pub(super) const LOAD_FAILED: Page = Page::new(
    "The program that loads the rules could not run them.",
    "Nothing is wrong with the manifest or its scripts: the system gave no thread to run them on, \
     or a function that the program adds for scripts failed while it was added. Whoever runs the \
     program has to look at it.",
    Words("a system that is out of threads"),
    Words("the same manifest on a system that has some left"),
);
