//! What a script says and probably does not mean: told when it is loaded, because
//! at run time it is an answer that is wrong, or a failure of a rare call.

mod bodies;
mod cases;
mod duplicate_constant;
mod lost_change;
mod member_chain;
mod mixed_comparison;
mod parameters;
mod place;
mod shadowed_variable;
mod unknown_choice;
mod unknown_import;
mod unknown_member;
mod unknown_name;
mod unused_settings;
mod unused_value;

use rhai::Engine;

use self::bodies::Body;
use super::compile::Script;
use super::compiled::Compiled;
use crate::code::Code;
use crate::diagnostic::Diagnostic;

/// Every warning about a script, in the order of the text.
pub(super) fn warnings(engine: &Engine, compiled: &Compiled, script: &Script) -> Vec<Diagnostic> {
    let bodies = Body::all(script.ast());
    let mut problems = unknown_name::warnings(engine, script);
    problems.extend(unknown_import::warnings(script, compiled));
    problems.extend(unused_value::warnings(script, &bodies));
    problems.extend(shadowed_variable::warnings(script, &bodies));
    let comparisons = parameters::comparisons(engine, script, &bodies);
    problems.extend(unknown_choice::warnings(script, &comparisons));
    problems.extend(unknown_member::warnings(script, &bodies));
    problems.extend(mixed_comparison::warnings(script, &comparisons));
    problems.extend(duplicate_constant::warnings(script));
    problems.extend(lost_change::warnings(script));
    // Where they were used without a parameter, that was told.
    let is_use = |name: &str| unknown_name::means_settings(name, script).is_some();
    let used =
        |one: &Diagnostic| one.code() == Code::UnknownName && one.underlined().is_some_and(is_use);
    if !problems.iter().any(used) {
        problems.extend(unused_settings::warnings(script));
    }
    problems.sort_by_key(|problem| problem.place().map(|(_, span)| span));
    problems
}
