//! Calls that never end by themselves.

use super::case::{Case, TIMED_OUT};

const LATE: &[(&str, &str)] = &[TIMED_OUT];

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::limit("an endless loop", "loop {}", LATE),
        Case::limit("an endless while", "while true {}", LATE),
        Case::limit("an endless do", "do {} while true; []", LATE),
        Case::limit("a catch that swallows the stop", "try { loop {} } catch { loop {} }", LATE),
        Case::limit(
            "a catch around a catch",
            "loop { try { try { loop {} } catch { 1 } } catch { 2 } }",
            LATE,
        ),
        Case::limit("errors in a loop", "loop { try { throw 1 } catch { } }", LATE),
        Case::limit(
            "large errors in a loop",
            "let a = []; a.pad(90_000, 1); loop { try { throw a } catch (e) { } }",
            LATE,
        ),
        Case::limit("errors of natives in a loop", "loop { try { [1][5]; } catch (e) { } }", LATE),
        Case::limit(
            "errors within errors",
            "loop { try { throw #{ a: [1] } } catch (e) { try { throw e } catch (g) { } } }",
            LATE,
        ),
        Case::limit("print without end", "loop { print(\"a line of text\"); }", LATE),
        Case::limit(
            "print of much without end",
            "let a = []; a.pad(90_000, 1); loop { print(a); debug(a); }",
            LATE,
        ),
        Case::limit("a closure that loops", "[1].for_each(|x| { loop {} }); []", LATE),
        Case::limit(
            "map in a loop",
            "let a = []; a.pad(50_000, 1); let b = []; loop { b = a.map(|x| x); }",
            LATE,
        ),
        Case::limit(
            "a table that is filled and emptied",
            "let m = #{}; let i = 0; loop { m[`k${i}`] = i; i += 1; m.remove(`k${i - 9}`); }",
            LATE,
        ),
        Case::limit(
            "a lock in a loop",
            "let a = []; loop { let f = || a; try { a.push(f); } catch { } }",
            LATE,
        ),
    ]
}
