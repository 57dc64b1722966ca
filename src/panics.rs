//! Code of others that may panic.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a caller is told of a panic. What the panic itself says is for the host.
pub(crate) const MESSAGE: &str =
    "a function of the host failed unexpectedly: the log of the host says why";

/// Runs code of others; nothing when it panicked.
///
/// What it panicked with is told in the log. It may panic again when it is
/// dropped, and that ends here too.
pub(crate) fn contain<T>(run: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(value) => Some(value),
        Err(payload) => {
            tracing::error!("a function of the host panicked: {}", text(&*payload));
            if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                // Whoever panics twice may do so a third time.
                std::mem::forget(again);
            }
            None
        }
    }
}

fn text(payload: &(dyn Any + Send)) -> &str {
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("it did not say why")
}
