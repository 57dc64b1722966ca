//! This test binary as its own worker: a test of it, run alone, is the worker's
//! `main`.

use rulebook::{Isolation, LoadOptions, WorkerOptions, rhai};

/// What the tests that call functions of a host call.
pub(crate) fn host_functions(engine: &mut rhai::Engine) {
    engine.register_fn("vat", |net: i64| net * 19 / 100);
    engine.register_fn("broken", || -> i64 { panic!("a fault of the host") });
    engine.register_fn("block", || -> i64 {
        loop {
            std::thread::park();
        }
    });
    engine.register_fn("process", || i64::from(std::process::id()));
    engine.register_fn("leave", |status: i64| -> i64 {
        std::process::exit(i32::try_from(status).expect("a status"));
    });
    engine.register_fn("give_up", || -> i64 { std::process::abort() });
    engine.register_fn("take_all_memory", || -> i64 {
        let mut taken = Vec::new();
        loop {
            taken.push(vec![1_u8; 1024 * 1024]);
        }
    });
    engine.register_fn("take_all_stack", || i64::from(deeper(&[0; 1024])));
    engine.register_fn("environment", || std::env::vars().count().to_string());
    engine.register_fn("open_files", open_files);
    engine.register_fn("limits", || {
        std::fs::read_to_string("/proc/self/limits").expect("the limits")
    });
    engine.register_fn("shout", shout);
    engine.register_fn("listen", || std::io::read_to_string(std::io::stdin()).expect("text"));
}

/// What this process has open.
fn open_files() -> String {
    let files = std::fs::read_dir("/proc/self/fd").expect("a folder");
    let files = files.filter_map(|file| std::fs::read_link(file.ok()?.path()).ok());
    files.map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ")
}

#[expect(clippy::print_stdout, reason = "what a host's function may do")]
fn shout() {
    println!("this is no frame");
}

/// Goes deeper until the stack is used up.
#[expect(unconditional_recursion, reason = "what a host's function may do")]
fn deeper(above: &[u8; 1024]) -> u8 {
    let here = std::hint::black_box(*above);
    std::hint::black_box(deeper(&here)).wrapping_add(here.iter().fold(0, |a, b| a ^ b))
}

/// Options whose calls run where they should.
pub(crate) fn mode(options: LoadOptions, isolated: bool) -> LoadOptions {
    if isolated { isolate(options, "support::worker::plain") } else { options }
}

/// Functions of a host, and the test that is a worker with them.
#[derive(Clone, Copy)]
pub(crate) struct Host {
    functions: fn(&mut rhai::Engine),
    test: &'static str,
    memory: u64,
}

impl Host {
    /// Functions, and a test by its full path.
    pub(crate) const fn new(functions: fn(&mut rhai::Engine), test: &'static str) -> Self {
        Self { functions, test, memory: 512 * 1024 * 1024 }
    }

    /// The same, with other memory for the worker.
    pub(crate) const fn memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }
}

/// The functions of a host that many tests share.
pub(crate) const HOST: Host =
    Host::new(host_functions, "main::support::worker::with_host_functions");

/// Options whose calls run where they should, with the functions of a host.
pub(crate) fn mode_with(options: LoadOptions, isolated: bool, host: Host) -> LoadOptions {
    let options = options.host_functions(host.functions);
    if !isolated {
        return options;
    }
    let worker = worker(host.test.trim_start_matches("main::")).memory(host.memory);
    options.isolation(Isolation::Process).worker(worker)
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
