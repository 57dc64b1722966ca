//! The audit log: a line for each call.

mod arguments;
mod destination;
mod entry;
mod lines;

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use rulebook::{ErrorCode, ToolError};
use serde_json::{Map, Value};

pub(crate) use arguments::Shown;
use destination::{Appended, Written};
pub(crate) use entry::{Answer, Client, Entry};
use lines::Lines;

/// An audit log: a line of JSON for each call, in the order in which calls end.
///
/// ```json
/// {"time":"2026-03-01T09:30:00.123Z","session":"8c9e...","client":{"name":"desk","version":"1"},
///  "tool":"late_fee","generation":"9f2c...","arguments":{"days":3},"outcome":"ok",
///  "durationMs":1.204,"queueMs":0.061}
/// ```
///
/// - `time` is when the call ended, in UTC, with milliseconds.
/// - `session` tells sessions apart, and is no secret: it is not the session id of HTTP.
/// - `generation` is the hash of all that the tool's rules were read from, where it has
///   rules.
/// - `arguments` are as given, or the kinds of their values when [`masked`](Self::masked).
///   Those of more than 64 KiB, or nested more than 128 levels deep, are replaced by
///   `argumentsCut`, with their size and their first 64 KiB as text; those that could not
///   be read, as when a member is given twice, by an empty one.
/// - `outcome` is `ok`, the code of the error, or `input_required` for a call that is run
///   again when the person has answered its tool. A call that waits for approval has
///   `needs_approval`, and when it is answered a line of its own; `approval` has the id of
///   the request, and what became of it: `asked`, `granted` or `denied`.
///
/// The line is handed to the operating system before the client has the answer. What
/// cannot be written is kept and written first as soon as that works again. Until then
/// calls are refused as `unavailable`, rather than run without a record, unless the log
/// is [`best_effort`](Self::best_effort).
#[derive(Clone)]
pub struct Audit {
    lines: Arc<Lines>,
    masked: bool,
    required: bool,
}

impl Audit {
    /// A log at the end of a file, which is made where there is none, for its owner only.
    ///
    /// When the file is moved or removed, as `logrotate` does, the next line goes to a new
    /// one of the same name.
    ///
    /// # Errors
    /// When the file cannot be opened, or the system gives no thread to write on.
    pub fn to_file(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::on(Lines::start(Appended::open(path.as_ref().to_owned())?)?)
    }

    /// A log to anything that can be written to.
    ///
    /// # Errors
    /// When the system gives no thread to write on.
    pub fn to_writer(writer: impl Write + Send + 'static) -> io::Result<Self> {
        Self::on(Lines::start(Written::new(writer))?)
    }

    fn on(lines: Lines) -> io::Result<Self> {
        Ok(Self { lines: Arc::new(lines), masked: false, required: true })
    }

    /// Writes of each argument its name, and in place of its value the kind of it.
    #[must_use]
    pub fn masked(mut self) -> Self {
        self.masked = true;
        self
    }

    /// Lets calls run while lines cannot be written.
    #[must_use]
    pub fn best_effort(mut self) -> Self {
        self.required = false;
        self
    }

    /// Whether a call may run: lines can be written, as far as is known.
    pub(crate) async fn ready(&self) -> Result<(), ToolError> {
        if !self.required || self.lines.ready().await {
            return Ok(());
        }
        let message = "the call was not run, since it cannot be recorded in the audit log; \
                       tell whoever runs this server";
        Err(ToolError::new(ErrorCode::Unavailable, message))
    }

    /// The arguments as the log shows them.
    pub(crate) fn shown(&self, arguments: &Map<String, Value>) -> Shown {
        Shown::new(arguments, self.masked)
    }

    /// Writes a line; whether it is written.
    pub(crate) async fn write(&self, entry: &Entry<'_>) -> bool {
        self.lines.write(entry.line()).await
    }

    /// Waits until what was handed over is written, where it can be.
    pub(crate) async fn flush(&self) {
        self.lines.flush().await;
    }

    /// Writes a line of a call that nobody waits for any more; what is done when that
    /// fails.
    pub(crate) fn write_later(&self, entry: &Entry<'_>, failed: impl FnOnce() + Send + 'static) {
        self.lines.write_later(entry.line(), failed);
    }
}

impl fmt::Debug for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { masked, required, .. } = self;
        f.debug_struct("Audit").field("masked", masked).field("required", required).finish()
    }
}
