//! The manifests that are served, as one toolkit.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use rulebook::{
    Isolation, LiveToolSet, LoadError, LoadOptions, PermissionPolicy, ToolSet, Toolkit,
    ToolkitBuilder,
};
use rulebook_mcp::Metrics;
use rulebook_store::JsonStore;

use super::follow::follow;
use super::problems::Problems;
use crate::exit::Exit;
use crate::loading::Bounds;
use crate::timeout;

/// How the manifests are loaded and joined.
#[derive(Args)]
pub(super) struct Rules {
    #[command(flatten)]
    bounds: Bounds,

    /// Load the manifests again when they or their scripts change
    #[arg(long)]
    watch: bool,

    /// How often to look, for file systems that tell of no changes: 500ms, 5s [default: 2s]
    #[arg(long, value_name = "TIME", value_parser = timeout::parse, requires = "watch")]
    poll: Option<Duration>,

    /// Run scripts in processes of their own, with 512 MiB of memory each: the default
    #[arg(long, overrides_with = "no_isolate")]
    isolate: bool,

    /// Run scripts in this process
    #[arg(long, overrides_with = "isolate")]
    no_isolate: bool,

    /// The file with the stored settings, which is only read
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

/// The rules of one manifest, as they are or as they come to be.
enum Loaded {
    Still(ToolSet),
    Live(LiveToolSet),
}

impl Rules {
    /// How long a call may take, where it is said.
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.bounds.timeout
    }

    /// Loads the manifests and joins them, for more to be added. What keeps them from it
    /// is told.
    pub(super) async fn join(
        &self,
        manifests: &[PathBuf],
        policy: Option<PermissionPolicy>,
        metrics: &Metrics,
        problems: Problems,
    ) -> Result<ToolkitBuilder, Exit> {
        let (mut toolkit, mut failed) = (Toolkit::builder(), false);
        let names = names(manifests).map_err(|problem| {
            problems.end(&problem);
            Exit::Failed
        })?;
        for (manifest, name) in manifests.iter().zip(names) {
            match self.load(manifest, name, metrics, problems).await {
                Ok(Loaded::Still(set)) => toolkit = toolkit.collection(set),
                Ok(Loaded::Live(set)) => toolkit = toolkit.collection(set),
                Err(error) => {
                    problems.show(error.diagnostics(), &manifest.display().to_string());
                    failed = true;
                }
            }
        }
        if failed {
            return Err(Exit::Failed);
        }
        if let Some(policy) = policy {
            toolkit = toolkit.policy(policy);
        }
        if let Some(store) = &self.store {
            // A name that is written wrongly would leave every tool with its defaults.
            if !store.exists() {
                problems.end(&format!("the file `{}` does not exist", store.display()));
                return Err(Exit::Failed);
            }
            toolkit = toolkit.store(JsonStore::at(store));
        }
        Ok(toolkit)
    }

    async fn load(
        &self,
        manifest: &Path,
        name: String,
        metrics: &Metrics,
        problems: Problems,
    ) -> Result<Loaded, LoadError> {
        let options = self.options().name(name);
        let (set, loaded) = if self.watch {
            let mut options = options.live();
            if let Some(poll) = self.poll {
                options = options.poll(poll);
            }
            let live = options.load(manifest).await?;
            follow(&live, manifest);
            metrics.follow(&live);
            (live.current(), Loaded::Live(live))
        } else {
            let set = options.load(manifest).await?;
            (Some(set.clone()), Loaded::Still(set))
        };
        if let Some(set) = set {
            problems.show(set.warnings(), &manifest.display().to_string());
        }
        Ok(loaded)
    }

    fn options(&self) -> LoadOptions {
        let options = self.bounds.options();
        // Elsewhere there is no isolation by process.
        let isolated = self.isolate || (cfg!(unix) && !self.no_isolate);
        options.isolation(if isolated { Isolation::Process } else { Isolation::Thread })
    }
}

/// The names of the collections: those that the manifests give, and paths where two
/// would have one name.
///
/// # Errors
/// When a manifest is given twice.
fn names(manifests: &[PathBuf]) -> Result<Vec<String>, String> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let path = |path: &Path| path.with_extension("").display().to_string();
    let mut names: Vec<_> = manifests.iter().map(|manifest| stem(manifest)).collect();
    // Where paths are not enough, their endings tell them apart.
    for other in [path, |path: &Path| path.display().to_string()] {
        let mut times: HashMap<String, usize> = HashMap::new();
        names.iter().for_each(|name| *times.entry(name.clone()).or_default() += 1);
        for (name, manifest) in names.iter_mut().zip(manifests) {
            if times.get(name).is_some_and(|times| *times > 1) {
                *name = other(manifest);
            }
        }
    }
    let mut known = HashSet::new();
    match manifests.iter().find(|manifest| !known.insert(manifest.as_path())) {
        Some(twice) => Err(format!("the manifest `{}` is given twice", twice.display())),
        None => Ok(names),
    }
}
