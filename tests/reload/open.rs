//! Ways of saving that only the events of the system tell from one that is over:
//! what is half written is not empty, and may even load.

use std::fs::File;
use std::io::Write;

use super::support::{Followed, folder, pass, version};

#[tokio::test]
async fn half_of_the_text_and_the_other_half_later() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    // Each half is rules by itself.
    let (one, other) = (version(2), "fn more() { 3 }\n");
    let mut file = File::create(folder.path("rules.rhai")).unwrap();
    file.write_all(one.as_bytes()).unwrap();
    file.flush().unwrap();
    pass(120).await;
    file.write_all(other.as_bytes()).unwrap();
    drop(file);
    rules.loaded().await;
    assert_eq!(rules.version().await, 2);
    rules.nothing_more().await;
    assert_eq!(caller.seen().await, [1, 2]);
}

#[tokio::test]
async fn half_of_a_word_and_the_other_half_later() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let text = version(2);
    let (one, other) = text.split_at(text.len() / 2);
    let mut file = File::create(folder.path("rules.rhai")).unwrap();
    for half in [one, other] {
        file.write_all(half.as_bytes()).unwrap();
        file.flush().unwrap();
        pass(120).await;
    }
    drop(file);
    rules.serves(2).await;
    rules.nothing_more().await;
}
