//! Bodies, within bounds.

use reqwest::Response;

/// The longest message, and the longest event.
pub(super) const LONGEST: usize = 16 << 20;

/// Why a body is not there.
pub(super) enum NoBody {
    /// It is longer than allowed.
    TooLong,
    /// The connection broke.
    Broken(reqwest::Error),
}

/// A whole body.
pub(super) async fn whole(mut response: Response) -> Result<Vec<u8>, NoBody> {
    let longest = u64::try_from(LONGEST).unwrap_or(u64::MAX);
    if response.content_length().is_some_and(|length| length > longest) {
        return Err(NoBody::TooLong);
    }
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(NoBody::Broken)? {
        if body.len().saturating_add(part.len()) > LONGEST {
            return Err(NoBody::TooLong);
        }
        body.extend_from_slice(&part);
    }
    Ok(body)
}
