//! Which requests were answered, so that none is answered twice.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How many answered requests are remembered. Older ones are the business of the
/// session that they belong to.
const REMEMBERED: usize = 65_536;

/// The requests that were answered in this process.
#[derive(Default)]
pub(crate) struct Ledger(Mutex<Answered>);

#[derive(Default)]
struct Answered {
    known: HashSet<String>,
    in_order: VecDeque<String>,
}

impl Ledger {
    /// Whether a request was answered.
    pub(crate) fn knows(&self, id: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).known.contains(id)
    }

    /// Whether this is the first answer to a request.
    pub(crate) fn claim(&self, id: &str) -> bool {
        let mut answered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !answered.known.insert(id.to_owned()) {
            return false;
        }
        answered.in_order.push_back(id.to_owned());
        if answered.in_order.len() > REMEMBERED
            && let Some(oldest) = answered.in_order.pop_front()
        {
            answered.known.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_claimed_once_and_memory_has_a_bound() {
        let ledger = Ledger::default();
        assert!(ledger.claim("first"));
        assert!(!ledger.claim("first"));
        for number in 0..REMEMBERED {
            assert!(ledger.claim(&number.to_string()));
        }
        let answered = ledger.0.lock().unwrap();
        assert_eq!((answered.known.len(), answered.in_order.len()), (REMEMBERED, REMEMBERED));
    }
}
