//! The requests for approval that were answered, so that none counts twice.

use std::collections::VecDeque;

/// How many are remembered.
const MOST: usize = 1_000;

/// The ids of requests that were answered, the latest last.
#[derive(Clone, Default)]
pub(super) struct Answered(VecDeque<String>);

impl Answered {
    /// Remembers an id; whether it was a new one.
    pub(super) fn claim(&mut self, id: String) -> bool {
        if self.has(&id) {
            return false;
        }
        self.0.push_back(id);
        if self.0.len() > MOST {
            self.0.pop_front();
        }
        true
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.0.iter().any(|known| known == id)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_claimed_once_and_the_oldest_is_forgotten() {
        let mut answered = Answered::default();
        assert!((0..MOST).all(|id| answered.claim(id.to_string())));
        assert!(!answered.claim("0".to_owned()));
        assert!(answered.claim("more".to_owned()));
        assert!(!answered.has("0") && answered.has("1") && answered.has("more"));
        assert_eq!(answered.ids().count(), MOST);
    }
}
