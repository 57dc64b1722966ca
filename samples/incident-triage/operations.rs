//! What operations has in Rust: services and their alerts to look up, and the pager.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rulebook::tool_collection;
use schemars::JsonSchema;
use serde::Deserialize;

use super::catalogue::{Alert, Service, alerts, services};

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Severity {
    Sev1,
    Sev2,
    Sev3,
    Sev4,
}

#[derive(Debug)]
pub(crate) enum OperationsError {
    NoService(String),
    CanWait,
}

impl fmt::Display for OperationsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoService(name) => {
                let known: Vec<_> = services().iter().map(|service| service.name).collect();
                write!(f, "there is no service `{name}`; there are {}", known.join(", "))
            }
            Self::CanWait => f.write_str("nobody is paged for a sev3 or sev4: open a ticket"),
        }
    }
}

impl std::error::Error for OperationsError {}

/// A clock that the sample sets: minutes since Saturday began, in UTC.
#[derive(Clone)]
pub(crate) struct Clock(Arc<AtomicU32>);

impl Clock {
    pub(crate) fn at(hour: u32, minute: u32) -> Self {
        Self(Arc::new(AtomicU32::new(hour * 60 + minute)))
    }

    pub(crate) fn advance(&self, minutes: u32) {
        self.0.fetch_add(minutes, Ordering::Relaxed);
    }

    fn minutes(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Who was paged, and when.
struct Page {
    person: String,
    minute: u32,
}

/// The catalogue, the alerts and the pager.
pub(crate) struct Operations {
    clock: Clock,
    pages: Mutex<Vec<Page>>,
}

impl Operations {
    pub(crate) const fn new(clock: Clock) -> Self {
        Self { clock, pages: Mutex::new(Vec::new()) }
    }
}

#[tool_collection]
#[constraint("Page each person once: whoever does not answer is followed by the next.")]
impl Operations {
    /// Looks a service up in the catalogue.
    #[tool(kind = "read")]
    async fn find_service(
        &self,
        /// Its name, such as checkout.
        name: String,
    ) -> Result<Service, OperationsError> {
        let found = services().into_iter().find(|service| service.name == name);
        found.ok_or(OperationsError::NoService(name))
    }

    /// Lists the alerts of a service that have not ended.
    #[tool(kind = "read")]
    async fn active_alerts(
        &self,
        /// The service, by its name.
        service: String,
    ) -> Result<Vec<Alert>, OperationsError> {
        if services().iter().all(|known| known.name != service) {
            return Err(OperationsError::NoService(service));
        }
        let all = alerts(self.clock.minutes()).into_iter();
        Ok(all.filter(|alert| alert.service == service).collect())
    }

    /// Wakes somebody, by telephone. Says how many were woken for this incident.
    #[tool(kind = "edit")]
    async fn page(
        &self,
        /// The person, by the name that the rules gave.
        person: String,
        severity: Severity,
        /// What is broken, in one sentence that is understood half asleep.
        message: String,
    ) -> Result<usize, OperationsError> {
        if matches!(severity, Severity::Sev3 | Severity::Sev4) {
            return Err(OperationsError::CanWait);
        }
        tracing::info!(%person, "paged: {message}");
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.push(Page { person, minute: self.clock.minutes() });
        Ok(pages.len())
    }

    #[context]
    fn now(&self) -> String {
        let now = self.clock.minutes();
        let mut text = format!("It is sat {:02}:{:02} UTC.", now / 60, now % 60);
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        for Page { person, minute } in pages.iter() {
            let ago = now.saturating_sub(*minute);
            text.push_str(&format!(
                "\n{person} was paged {ago} minutes ago, and has not answered."
            ));
        }
        text
    }
}
