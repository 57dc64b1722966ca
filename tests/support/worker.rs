//! This test binary as its own worker: a test of it, run alone, is the worker's
//! `main`.

use rulebook::{Isolation, LoadOptions, WorkerOptions, rhai};

/// What the tests that call functions of a host call.
pub(crate) fn host_functions(engine: &mut rhai::Engine) {
    engine.register_fn("vat", |net: i64| net * 19 / 100);
    engine.register_fn("broken", || -> i64 { panic!("a fault of the host") });
    engine.register_fn("block", || {
        loop {
            std::thread::park();
        }
    });
}

/// Options whose calls run where they should.
pub(crate) fn mode(options: LoadOptions, isolated: bool) -> LoadOptions {
    if isolated { isolate(options, "support::worker::plain") } else { options }
}

/// The same, with [`host_functions`].
pub(crate) fn mode_with_host(options: LoadOptions, isolated: bool) -> LoadOptions {
    let options = options.host_functions(host_functions);
    if isolated { isolate(options, "support::worker::with_host_functions") } else { options }
}

fn isolate(options: LoadOptions, test: &str) -> LoadOptions {
    options.isolation(Isolation::Process).worker(worker(test))
}

/// This binary, told to run one test only.
pub(crate) fn worker(test: &str) -> WorkerOptions {
    WorkerOptions::default().arguments([test, "--exact", "--nocapture"])
}

#[test]
fn plain() {
    rulebook::start_worker_if_asked(|_| {});
}

#[test]
fn with_host_functions() {
    rulebook::start_worker_if_asked(host_functions);
}
