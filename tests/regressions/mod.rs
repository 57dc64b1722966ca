//! One file for each fault that was found, named after what went wrong.

use super::support;

mod advice_about_the_last_line_was_wrong;
mod circular_imports_were_start_up_failures;
mod deep_constant;
mod deep_constants_were_dropped_on_a_small_stack;
mod deep_values_exhausted_the_stack_as_text;
mod errors_of_imported_scripts_pointed_into_the_importer;
mod exit_in_a_closure_was_an_error;
mod failure_inside_import;
mod file_changed_while_loading;
mod floats_out_of_range_became_ints;
mod import_problem_that_was_caught;
mod json_text_in_scripts_lost_digits;
mod limit_that_is_none;
mod limits_were_reported_without_a_place;
mod many_wrong_choices_took_minutes;
mod messages_spoke_the_engines_words;
mod names_that_are_none_were_taken_for_types;
mod one_mistake_was_told_twice;
mod operations_across_calls;
mod padding_never_ended;
mod sizes_of_padding_overflowed;
mod sorting_hid_errors;
mod suggestions_broke_messages_into_lines;
mod tests_without_an_answer_were_a_no;
mod thousands_of_mistakes;
