//! One writer at a time, among all threads, handles and processes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rulebook::{StoreError, StoreErrorKind};

use crate::place::regular;
use crate::shown::{self, failed};

/// How long to wait before the lock is tried again.
const WAIT: Duration = Duration::from_millis(2);

/// Held until it is dropped, or until the process ends, however that ends.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Lock {
    /// Waits until it holds the lock on a file, which it makes where it is not there.
    pub(crate) fn on(path: &Path, timeout: Duration) -> Result<Self, StoreError> {
        let name = || shown::name(&path.file_name().unwrap_or_default().to_string_lossy());
        let cannot = |error| failed(format!("its lock {} cannot be used: {error}", name()));
        let file = open(path).map_err(cannot)?;
        regular(&file.metadata().map_err(cannot)?).map_err(|error| error.of(&name()))?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self(file)),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(TryLockError::Error(error)) => return Err(cannot(error)),
                Err(TryLockError::WouldBlock) => {
                    let left = timeout.saturating_sub(start.elapsed());
                    if left.is_zero() {
                        return Err(busy(timeout));
                    }
                    thread::sleep(left.min(WAIT));
                }
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Said, because a process that is being started may hold the file as well.
        let _ = self.0.unlock();
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // What is a pipe in its place must not be waited for.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    options.open(path)
}

/// What a writer is told that waited in vain.
fn busy(timeout: Duration) -> StoreError {
    let text = format!("another writer has kept it for {timeout:?}: try again");
    StoreError::new(StoreErrorKind::Busy, text)
}
