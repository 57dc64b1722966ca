//! What callers of a tool may have relied upon, and can no longer.

use std::collections::{BTreeMap, HashMap};

use super::narrowed::{Side, narrowed};
use crate::quote::quoted;
use crate::signature::{self, Function, Param};
use crate::source::Source;
use crate::tool::{ToolSource, ToolSpec};
use crate::ty::Ty;

/// The signatures of one generation, each script read when it is asked for.
pub(super) struct Signatures<'c> {
    files: &'c BTreeMap<String, Source>,
    read: HashMap<&'c str, HashMap<String, Function>>,
}

impl<'c> Signatures<'c> {
    pub(super) fn new(files: &'c BTreeMap<String, Source>) -> Self {
        Self { files, read: HashMap::new() }
    }

    fn function(&mut self, tool: &'c ToolSource) -> Option<&Function> {
        let script = self.files.get(&tool.script)?;
        let functions = self.read.entry(&tool.script).or_insert_with(|| {
            let functions = signature::read(script).functions.into_iter();
            let exported = functions.filter(|function| function.method_of.is_none());
            exported.map(|function| (function.name.clone(), function)).collect()
        });
        functions.get(&tool.function)
    }
}

/// What callers of a tool can no longer rely upon, a sentence for each.
pub(super) fn messages<'c>(
    [was, is]: [&'c ToolSpec; 2],
    [before, after]: &mut [Signatures<'c>; 2],
) -> Vec<String> {
    // Types that are shown alike take and give the same.
    if was.input_schema == is.input_schema && was.output_schema == is.output_schema {
        return Vec::new();
    }
    let (Some(was), Some(is)) = (&was.source, &is.source) else { return Vec::new() };
    match (before.function(was), after.function(is)) {
        (Some(was), Some(is)) => [parameters(was, is), result(was, is)].concat(),
        _ => Vec::new(),
    }
}

fn parameters(was: &Function, is: &Function) -> Vec<String> {
    let known: HashMap<_, _> = arguments(is).map(|param| (&param.name, param)).collect();
    let mut messages = Vec::new();
    for old in arguments(was) {
        match (known.get(&old.name), &old.ty) {
            (None, _) => {
                messages.push(format!("no longer has the parameter {}", quoted(&old.name)));
            }
            (Some(new), Some(was)) => {
                let is = new.ty.as_ref();
                messages.extend(
                    is.map(|is| narrowed(Side::Argument, &old.name, was, is)).into_iter().flatten(),
                );
            }
            (Some(_), None) => {}
        }
    }
    let known: HashMap<_, _> = arguments(was).map(|param| (&param.name, ())).collect();
    for new in arguments(is).filter(|param| !known.contains_key(&param.name)) {
        let ty = new.ty.as_ref().map(|ty| format!(": {ty}")).unwrap_or_default();
        let param = quoted(&format!("{}{ty}", new.name));
        messages.push(format!("has a new parameter {param}"));
    }
    messages
}

/// The parameters that callers know of.
fn arguments(function: &Function) -> impl Iterator<Item = &Param> {
    let is_argument = |param: &&Param| param.ty.as_ref().is_none_or(Ty::is_argument);
    function.params.iter().filter(is_argument)
}

fn result(was: &Function, is: &Function) -> Vec<String> {
    match (&was.returns, &is.returns) {
        (Some(was), Some(is)) => narrowed(Side::Result, "", was, is),
        _ => Vec::new(),
    }
}
