//! The places between two steps of a save, where a process may be killed.

/// A place between two steps. In tests a process can end here; otherwise it is nothing.
#[cfg(not(test))]
pub(crate) const fn between(_: &'static str) {}

#[cfg(test)]
pub(crate) use in_tests::between;

#[cfg(test)]
pub(crate) mod in_tests {
    use std::cell::RefCell;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    struct Killed;

    #[derive(Default)]
    struct Steps {
        passed: Vec<&'static str>,
        last: Option<usize>,
    }

    thread_local! {
        static STEPS: RefCell<Steps> = RefCell::default();
    }

    pub(crate) fn between(done: &'static str) {
        let ends = STEPS.with_borrow_mut(|steps| {
            steps.passed.push(done);
            steps.last == Some(steps.passed.len())
        });
        if ends {
            resume_unwind(Box::new(Killed));
        }
    }

    /// Runs it up to a place, counted from 1: what was done, and what it gave if it was
    /// not killed before. A lock is set free, as by the end of a process; nothing else is
    /// tidied, because nothing else tidies itself when it is dropped.
    pub(crate) fn killed_at<T>(
        place: Option<usize>,
        run: impl FnOnce() -> T,
    ) -> (Vec<&'static str>, Option<T>) {
        STEPS.set(Steps { passed: Vec::new(), last: place });
        let ended = catch_unwind(AssertUnwindSafe(run));
        let passed = STEPS.take().passed;
        match ended {
            Ok(value) => (passed, Some(value)),
            Err(payload) if payload.is::<Killed>() => (passed, None),
            Err(payload) => resume_unwind(payload),
        }
    }
}
