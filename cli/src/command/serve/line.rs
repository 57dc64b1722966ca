//! One event of the log, on one line whatever stands in it.

use std::io::{self, Write};

use crate::escape;

/// Writes events to standard error, each on a line of its own.
///
/// What scripts print and clients send may hold line breaks, which would pass for the begin of
/// another event, and characters that steer a terminal.
pub(super) struct Lines {
    /// Whether the events themselves are coloured.
    pub(super) colour: bool,
}

impl Write for Lines {
    /// Takes one event with its line break, as the layer gives it.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let safe = if self.colour { escape::coloured_line(text) } else { escape::line(text) };
        let mut out = io::stderr().lock();
        out.write_all(safe.as_bytes())?;
        out.write_all(b"\n")?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}
