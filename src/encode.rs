//! Bytes as text.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Bytes in base64.
pub(crate) fn base64(bytes: impl AsRef<[u8]>) -> String {
    STANDARD.encode(bytes)
}
