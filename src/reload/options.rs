//! How a tool set follows its files.

use std::time::Duration;

use crate::toolset::LoadOptions;

/// The longest time that any of these options can be.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// How a tool set follows its files; made by [`LoadOptions::live`].
///
/// ```
/// use std::time::Duration;
/// let options = rulebook::ToolSet::options().live().quiet_time(Duration::from_millis(20));
/// ```
#[derive(Clone, Debug)]
pub struct LiveOptions {
    pub(super) load: LoadOptions,
    pub(super) quiet: Duration,
    pub(super) longest: Duration,
    pub(super) poll: Option<Duration>,
    pub(super) events: bool,
}

impl LoadOptions {
    /// Options to load a manifest with and to follow its files from then on.
    #[must_use]
    pub fn live(self) -> LiveOptions {
        LiveOptions {
            load: self,
            quiet: Duration::from_millis(60),
            longest: Duration::from_millis(400),
            poll: None,
            events: true,
        }
    }
}

impl LiveOptions {
    /// How long nothing may have changed before the files are loaded again: 60 ms
    /// by default.
    #[must_use]
    pub fn quiet_time(mut self, quiet: Duration) -> Self {
        self.quiet = quiet.min(LONGEST);
        self
    }

    /// How long files may go on changing before they are loaded all the same, and
    /// how long one that is gone, empty or still open for writing counts as one
    /// that is being saved: 400 ms by default.
    #[must_use]
    pub fn longest_wait(mut self, longest: Duration) -> Self {
        self.longest = longest.min(LONGEST);
        self
    }

    /// How often the files are looked at without being told of a change, for file
    /// systems that tell of none: by default every 2 seconds, and 4 times a second
    /// where it is known that the system does not tell.
    #[must_use]
    pub fn poll(mut self, interval: Duration) -> Self {
        self.poll = Some(interval.clamp(Duration::from_millis(10), LONGEST));
        self
    }

    /// Whether to be told of changes by the system: so by default. Without it, only
    /// looking at the files shows changes.
    #[must_use]
    pub fn events(mut self, events: bool) -> Self {
        self.events = events;
        self
    }
}
