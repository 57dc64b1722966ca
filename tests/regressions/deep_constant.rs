//! A constant nested very deep ended the process when its tool set was dropped:
//! whoever dropped it had too small a stack.

use serde_json::json;

use super::support::Folder;

const DEEP: &str = "let value = [1]; for i in 0..2500 { value = [value]; }\n";
const SMALL: usize = 256 * 1024;

/// Loads, calls and drops on a thread with a small stack.
fn on_small_stack(folder: Folder) {
    let run = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            let tools = folder.load().await.expect("it loads");
            let tool = tools.tool("fee").expect("the tool");
            assert_eq!(tools.call("fee", json!({})).await.expect("a fee"), 1);
            drop(tools);
            drop(tool);
        });
    };
    let thread = std::thread::Builder::new().stack_size(SMALL).spawn(run).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn its_tool_set_can_be_dropped() {
    let script = format!("{DEEP}const TABLE = value;\nfn fee() -> int {{ 1 }}");
    on_small_stack(Folder::with_rules(&script, &["fee"]));
}

#[test]
fn so_can_one_with_a_deep_value_of_an_imported_script() {
    let script = "import \"table\" as table;\nfn fee() -> int { 1 }";
    let imported = format!("{DEEP}export value as table;");
    on_small_stack(Folder::with_rules(script, &["fee"]).file("table.rhai", imported));
}
