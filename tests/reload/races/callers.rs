//! Many callers while rules come and go, a third of them broken: no call fails, and
//! each answer is of one generation that was current.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rulebook::{Event, LiveToolSet, ToolSet};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::support::{Folder, Followed};
use crate::support::worker;

const CALLERS: usize = 16;

/// How long nothing may have changed before it is looked at.
const SHORT: Duration = Duration::from_millis(10);

/// A manifest with rules of three files, which say their version each, in a folder
/// behind a link: a deploy swaps all of them in one step.
struct Deployed(Folder);

impl Deployed {
    fn new() -> Self {
        let exports = [json!({ "name": "version", "description": "Says which rules these are." })];
        let manifest =
            json!({ "schemaVersion": 1, "script": "now/rules.rhai", "exports": exports });
        let deployed = Self(Folder::new().file("rules.json", manifest.to_string()));
        deployed.deploy(0);
        deployed
    }

    fn deploy(&self, number: usize) {
        let path = |name: &str| self.0.path(&format!("{number}/{name}.rhai"));
        fs::create_dir(self.0.path(&number.to_string())).unwrap();
        let rules = format!(
            "import \"part\" as part;
             fn version() -> #{{ script: int, part: int, inner: int }} {{
                 import \"inner\" as inner;
                 #{{ script: {number}, part: part::number(), inner: inner::number() }}
             }}\n"
        );
        let part = format!("fn number() {{ {number} }}\n");
        let mut files = vec![("rules", rules), ("part", part.clone()), ("inner", part)];
        if is_broken(number) {
            let (name, mut text) = files.remove(number / 3 % 3);
            match number / 9 % 3 {
                0 => text.push_str("fn more() {"),
                1 => text.push_str("throw \"no\";"),
                _ => text.clear(),
            }
            if !text.is_empty() {
                files.push((name, text));
            }
        }
        for (name, text) in files {
            fs::write(path(name), text).unwrap();
        }
        let aside = self.0.path("aside");
        std::os::unix::fs::symlink(number.to_string(), &aside).unwrap();
        fs::rename(aside, self.0.path("now")).unwrap();
        if let Some(before) = number.checked_sub(1) {
            fs::remove_dir_all(self.0.path(&before.to_string())).unwrap();
        }
    }
}

/// Every third is, each in another way.
fn is_broken(number: usize) -> bool {
    number % 3 == 2
}

/// What the writer knows.
#[derive(Default)]
struct Known {
    /// The last version that serves for certain.
    served: AtomicUsize,
    /// The last version that may serve.
    saved: AtomicUsize,
    /// How many calls there were while it was not certain which one serves.
    between: AtomicUsize,
}

/// How the files come to be looked at after a save.
#[derive(Clone, Copy, PartialEq)]
enum Looks {
    /// By a wish to load again.
    Asked,
    /// By the events of the system.
    Told,
}

async fn call_once(set: &LiveToolSet, known: &Known) {
    let least = known.served.load(Ordering::SeqCst);
    let answer = set.call("version", json!({})).await.expect("an answer");
    let most = known.saved.load(Ordering::SeqCst);
    let version = |part: &str| answer.get(part).and_then(Value::as_u64).unwrap();
    let script = version("script");
    assert_eq!((version("part"), version("inner")), (script, script), "a mix: {answer}");
    let script = usize::try_from(script).unwrap();
    assert!((least..=most).contains(&script), "{script} is not within {least} and {most}");
    assert!(!is_broken(script), "{script} is broken");
    if least < most {
        known.between.fetch_add(1, Ordering::SeqCst);
    }
}

async fn race<const ISOLATED: bool>(looks: Looks, calls: usize, reloads: usize) {
    let deployed = Deployed::new();
    let options = worker::mode(ToolSet::options(), ISOLATED).live();
    let options = match looks {
        Looks::Asked => options,
        Looks::Told => options.quiet_time(SHORT).longest_wait(SHORT * 4),
    };
    let set = options.load(deployed.0.path("rules.json")).await.unwrap();
    // What a function imports belongs to its generation from the first call on.
    set.call("version", json!({})).await.unwrap();
    let known = Arc::new(Known::default());
    // Calls that may begin, and calls that have ended.
    let (allowed, ended) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let caller = |_| {
        let (set, known) = (set.clone(), Arc::clone(&known));
        let (allowed, ended) = (Arc::clone(&allowed), Arc::clone(&ended));
        tokio::spawn(async move {
            while let Ok(permit) = allowed.acquire().await {
                permit.forget();
                call_once(&set, &known).await;
                ended.add_permits(1);
            }
        })
    };
    let callers: Vec<_> = (0..CALLERS).map(caller).collect();
    let mut rules = Followed::new(set.clone());
    let batch = calls / reloads;
    for number in 1..=reloads {
        // The calls of this reload run beside it, and those of the last one may.
        allowed.add_permits(batch);
        if !is_broken(number) {
            known.saved.store(number, Ordering::SeqCst);
        }
        deployed.deploy(number);
        if looks == Looks::Asked {
            // What is told of it is not waited for.
            let reloaded = set.reload().await;
            assert_eq!(reloaded.is_err(), is_broken(number), "{number}: {reloaded:?}");
        } else if is_broken(number) {
            while !matches!(rules.next().await, Event::Failed(_)) {}
        } else {
            while !matches!(rules.next().await, Event::Loaded(_)) {}
        }
        if !is_broken(number) {
            known.served.store(number, Ordering::SeqCst);
        }
        if callers.iter().any(|caller| caller.is_finished()) {
            break;
        }
        ended.acquire_many(u32::try_from(batch).unwrap()).await.unwrap().forget();
    }
    allowed.close();
    for caller in callers {
        caller.await.unwrap();
    }
    assert!(known.between.load(Ordering::SeqCst) > calls / 100, "there was no race");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_make_20_000_calls_across_200_reloads() {
    race::<false>(Looks::Asked, 20_000, 200).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_make_10_000_calls_across_100_reloads_that_events_bring() {
    race::<false>(Looks::Told, 10_000, 100).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_make_2_000_calls_across_20_processes() {
    race::<true>(Looks::Asked, 2_000, 20).await;
}
