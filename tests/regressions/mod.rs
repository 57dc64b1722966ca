//! Faults that were found, each told by a test of its own.

mod deep_constant;
mod failure_inside_import;
mod file_changed_while_loading;
mod import_problem_that_was_caught;
mod limit_that_is_none;
mod operations_across_calls;
mod thousands_of_mistakes;
