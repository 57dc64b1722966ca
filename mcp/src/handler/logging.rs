//! Log messages: which a client wants, and their way to it.
#![expect(deprecated, reason = "the protocol has log messages for as long as clients ask for them")]

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, LoggingMessageNotification, LoggingMessageNotificationParam};
use rmcp::service::RequestContext;
use tracing::Span;

use super::is_stateless;
use super::told::Told;
use crate::log::{Hear, Heard};

/// How grave a message is at least that a client is sent.
pub(super) struct LeastLevel(Mutex<LoggingLevel>);

impl Default for LeastLevel {
    fn default() -> Self {
        Self(Mutex::new(LoggingLevel::Info))
    }
}

impl LeastLevel {
    pub(super) fn set(&self, level: LoggingLevel) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = level;
    }

    /// That of a request: its own where each stands alone, and nothing is sent without.
    fn of(&self, context: &RequestContext<RoleServer>) -> Option<LoggingLevel> {
        if is_stateless(context) {
            context.meta.log_level()
        } else {
            Some(*self.0.lock().unwrap_or_else(PoisonError::into_inner))
        }
    }

    /// Sends what is logged in the span of a call to its client, as long as what this
    /// gives is kept.
    pub(super) fn heard(
        &self,
        span: &Span,
        told: &Arc<Told>,
        context: &RequestContext<RoleServer>,
    ) -> Option<Heard> {
        let told: Arc<dyn Hear> = Arc::clone(told) as _;
        self.of(context).map(|least| Heard::new(span, least, told))
    }
}

impl Hear for Told {
    fn hear(&self, message: LoggingMessageNotificationParam) {
        self.message(LoggingMessageNotification::new(message));
    }
}
