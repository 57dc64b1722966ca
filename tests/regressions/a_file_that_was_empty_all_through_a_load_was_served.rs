//! A file that was emptied after the first look at it, and was empty all through the
//! load, was taken as it was: nothing had changed since it was read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rulebook::ToolSet;
use tokio::sync::Notify;

use crate::reload::support::{Folder, Followed, LONG, pass, save};

const SCRIPT: &str = "
    begin();
    import \"part\" as part;
    fn version() -> int { part::number() }
";

#[tokio::test]
async fn it_is_waited_for() {
    let folder = Folder::with_rules(SCRIPT, &["version"]).file("part.rhai", "fn number() { 1 }");
    let part = folder.path("part.rhai");
    // Whoever saves the file empties it while the script starts, and writes it later.
    let (armed, emptied) = (Arc::new(AtomicBool::new(false)), Arc::new(Notify::new()));
    let (is_armed, tell, path) = (Arc::clone(&armed), Arc::clone(&emptied), part.clone());
    let options = ToolSet::options().host_functions(move |engine| {
        let (is_armed, tell, path) = (Arc::clone(&is_armed), Arc::clone(&tell), path.clone());
        engine.register_fn("begin", move || {
            if is_armed.swap(false, Ordering::SeqCst) {
                save(path.clone(), "");
                tell.notify_one();
            }
        });
    });
    let live = options.live().longest_wait(LONG);
    let mut rules = Followed::new(live.load(folder.path("rules.json")).await.unwrap());
    armed.store(true, Ordering::SeqCst);
    save(folder.path("rules.rhai"), format!("{SCRIPT}// more\n"));
    tokio::time::timeout(LONG, emptied.notified()).await.unwrap();
    pass(300).await;
    assert_eq!(rules.version().await, 1);
    save(part, "fn number() { 2 }");
    rules.serves(2).await;
    assert_eq!(rules.set.current().unwrap().generation(), 2);
}
