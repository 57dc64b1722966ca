//! One file for each fault that was found, named after what went wrong.

mod circular_imports_were_start_up_failures;
mod deep_constants_were_dropped_on_a_small_stack;
mod errors_of_imported_scripts_pointed_into_the_importer;
mod limits_were_reported_without_a_place;
mod messages_spoke_the_engines_words;
