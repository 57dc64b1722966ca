//! Figures of tool sets that follow their files.

use rulebook::{Event, LiveToolSet};

use super::Metrics;

impl Metrics {
    /// Counts the reloads of a tool set from now on, and tells which generation serves,
    /// until the tool set is gone. It is not kept alive by this.
    ///
    /// # Panics
    /// Outside of a `tokio` runtime.
    pub fn follow(&self, rules: &LiveToolSet) {
        let manifest = rules.name().to_owned();
        let (status, mut events) = rules.subscribe();
        let serves = status.loaded.as_ref().map(|loaded| loaded.generation);
        self.serves(&manifest, serves.unwrap_or_default());
        let metrics = self.clone();
        tokio::spawn(async move {
            while let Some(event) = events.next().await {
                match event {
                    Event::Loaded(loaded) => {
                        metrics.reloaded(&manifest, "loaded");
                        metrics.serves(&manifest, loaded.generation);
                    }
                    Event::Failed(_) => metrics.reloaded(&manifest, "failed"),
                    _ => {}
                }
            }
            // What no longer serves has no generation; its reloads have been.
            let _ = metrics.0.generation.remove_label_values(&[&manifest]);
        });
    }

    fn serves(&self, manifest: &str, generation: u64) {
        let generation = i64::try_from(generation).unwrap_or(i64::MAX);
        self.0.generation.with_label_values(&[manifest]).set(generation);
    }

    fn reloaded(&self, manifest: &str, outcome: &str) {
        self.0.reloads.with_label_values(&[manifest, outcome]).inc();
    }
}
