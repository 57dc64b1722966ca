//! Which states were used, so that none is used twice.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Mutex, PoisonError};

/// How many used states are remembered. When so many are still within their time, no
/// other one is taken: forgetting one would let it be used again.
const MOST: usize = 1_000_000;

/// The states that were used and would still be taken otherwise.
#[derive(Default)]
pub(super) struct Spent(Mutex<Known>);

#[derive(Default)]
struct Known {
    ids: HashSet<String>,
    by_time: BTreeSet<(u64, String)>,
}

impl Spent {
    /// Whether a state may be used, which it may once. It is remembered until its time
    /// is over.
    pub(super) fn claim(&self, id: String, until: u64, now: u64) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some((oldest, _)) = known.by_time.first()
            && *oldest <= now
        {
            if let Some((_, id)) = known.by_time.pop_first() {
                known.ids.remove(&id);
            }
        }
        if known.ids.len() >= MOST || !known.ids.insert(id.clone()) {
            return false;
        }
        known.by_time.insert((until, id));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_used_once_and_forgotten_when_it_is_too_old() {
        let spent = Spent::default();
        assert!(spent.claim("a".to_owned(), 10, 0));
        assert!(!spent.claim("a".to_owned(), 10, 9));
        assert!(spent.claim("b".to_owned(), 20, 10));
        let known = spent.0.lock().unwrap();
        assert_eq!((known.ids.len(), known.by_time.len()), (1, 1));
    }
}
