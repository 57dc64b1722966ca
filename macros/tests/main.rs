//! What the macros take, and what they say of what they do not take.

mod pass;

/// Each file in `fail/` beside what the compiler says of it. After a change of the
/// wording: `TRYBUILD=overwrite cargo test -p rulebook-macros`, and read the difference.
#[test]
fn mistakes_are_told_where_they_stand() {
    trybuild::TestCases::new().compile_fail("tests/fail/*.rs");
}
