//! Settings that no function takes.

use std::collections::HashSet;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::script::compile::Script;
use crate::ty::Ty;

pub(super) fn warnings(script: &Script) -> Vec<Diagnostic> {
    let params = || script.functions().iter().flat_map(|function| &function.params);
    let taken: HashSet<_> = params()
        .filter_map(|param| match &param.ty {
            Some(Ty::Settings(name)) => Some(name),
            _ => None,
        })
        .collect();
    // A type that could not be read may be theirs.
    if script.functions().iter().any(|function| function.faulty) {
        return Vec::new();
    }
    let unused = script
        .settings()
        .iter()
        .filter(|settings| !settings.faulty && !taken.contains(&settings.name))
        // The name alone where `name: Type` was meant.
        .filter(|settings| !params().any(|param| *param.name == *settings.name));
    let warning = |settings: &crate::signature::Settings| {
        let name = quoted(&settings.name);
        let message = format!("no function takes the settings {name}");
        let problem = Diagnostic::new(Code::UnusedSettings, message);
        let problem = problem.at(script.source(), settings.name_span);
        problem.help(format!(
            "add a parameter to the function that needs them, as in {}",
            quoted(&format!("settings: {}", settings.name))
        ))
    };
    unused.map(warning).collect()
}
