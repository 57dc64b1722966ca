//! Where the lines of the audit log go.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where lines go, whole.
pub(super) trait Destination: Send + 'static {
    /// Writes a line with one write, where the system takes it at once, and flushes.
    fn write(&mut self, line: &[u8]) -> io::Result<()>;
}

/// Anything that can be written to.
pub(super) struct Written<W>(Whole<W>);

impl<W: Write + Send + 'static> Written<W> {
    pub(super) fn new(writer: W) -> Self {
        Self(Whole::new(writer))
    }
}

impl<W: Write + Send + 'static> Destination for Written<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.write(line)
    }
}

/// The end of a file, of whichever file has its name now.
pub(super) struct Appended {
    path: PathBuf,
    file: Whole<File>,
}

impl Appended {
    pub(super) fn open(path: PathBuf) -> io::Result<Self> {
        let file = open(&path)?;
        Ok(Self { path, file })
    }
}

impl Destination for Appended {
    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if !is_still(&self.file.writer, &self.path) {
            self.file = open(&self.path)?;
        }
        self.file.write(line)
    }
}

fn open(path: &Path) -> io::Result<Whole<File>> {
    if is_named_pipe(path) {
        return Err(io::Error::other("it is a named pipe, and whoever reads it may stop"));
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let writer = options.open(path)?;
    let torn = writer.metadata().is_ok_and(|it| it.is_file()) && is_torn(path).unwrap_or(false);
    Ok(Whole { writer, torn })
}

/// Whether a path leads to a pipe with a name, whose opening waits for its other end. The
/// pipes that a process is started with have none.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let named = std::fs::canonicalize(path).and_then(std::fs::metadata);
    named.is_ok_and(|named| named.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_named_pipe(_path: &Path) -> bool {
    false
}

/// Whether a file ends within a line, as when whoever wrote it was killed.
fn is_torn(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(&last != b"\n")
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |meta: std::fs::Metadata| (meta.dev(), meta.ino());
    let there = std::fs::metadata(path).map(identity);
    matches!((there, file.metadata().map(identity)), (Ok(there), Ok(open)) if there == open)
}

#[cfg(not(unix))]
fn is_still(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// A writer that knows whether the last line is whole.
struct Whole<W> {
    writer: W,
    /// Part of a line was written, and then no more could be.
    torn: bool,
}

impl<W: Write> Whole<W> {
    fn new(writer: W) -> Self {
        Self { writer, torn: false }
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if self.torn {
            self.writer.write_all(b"\n")?;
            self.torn = false;
        }
        let mut rest = line;
        while !rest.is_empty() {
            match self.writer.write(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => {
                    rest = rest.get(written..).unwrap_or_default();
                    self.torn = !rest.is_empty();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.writer.flush()
    }
}
