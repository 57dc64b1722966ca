//! The text of doc comments.

use super::good;

#[track_caller]
fn doc(script: &str) -> Option<String> {
    good(script).functions.pop().unwrap().doc
}

#[test]
fn doc_comments_are_read_without_their_marks() {
    let table = [
        ("fn f() {}", None),
        ("/// One.\nfn f() {}", Some("One.")),
        ("///One.\n///\n///  Two.\nfn f() {}", Some("One.\n\n  Two.")),
        ("/// One.\n///  - a\n///\nfn f() {}", Some("One.\n - a")),
        ("/// One.\r\n/// Two.\r\nfn f() {}", Some("One.\nTwo.")),
        ("/// One.\n\n// no doc\n/// Two.\nprivate fn f() {}", Some("One.\nTwo.")),
        ("/** One. */ fn f() {}", Some("One.")),
        ("/**\n * One.\n *   Two.\n *\n * Three.\n */\nfn f() {}", Some("One.\n  Two.\n\nThree.")),
        ("/** One.\r\n    Two.\r\n      Three.\r\n*/\nfn f() {}", Some("One.\nTwo.\n  Three.")),
        ("/** One.\n    * a\n    b */\nfn f() {}", Some("One.\n* a\nb")),
        ("/// One.\n/** Two. */\n/// Three.\nfn f() {}", Some("One.\nTwo.\nThree.")),
        ("///\n/** */\nfn f() {}", None),
        ("//// One.\n/*** Two. */\nfn f() {}", None),
        ("/// Of the type.\ntype A = int;\nfn f() {}", None),
        ("/// Of the type.\ntype A = int;\n/// Of f.\nfn f() {}", Some("Of f.")),
        ("/// Of g.\nfn g() {}\nfn f() {}", None),
        ("/// Größe: `§ 3`\nfn f() {}", Some("Größe: `§ 3`")),
    ];
    for (script, expected) in table {
        assert_eq!(doc(script).as_deref(), expected, "{script}");
    }
}
