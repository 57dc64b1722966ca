//! Tests that run in a process of their own, apart from what others do to it.

const APART: &str = "RULEBOOK_TEST_APART";

/// Whether this is the process of its own. Where it is not, the test of a name is run in one,
/// and has succeeded there.
pub(crate) fn apart(name: &str) -> bool {
    if std::env::var_os(APART).is_some() {
        return true;
    }
    let mut apart = std::process::Command::new(std::env::current_exe().unwrap());
    let ended = apart.args(["--exact", name]).env(APART, "1").output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
    false
}
