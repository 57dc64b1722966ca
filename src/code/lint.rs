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

pub(super) const MIXED_COMPARISON: Page = Page::new(
    "A parameter compared with a literal of another kind.",
    "A text never equals a number, nor `true` or `false`, so the comparison always ends the same \
     way. A decimal can be compared with a whole number, but not with a literal such as `10.5`, \
     which is a float: make a decimal of it.",
    Script(
        r#"fn decide(amount: decimal) -> bool {
    amount > 10.5
}"#,
    ),
    Script(
        r#"fn decide(amount: decimal) -> bool {
    amount > parse_decimal("10.5")
}"#,
    ),
);

pub(super) const DUPLICATE_CONSTANT: Page = Page::new(
    "A constant that is declared twice.",
    "Functions see one value of it only, and which one is easy to mistake. Most often a line was \
     copied and its name was left as it was.",
    Script(
        r#"const LIMIT = 30;
const LIMIT = 60;

fn decide(days: int) -> bool { days > LIMIT }"#,
    ),
    Script(
        r#"const LIMIT = 30;
const VIP_LIMIT = 60;

fn decide(days: int, vip: bool) -> bool { days > if vip { VIP_LIMIT } else { LIMIT } }"#,
    ),
);

pub(super) const LOST_CHANGE: Page = Page::new(
    "A helper that changes its copy of what a conversation keeps.",
    "What a helper takes as a parameter is a copy, a `session` too: what it changes in it is \
     lost when it ends. A helper that changes `this` instead, and is called on the map, changes \
     the map itself.",
    Script(
        r#"fn decide(item: string, parcel: session) -> int {
    add(parcel, item);
    parcel.len()
}

fn add(parcel: session, item: string) {
    parcel.set(item, true);
}"#,
    ),
    Script(
        r#"fn decide(item: string, parcel: session) -> int {
    parcel.add(item);
    parcel.len()
}

fn add(item) {
    this.set(item, true);
}"#,
    ),
);

pub(super) const UNKNOWN_MEMBER: Page = Page::new(
    "A member that the type of a parameter does not have.",
    "Settings, and a parameter whose type is a record, have the members that are declared, and no \
     others. What reads another gets nothing, or fails when the line is reached. Most often it is a \
     slip in the name; where the member is really wanted, declare it.",
    Script(
        r#"settings Terms = #{ days: int = 30 };

fn decide(age: int, terms: Terms) -> string {
    if age > terms.dyas { "no" } else { "yes" }
}"#,
    ),
    Script(
        r#"settings Terms = #{ days: int = 30 };

fn decide(age: int, terms: Terms) -> string {
    if age > terms.days { "no" } else { "yes" }
}"#,
    ),
);
