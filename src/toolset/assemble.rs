//! From what was prepared and what was started to a generation.

use std::collections::HashMap;
use std::sync::Arc;

use super::generation::{Function, Generation, Linked, Slot};
use super::link::Named;
use super::outline::{Context, Outline, Takes};
use super::parameters::Parameters;
use super::prepare::{Planned, Prepared};
use crate::code::Code;
use crate::convert::Shapes;
use crate::diagnostic::Diagnostic;
use crate::manifest::Spanned;
use crate::manifest::check::Signature;
use crate::script::{Entry, Environment, Script};

/// The scripts that were started, by their names.
pub(super) type Environments = HashMap<String, Started>;

/// A script that was started, with its functions by name.
pub(super) struct Started {
    pub(super) environment: Arc<Environment>,
    pub(super) functions: HashMap<String, Entry>,
}

/// The generation that a prepared manifest and its started scripts come to.
///
/// # Errors
/// A function that was read from a script, and is not in what was compiled.
pub(super) fn assemble(
    prepared: Prepared,
    environments: &Environments,
    generation: u64,
) -> Result<Generation, Diagnostic> {
    let function = |script: &Script, named: Named| {
        let Named { name, place } = named;
        let found = environments.get(script.source().name()).and_then(|started| {
            let entry = started.functions.get(&name)?.clone();
            Some(Function { environment: Arc::clone(&started.environment), entry, place })
        });
        found.ok_or_else(|| {
            let message = format!("`{name}` was read as a function, and did not compile as one");
            let problem = Diagnostic::new(Code::UnknownFunction, message);
            problem.in_file(script.source().name())
        })
    };
    let mut tools = Vec::with_capacity(prepared.tools.len());
    let (mut specs, mut takes) = (Vec::new(), Vec::new());
    let mut shapes = Shapes::default();
    for plan in prepared.tools {
        let function = function(&plan.script, plan.function)?;
        let Signature { parameters, session, settings: _, returns } = plan.signature;
        takes.push(Takes { parameters, session: session.is_some(), settings: plan.settings });
        let session = session.map(|(place, name)| Slot { place, name });
        tools.push(Linked { session, returns: shapes.shape(&returns), function });
        specs.push(Arc::new(plan.spec));
    }
    let context = prepared.context.map(|Planned { script, function: named, session }| {
        Ok::<_, Diagnostic>((function(&script, named)?, Context { session }))
    });
    let context = context.transpose()?;
    let texts = |texts: Vec<Spanned<String>>| texts.into_iter().map(|text| text.value).collect();
    let instructions = texts(prepared.raw.instructions);
    let constraints = texts(prepared.raw.constraints);
    let shown = context.as_ref().map(|(_, shown)| *shown);
    let parameters = Parameters::new(&takes, &mut shapes, prepared.limits);
    let outline = Outline::new(generation, (specs, takes), instructions, constraints, shown);
    Ok(Generation {
        outline: Arc::new(outline),
        runtime: prepared.runtime,
        parameters: Arc::new(parameters),
        tools,
        context: context.map(|(function, _)| function),
    })
}
