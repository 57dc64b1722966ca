//! What is logged while a call runs, for the client that the call belongs to.
#![expect(deprecated, reason = "the protocol has log messages for as long as clients ask for them")]

mod fields;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam};
use tracing::span::Id;
use tracing::{Event, Level, Span, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use fields::fields;

/// Whose events are never sent: to send one would make another.
const OWN: [&str; 2] = ["rmcp", "rulebook_mcp"];

/// A layer of `tracing` that sends what is logged within a call to the client of that
/// call, as MCP log messages: `data` is an object of the event's message and fields,
/// `logger` its target.
///
/// Without it clients get no log messages. A client is sent what is as grave as it asked
/// for: in revisions with sessions by `logging/setLevel`, `info` before it does; in
/// 2026-07-28 by each request, and nothing without. Events at `trace` are never sent, nor
/// what is logged outside of calls. A client that reads slowly misses some of them.
///
/// The layer needs the spans of calls, which are at `info`: filter other layers of the
/// same subscriber, each by itself, rather than all of it.
///
/// ```
/// use tracing_subscriber::layer::SubscriberExt;
///
/// let subscriber = tracing_subscriber::registry().with(rulebook_mcp::LogLayer::new());
/// # let _ = subscriber;
/// ```
#[derive(Default)]
pub struct LogLayer(RwLock<HashMap<u64, Hearer>>);

/// Who hears what is logged in a call.
#[derive(Clone)]
struct Hearer {
    least: u8,
    hear: Arc<dyn Hear>,
}

/// What takes log messages, and does not wait.
pub(crate) trait Hear: Send + Sync {
    fn hear(&self, message: LoggingMessageNotificationParam);
}

impl LogLayer {
    /// The layer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn hearer(&self, id: &Id) -> Option<Hearer> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&id.into_u64()).cloned()
    }
}

/// Sends what is logged in a span, until this is dropped.
pub(crate) struct Heard(Span);

impl Heard {
    pub(crate) fn new(span: &Span, least: LoggingLevel, hear: Arc<dyn Hear>) -> Self {
        let hearer = Hearer { least: gravity(least), hear };
        with_layer(span, |calls, id| calls.insert(id, hearer));
        Self(span.clone())
    }
}

impl Drop for Heard {
    fn drop(&mut self) {
        with_layer(&self.0, |calls, id| calls.remove(&id));
    }
}

fn with_layer(span: &Span, change: impl FnOnce(&mut HashMap<u64, Hearer>, u64) -> Option<Hearer>) {
    span.with_subscriber(|(id, subscriber)| {
        if let Some(layer) = subscriber.downcast_ref::<LogLayer>() {
            let mut calls = layer.0.write().unwrap_or_else(PoisonError::into_inner);
            let before = change(&mut calls, id.into_u64());
            drop(calls);
            drop(before);
        }
    });
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for LogLayer {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let about = event.metadata();
        let Some(level) = level(*about.level()) else { return };
        if OWN.contains(&about.target().split("::").next().unwrap_or_default()) {
            return;
        }
        let Some(mut spans) = context.event_scope(event) else { return };
        let Some(hearer) = spans.find_map(|span| self.hearer(&span.id())) else { return };
        if gravity(level) >= hearer.least {
            let message = LoggingMessageNotificationParam::new(level, fields(event));
            hearer.hear.hear(message.with_logger(about.target()));
        }
    }
}

impl fmt::Debug for LogLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LogLayer")
    }
}

fn level(level: Level) -> Option<LoggingLevel> {
    match level {
        Level::ERROR => Some(LoggingLevel::Error),
        Level::WARN => Some(LoggingLevel::Warning),
        Level::INFO => Some(LoggingLevel::Info),
        Level::DEBUG => Some(LoggingLevel::Debug),
        _ => None,
    }
}

fn gravity(level: LoggingLevel) -> u8 {
    match level {
        LoggingLevel::Debug => 0,
        LoggingLevel::Info => 1,
        LoggingLevel::Notice => 2,
        LoggingLevel::Warning => 3,
        LoggingLevel::Error => 4,
        LoggingLevel::Critical => 5,
        LoggingLevel::Alert => 6,
        LoggingLevel::Emergency => 7,
    }
}
