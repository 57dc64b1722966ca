//! Time and deadlines, with a clock that tests move by hand.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Where a tool set reads the time: the system's clock, or one moved by hand.
#[derive(Clone, Default)]
pub struct Clock(Option<Arc<Manual>>);

/// A clock that stands still until it is told to go on.
///
/// ```
/// use std::time::Duration;
/// let clock = rulebook::clock::ManualClock::new();
/// clock.advance(Duration::from_secs(120));
/// ```
#[derive(Clone, Default)]
pub struct ManualClock(Arc<Manual>);

struct Manual {
    now: Mutex<Instant>,
    sleepers: Mutex<Vec<Weak<dyn Sleeper>>>,
}

/// Something that waits for a time to come and has to look again when time moves.
pub(crate) trait Sleeper: Send + Sync {
    /// Looks at the clock again.
    fn wake(&self);
}

impl Default for Manual {
    fn default() -> Self {
        Self { now: Mutex::new(Instant::now()), sleepers: Mutex::default() }
    }
}

impl Clock {
    /// The system's clock.
    #[must_use]
    pub const fn system() -> Self {
        Self(None)
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Instant {
        match &self.0 {
            None => Instant::now(),
            Some(manual) => *manual.now.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// How long a thread may sleep for `wait` to pass; nothing when only
    /// [`Sleeper::wake`] tells.
    pub(crate) fn sleep_time(&self, wait: Duration) -> Option<Duration> {
        self.0.is_none().then_some(wait)
    }

    /// Has a sleeper told whenever this clock is moved by hand.
    pub(crate) fn tell(&self, sleeper: Weak<dyn Sleeper>) {
        if let Some(manual) = &self.0 {
            let mut sleepers = manual.sleepers.lock().unwrap_or_else(PoisonError::into_inner);
            sleepers.retain(|known| known.strong_count() > 0);
            sleepers.push(sleeper);
        }
    }
}

impl ManualClock {
    /// A clock that stands at the present.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The clock to give to what is tested.
    #[must_use]
    pub fn clock(&self) -> Clock {
        Clock(Some(Arc::clone(&self.0)))
    }

    /// Moves the time on, and has everyone who waits look at it.
    pub fn advance(&self, by: Duration) {
        {
            let mut now = self.0.now.lock().unwrap_or_else(PoisonError::into_inner);
            *now = now.checked_add(by).unwrap_or(*now);
        }
        let sleepers = self.0.sleepers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for sleeper in sleepers.iter().filter_map(Weak::upgrade) {
            sleeper.wake();
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Clock(manual)" } else { "Clock(system)" })
    }
}

impl fmt::Debug for ManualClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ManualClock")
    }
}
