//! What scripts print in a worker is a record of its parent's log.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::trouble::{call, load, options};
use crate::support::FolderOf;
use crate::support::alone;

/// Keeps every record of scripts, as a line.
#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Vec<String>>>);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Collected {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "rulebook::script"
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn what_is_printed_is_the_same_in_both() {
    let test = "isolated::log::what_is_printed_is_the_same_in_both";
    alone::run(test, || alone::block_on(prints_everywhere()));
}

async fn prints_everywhere() {
    let collected = Collected::default();
    tracing::subscriber::set_global_default(collected.clone()).unwrap();
    let script = "import \"other\" as other; print(`started`); debug(`checked`);
        fn f() -> int { print(`one\ntwo`); debug([1]); print(other::g()); print(`\\u0000`); 1 }";
    let lines = || std::mem::take(&mut *collected.0.lock().unwrap());
    let folder = FolderOf::<false>::with_rules(script, &["f"])
        .file("other.rhai", "print(`imported`); fn g() { debug(`in g`); `of g` }");
    let tools = folder.load().await.unwrap();
    assert_eq!(call(&tools, "f").await.unwrap(), 1);
    let expected = lines();
    assert!(expected.len() >= 7, "{expected:#?}");
    let folder = FolderOf::<true>::with_rules(script, &["f"])
        .file("other.rhai", "print(`imported`); fn g() { debug(`in g`); `of g` }");
    let tools = folder.load().await.unwrap();
    assert_eq!(call(&tools, "f").await.unwrap(), 1);
    assert_eq!(lines(), expected);
    let tools = load("fn f() -> int { print(`x`); die() }", &["f"], options()).await;
    call(&tools, "f").await.unwrap_err();
    assert_eq!(lines(), ["INFO message=x"]);
}
