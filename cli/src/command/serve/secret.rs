//! Files with a secret.

use std::path::Path;

use crate::input;

const LARGEST: u64 = 64 * 1024;

/// The text of a file, which is a secret.
pub(super) fn read(path: &Path, what: &str) -> Result<String, String> {
    input::file(path, LARGEST)
        .map_err(|problem| format!("{what} cannot be read: `{}` {problem}", path.display()))
}
