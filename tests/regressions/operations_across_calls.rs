//! Without the hop to the interpreter's thread, the operations of all calls of a
//! thread counted as those of one.

use rulebook::{Limits, ToolCall, ToolSet};

use super::support::Folder;

#[tokio::test]
async fn each_call_counts_its_own() {
    let mut limits = Limits::default();
    limits.operations = 1_000;
    let script = "fn sum() -> int { let n = 0; for i in 0..100 { n += i; } n }";
    let folder = Folder::with_rules(script, &["sum"]);
    let tools = folder.load_with(ToolSet::options().limits(limits)).await.expect("it loads");
    for _ in 0..20 {
        assert_eq!(tools.call_without_hop("sum", ToolCall::default()).expect("a sum"), 4950);
    }
}
