//! Writing to standard output and standard error.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

use crate::escape;

/// Writes a line, or lines, to standard output.
///
/// A reader that went away wants no more; that is not a failure.
pub(crate) fn stdout(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write_line(&mut out, text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes a line, or lines, to standard error; there is nobody to tell when that fails.
pub(crate) fn stderr(text: &str) {
    let _ = write_line(&mut io::stderr().lock(), text.as_bytes());
}

/// Writes a value as one line of JSON to standard output.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> io::Result<()> {
    stdout(&escape::json(value)?)
}

fn write_line(out: &mut impl Write, text: &[u8]) -> io::Result<()> {
    out.write_all(text)?;
    out.write_all(b"\n")?;
    out.flush()
}
