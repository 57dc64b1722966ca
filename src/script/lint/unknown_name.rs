//! Names in a script that mean nothing: found when the script is read, not
//! only when a call comes by.

use std::collections::HashSet;

use rhai::{
    AST, ASTFlags, ASTNode, Engine, Expr, ImmutableString, Module, Position as Place, Stmt,
};

use super::place::{at, position};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::script::compile::Script;
use crate::script::kept::CAPTURE;
use crate::signature::Settings;
use crate::ty::Ty;

/// Calls that are part of the language and in no list of functions.
const LANGUAGE: [&str; 9] =
    ["print", "debug", "type_of", "Fn", "call", "curry", "is_shared", "is_def_var", "is_def_fn"];

/// More are not told: finding what to suggest for thousands takes minutes.
const MOST: usize = 100;

/// A warning for each name that is used and that nothing declares.
pub(super) fn warnings(engine: &Engine, script: &Script) -> Vec<Diagnostic> {
    let uses = Uses::of(script.ast());
    let declared = Declared::of(script.ast());
    let own: HashSet<&str> = script.functions().iter().map(|own| own.name.as_str()).collect();
    let variables = uses.variables.into_iter().filter_map(|(name, place)| {
        let known = declared.constants.contains(&*name) || own.contains(&*name);
        (!known).then(|| at(script, place, variable(&name, place, script, &declared)))
    });
    let mut natives = None;
    let functions = uses.functions.into_iter().filter_map(|(name, place)| {
        if own.contains(&*name) || LANGUAGE.contains(&&*name) {
            return None;
        }
        let natives = natives.get_or_insert_with(|| native_names(engine));
        (!natives.contains(&*name)).then(|| at(script, place, function(&name, script, natives)))
    });
    variables.chain(functions).take(MOST).collect()
}

fn variable(name: &str, place: Place, script: &Script, declared: &Declared) -> Diagnostic {
    let problem = Diagnostic::new(Code::UnknownName, format!("`{name}` is not defined here"));
    if declared.variables.contains(name) {
        return problem.help(format!(
            "functions see constants only: write `const {name} = ...` at the top level"
        ));
    }
    if let Some(help) = forgotten_settings(name, place, script) {
        return problem.help(help);
    }
    match nearest(name, declared.constants.iter().map(String::as_str)) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help("declare it with `let`, or make it a parameter"),
    }
}

/// The settings that a name which nothing declares was probably meant for.
pub(super) fn means_settings<'s>(name: &str, script: &'s Script) -> Option<&'s Settings> {
    let [settings] = script.settings() else { return None };
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let meant = matches!(plain(name).as_str(), "settings" | "setting" | "config")
        || plain(name) == plain(&settings.name);
    meant.then_some(settings)
}

/// How to get at settings that were meant by a name.
fn forgotten_settings(name: &str, place: Place, script: &Script) -> Option<String> {
    let settings = means_settings(name, script)?;
    let offset = script.source().offset(position(place)?);
    let mut before = script.functions().iter().filter(|function| function.span.start < offset);
    let function = before.next_back()?;
    let taken = function.params.iter().find(|param| matches!(param.ty, Some(Ty::Settings(_))));
    Some(match taken {
        Some(param) => format!("the settings are in `{}` here", param.name),
        None => format!(
            "to read the settings, give `{}` a parameter {}",
            function.name,
            quoted(&format!("{name}: {}", settings.name))
        ),
    })
}

fn function(name: &str, script: &Script, natives: &HashSet<String>) -> Diagnostic {
    let message = format!("there is no function `{name}`");
    let problem = Diagnostic::new(Code::UnknownName, message);
    let own = script.functions().iter().map(|function| function.name.as_str());
    match nearest(name, own.chain(natives.iter().map(String::as_str))) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help(format!("write a function `fn {name}(...) {{ ... }}`")),
    }
}

/// The names of the functions that the engine has without any script.
fn native_names(engine: &Engine) -> HashSet<String> {
    let names = engine.collect_fn_metadata(None, |info| Some(info.metadata.name.to_string()), true);
    // What is ours alone is no name for scripts.
    names.into_iter().filter(|name| name != CAPTURE).collect()
}

/// The names that a script uses and that no scope of its own declares.
#[derive(Default)]
struct Uses {
    variables: Vec<(String, Place)>,
    functions: Vec<(String, Place)>,
}

impl Uses {
    fn of(ast: &AST) -> Self {
        let mut uses = Self::default();
        let mut lent = uses.add(&AST::new(ast.statements().to_vec(), Module::new()), &[]);
        for function in ast.iter_fn_def() {
            let mut alone = Module::new();
            alone.set_script_fn(function.clone());
            lent |= uses.add(&AST::new_from_module(alone), &function.params);
        }
        if lent {
            uses.variables.clear();
        }
        uses
    }

    /// Adds what one function uses, and tells whether it lends its variables to
    /// another, as a call such as `f!()` does.
    fn add(&mut self, function: &AST, parameters: &[ImmutableString]) -> bool {
        let mut lends = false;
        function.walk(&mut |path: &[ASTNode<'_>]| {
            match path.last() {
                // A variable of the function's own has a place in its scope, but
                // for those that a closure takes from around it: its parameters.
                Some(ASTNode::Expr(Expr::Variable(variable, None, place)))
                    if variable.0.is_none()
                        && variable.2.is_empty()
                        && !parameters.contains(&variable.1) =>
                {
                    self.variables.push((variable.1.to_string(), *place));
                }
                Some(
                    ASTNode::Expr(Expr::FnCall(call, place))
                    | ASTNode::Stmt(Stmt::FnCall(call, place)),
                ) => {
                    lends |= call.capture_parent_scope;
                    if call.namespace.is_empty() && call.op_token.is_none() {
                        self.functions.push((call.name.to_string(), *place));
                    }
                }
                _ => {}
            }
            true
        });
        lends
    }
}

/// What the statements outside of functions declare.
struct Declared {
    constants: HashSet<String>,
    variables: HashSet<String>,
}

impl Declared {
    fn of(ast: &AST) -> Self {
        let mut declared = Self { constants: HashSet::new(), variables: HashSet::new() };
        for statement in ast.statements() {
            if let Stmt::Var(variable, flags, _) = statement {
                let names = match flags.intersects(ASTFlags::CONSTANT) {
                    true => &mut declared.constants,
                    false => &mut declared.variables,
                };
                names.insert(variable.0.name.to_string());
            }
        }
        declared
    }
}
