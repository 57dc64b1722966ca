//! Putting a toolkit together.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::asked;
use super::kit::{Inner, Toolkit};
use super::layers::Layers;
use super::listing::Listing;
use super::settings::note;
use crate::approval::{Ledger, PermissionPolicy};
use crate::clock::Clock;
use crate::collection::{BuildError, ToolCollection};
use crate::quote::quoted;
use crate::settings::{SettingsStore, SettingsValues};

/// Puts a [`Toolkit`] together.
#[must_use = "a toolkit is there when it is built"]
pub struct ToolkitBuilder {
    collections: Vec<Arc<dyn ToolCollection>>,
    policy: Option<PermissionPolicy>,
    clock: Clock,
    timeout: Duration,
    context_deadline: Duration,
    show_arguments: bool,
    settings: SettingsValues,
    store: Option<Arc<dyn SettingsStore>>,
}

impl Toolkit {
    /// Begins a toolkit.
    pub fn builder() -> ToolkitBuilder {
        ToolkitBuilder {
            collections: Vec::new(),
            policy: None,
            clock: Clock::default(),
            timeout: Duration::from_secs(120),
            context_deadline: Duration::from_secs(2),
            show_arguments: false,
            settings: SettingsValues::new(),
            store: None,
        }
    }
}

impl ToolkitBuilder {
    /// Adds a collection.
    pub fn collection(mut self, collection: impl ToolCollection + 'static) -> Self {
        self.collections.push(Arc::new(collection));
        self
    }

    /// Who may run what without asking. Without a policy, each call of a tool that
    /// requires approval is asked about, and no other.
    pub fn policy(mut self, policy: PermissionPolicy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// How long a tool may take that keeps no time of its own: 2 minutes unless told
    /// otherwise. A script's tool keeps the timeout that it was loaded with.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How long each collection may take to say what holds now: 2 seconds unless told
    /// otherwise.
    pub fn context_deadline(mut self, deadline: Duration) -> Self {
        self.context_deadline = deadline;
        self
    }

    /// Shows arguments and results to observers as they are. They may be secret, so
    /// names and kinds are all that is shown otherwise.
    pub fn show_arguments(mut self) -> Self {
        self.show_arguments = true;
        self
    }

    /// The host's own settings for the agent, of any member of any tool.
    pub fn settings(mut self, values: SettingsValues) -> Self {
        self.settings = values;
        self
    }

    /// Where the settings of the agent are stored. They are read when the toolkit is
    /// built, and by [`Toolkit::reload_settings`].
    pub fn store(mut self, store: impl SettingsStore + 'static) -> Self {
        self.store = Some(Arc::new(store));
        self
    }

    /// The clock that times are taken from, for tests.
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// The toolkit.
    ///
    /// # Errors
    /// Every mistake: two tools or two collections of one name, a tool name that
    /// models refuse, settings that cannot be read or do not fit.
    pub fn build(self) -> Result<Toolkit, BuildError> {
        let mut mistakes = repeated(&self.collections);
        let (listing, left_out) = Listing::new(self.collections);
        mistakes.extend(left_out);
        let layers = Layers::new(self.settings, self.store);
        let catalogue = listing.catalogue();
        let unfit = layers.check_host(&catalogue).problems;
        mistakes.extend(unfit.iter().map(ToString::to_string));
        match layers.load(&catalogue) {
            Ok(notes) => note(&notes),
            Err(error) => mistakes.push(error.to_string()),
        }
        BuildError::unless_none(mistakes)?;
        self.policy.iter().for_each(|policy| note_unknown(policy, &listing));
        Ok(Toolkit(Arc::new(Inner {
            listing: Arc::new(listing),
            layers,
            policy: self.policy,
            clock: self.clock,
            timeout: self.timeout,
            context_deadline: self.context_deadline,
            show_arguments: self.show_arguments,
            answered: Ledger::default(),
            calls: AtomicU64::new(0),
        })))
    }
}

/// A sentence for each name that several collections have: they would see each
/// other's state.
fn repeated(collections: &[Arc<dyn ToolCollection>]) -> Vec<String> {
    let mut counts = BTreeMap::<String, usize>::new();
    let all = asked::with_parts(collections);
    if all.len() >= asked::MOST {
        return vec![format!(
            "there are {} collections or more: a collection must not be among its own parts",
            asked::MOST
        )];
    }
    for collection in all {
        *counts.entry(asked::name(&collection)).or_default() += 1;
    }
    let repeated = counts.into_iter().filter(|(_, count)| *count > 1);
    let sentence = |(name, count): (String, usize)| {
        format!(
            "{count} collections are named {}: give each a name of its own, since state of a \
             session is kept by it",
            quoted(&name)
        )
    };
    repeated.map(sentence).collect()
}

/// A rule for a tool that is not there may be a mistake, or for one that comes later.
fn note_unknown(policy: &PermissionPolicy, listing: &Listing) {
    let catalogue = listing.catalogue();
    for rule in policy.rules().iter().filter(|rule| catalogue.find(rule.tool_name()).is_none()) {
        tracing::warn!(
            "an allow rule names the tool {}, which is not there",
            quoted(rule.tool_name())
        );
    }
}
