//! A load that failed before it had asked for any file, because its worker process
//! could not be started, had read nothing that could change: no later save was
//! loaded any more.
#![cfg(unix)]

use std::os::unix::fs::symlink;

use rulebook::{Isolation, ToolSet, WorkerOptions};

use crate::reload::support::{Folder, Followed, folder, save, version};

#[tokio::test]
async fn it_is_tried_again() {
    let (folder, programs) = (folder(), Folder::new());
    let program = programs.path("worker");
    let install = || symlink(std::env::current_exe().unwrap(), &program).unwrap();
    install();
    let worker = WorkerOptions::default().program(&program).arguments([
        "support::worker::plain",
        "--exact",
        "--nocapture",
    ]);
    let options = ToolSet::options().isolation(Isolation::Process).worker(worker);
    let mut rules = Followed::new(options.live().load(folder.path("rules.json")).await.unwrap());
    std::fs::remove_file(&program).unwrap();
    save(folder.path("rules.rhai"), version(2));
    rules.failed().await;
    assert_eq!(rules.version().await, 1);
    install();
    save(folder.path("rules.rhai"), version(3));
    rules.serves(3).await;
}
