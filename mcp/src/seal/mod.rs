//! State that is given to a client and comes back: sealed, for a time, used once.

mod spent;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rmcp::model::{RequestStateCodec, SealOptions};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use spent::Spent;

/// What state is sealed with. It can be read by whoever has it, and not be changed.
pub(crate) struct Seal {
    codec: RequestStateCodec,
    spent: Spent,
}

/// What is sealed, with what makes it usable once and for a time.
#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    id: String,
    /// When it is no longer taken, in milliseconds since 1970.
    until: u64,
    state: T,
}

impl Seal {
    /// The shortest key that is taken, in bytes.
    pub(crate) const SHORTEST_KEY: usize = RequestStateCodec::MIN_KEY_LENGTH;

    /// A seal with a key that nobody knows.
    pub(crate) fn random() -> Self {
        // Each has 122 random bits.
        let parts = [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()];
        Self::new(parts.iter().flat_map(|part| *part.as_bytes()).collect())
    }

    /// A seal with a key of at least [`SHORTEST_KEY`](Self::SHORTEST_KEY) bytes.
    pub(crate) fn with_key(key: &[u8]) -> Option<Self> {
        (key.len() >= Self::SHORTEST_KEY).then(|| Self::new(key.to_vec()))
    }

    fn new(key: Vec<u8>) -> Self {
        Self { codec: RequestStateCodec::new_unchecked(key), spent: Spent::default() }
    }

    /// Seals state for a time, bound to what it was given for. Nothing when it has no
    /// JSON.
    pub(crate) fn seal<T: Serialize>(
        &self,
        state: &T,
        bound_to: &[u8],
        time: Duration,
    ) -> Option<String> {
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let until = now().saturating_add(time);
        let sealed = Sealed { id: Uuid::new_v4().to_string(), until, state };
        let options = SealOptions::new().associated_data(bound_to);
        self.codec.seal_json_with(&sealed, &options).ok()
    }

    /// What was sealed. Nothing when it was changed, bound to something else, sealed with
    /// another key, is too old, or was opened before.
    pub(crate) fn open<T: DeserializeOwned>(&self, sealed: &str, bound_to: &[u8]) -> Option<T> {
        let opened: Sealed<T> = self.codec.open_json_with(sealed, bound_to).ok()?;
        let now = now();
        (now < opened.until && self.spent.claim(opened.id, opened.until, now))
            .then_some(opened.state)
    }
}

/// The time in milliseconds since 1970, as servers with one key tell it.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn state_is_opened_once_by_whoever_has_the_key_for_what_it_is_bound_to() {
        let (one, other) = (Seal::random(), Seal::random());
        let sealed = one.seal(&"state", b"a", MINUTE).unwrap();
        assert_eq!(other.open::<String>(&sealed, b"a"), None);
        assert_eq!(one.open::<String>(&sealed, b"b"), None);
        assert_eq!(one.open::<String>(&format!("{sealed}x"), b"a"), None);
        let cut: String = sealed.chars().take(sealed.len() - 1).collect();
        assert_eq!(one.open::<String>(&cut, b"a"), None);
        assert_eq!(one.open::<u64>(&sealed, b"a"), None);
        // Nothing of that has used it up.
        assert_eq!(one.open::<String>(&sealed, b"a").as_deref(), Some("state"));
        assert_eq!(one.open::<String>(&sealed, b"a"), None);
    }

    #[test]
    fn state_is_not_opened_when_its_time_is_over() {
        let seal = Seal::random();
        let sealed = seal.seal(&"state", b"", Duration::ZERO).unwrap();
        assert_eq!(seal.open::<String>(&sealed, b""), None);
    }

    #[test]
    fn servers_with_one_key_open_each_others_state() {
        let key = [7; Seal::SHORTEST_KEY];
        let (one, other) = (Seal::with_key(&key).unwrap(), Seal::with_key(&key).unwrap());
        let sealed = one.seal(&"state", b"", MINUTE).unwrap();
        assert_eq!(other.open::<String>(&sealed, b"").as_deref(), Some("state"));
        assert!(Seal::with_key(&key[1..]).is_none());
    }
}
