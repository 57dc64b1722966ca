//! What becomes of one manifest.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use rulebook::{
    Diagnostic, Event, Failed, LiveOptions, LiveToolSet, LoadError, Loaded, Status, ToolSet,
};

/// Something that became of a manifest.
pub(super) struct News {
    /// Which of the manifests it is about.
    pub(super) manifest: usize,
    pub(super) what: What,
}

/// What became of it.
pub(super) enum What {
    /// It loads for the first time, with the tools that it adds.
    First(Arc<Loaded>, Vec<String>, Vec<Diagnostic>),
    /// It loads, with warnings.
    Loads(Arc<Loaded>, Vec<Diagnostic>),
    /// It does not, and this generation goes on serving.
    Fails(LoadError, Option<u64>),
}

/// Follows a manifest, and tells what becomes of it.
pub(super) async fn follow(
    options: LiveOptions,
    manifest: PathBuf,
    number: usize,
    tell: Sender<News>,
) {
    let tell = |what| {
        // Without a reader, nobody has to know.
        let _ = tell.send(News { manifest: number, what });
    };
    // What keeps a manifest from loading is an event; this keeps it from being
    // followed.
    match options.watch(&manifest).await {
        Ok(rules) => Followed { rules, told: 0 }.follow(tell).await,
        Err(error) => tell(What::Fails(error, None)),
    }
}

/// A manifest that is followed.
struct Followed {
    rules: LiveToolSet,
    /// The last generation that was told of, from 1.
    told: u64,
}

impl Followed {
    async fn follow(mut self, tell: impl Fn(What)) {
        let (status, mut events) = self.rules.subscribe();
        self.tell_now(&status, &tell);
        loop {
            match events.next().await {
                Some(Event::Loaded(loaded)) => tell(self.loads(loaded)),
                Some(Event::Failed(failed)) => tell(fails(&failed)),
                Some(Event::Missed { .. }) => self.tell_now(&self.rules.status(), &tell),
                // What is gone and needed is among the problems of a failure.
                Some(_) => {}
                None => return,
            }
        }
    }

    /// Tells what holds, where it is not known yet.
    fn tell_now(&mut self, status: &Status, tell: &impl Fn(What)) {
        if let Some(loaded) = status.loaded.as_ref().filter(|it| it.generation != self.told) {
            tell(self.loads(Arc::clone(loaded)));
        }
        if let Some(failed) = &status.failed {
            tell(fails(failed));
        }
    }

    fn loads(&mut self, loaded: Arc<Loaded>) -> What {
        // Something newer may serve already, which is told of next.
        let set = self.rules.current().filter(|set| set.generation() == loaded.generation);
        let warnings = set.as_ref().map(|set| set.warnings().to_vec()).unwrap_or_default();
        let first = self.told == 0;
        self.told = loaded.generation;
        match set {
            Some(set) if first => What::First(loaded, names(&set), warnings),
            None if first => {
                What::First(Arc::clone(&loaded), loaded.change.added.clone(), warnings)
            }
            _ => What::Loads(loaded, warnings),
        }
    }
}

fn names(set: &ToolSet) -> Vec<String> {
    set.tools().iter().map(|tool| tool.spec().name.clone()).collect()
}

fn fails(failed: &Failed) -> What {
    What::Fails(failed.error.clone(), failed.serving)
}
