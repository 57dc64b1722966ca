//! One writer at a time, among all threads, handles and processes.

#[cfg(unix)]
use std::fs::{self, Metadata};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rulebook::{StoreError, StoreErrorKind};

use crate::place::regular;
use crate::shown::{self, failed};

/// How long to wait before the lock is tried again.
const WAIT: Duration = Duration::from_millis(2);

/// Held until it is dropped, or until the process ends, however that ends.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Waits until it holds the lock on a file, which it makes where it is not there.
    pub(crate) fn on(path: &Path, timeout: Duration) -> Result<Self, StoreError> {
        let name = || shown::name(&path.file_name().unwrap_or_default().to_string_lossy());
        let cannot = |error| failed(format!("its lock {} cannot be used: {error}", name()));
        let opened = || -> Result<File, StoreError> {
            let file = open(path).map_err(cannot)?;
            regular(&file.metadata().map_err(cannot)?).map_err(|error| error.of(&name()))?;
            Ok(file)
        };
        let mut file = opened()?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => {
                    let lock = Self { file, path: path.to_path_buf() };
                    if lock.is_in_its_place() {
                        return Ok(lock);
                    }
                    // It was removed meanwhile, and others wait for another one.
                    drop(lock);
                    file = opened()?;
                    wait(timeout, start)?;
                }
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(TryLockError::Error(error)) => return Err(cannot(error)),
                Err(TryLockError::WouldBlock) => wait(timeout, start)?,
            }
        }
    }

    /// Says whether it still keeps others out: not once its file was removed.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        if self.is_in_its_place() {
            return Ok(());
        }
        let text = "its lock was removed, and another writer may have come in: try again";
        Err(StoreError::new(StoreErrorKind::Busy, text))
    }

    #[cfg(unix)]
    fn is_in_its_place(&self) -> bool {
        use std::os::unix::fs::MetadataExt as _;

        let of = |found: Metadata| (found.dev(), found.ino());
        match (self.file.metadata(), fs::metadata(&self.path)) {
            (Ok(held), Ok(there)) => of(held) == of(there),
            _ => false,
        }
    }

    /// Where a file that is open cannot be removed.
    #[cfg(not(unix))]
    fn is_in_its_place(&self) -> bool {
        self.path.exists()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Said, because a process that is being started may hold the file as well.
        let _ = self.file.unlock();
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
    match options.open(path) {
        // Another's, who may let nobody write it: that is not needed to lock it.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            options.write(false).create(false);
            options.open(path).map_err(|_| error)
        }
        opened => opened,
    }
}

/// Waits a little, unless it was too long already.
fn wait(timeout: Duration, start: Instant) -> Result<(), StoreError> {
    let left = timeout.saturating_sub(start.elapsed());
    if left.is_zero() {
        let text = format!("another writer has kept it for {timeout:?}: try again");
        return Err(StoreError::new(StoreErrorKind::Busy, text));
    }
    thread::sleep(left.min(WAIT));
    Ok(())
}
