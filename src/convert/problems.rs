//! Every problem of one value, told at once.

use super::path::Path;
use crate::error::Problem;

/// More are not told: a huge array of wrong items would give a huge message.
const MOST: usize = 100;

#[derive(Default)]
pub(crate) struct Problems {
    list: Vec<Problem>,
    left_out: bool,
}

impl Problems {
    #[cold]
    pub(crate) fn add(&mut self, at: &Path<'_>, message: impl FnOnce() -> String) {
        if self.list.len() < MOST {
            self.list.push(Problem::new(at.to_string(), message()));
        } else {
            self.left_out = true;
        }
    }

    /// The value, when nothing was wrong with it.
    pub(crate) fn or<T>(mut self, value: T) -> Result<T, Vec<Problem>> {
        if self.list.is_empty() {
            return Ok(value);
        }
        if self.left_out {
            self.list.push(Problem::new("", "there are more problems like these"));
        }
        Err(self.list)
    }
}
