//! How a function that changes its first argument is registered.

use rhai::FuncRegistration;

/// A function that changes its first argument, and so is refused on a constant.
pub(super) fn changing(name: &str) -> FuncRegistration {
    FuncRegistration::new(name).with_purity(false)
}
