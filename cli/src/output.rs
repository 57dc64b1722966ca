//! Writing to standard output and standard error.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

use crate::escape;

/// Writes a line, or lines, to standard output.
///
/// A reader that went away wants no more; that is not a failure.
pub(crate) fn stdout(text: &str) -> io::Result<()> {
    stdout_while_read(text).map(drop)
}

/// The same: whether there still is a reader.
pub(crate) fn stdout_while_read(text: &str) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    match write_line(&mut out, text.as_bytes()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error),
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
