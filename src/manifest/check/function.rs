//! The function that an export names: there, public, and the only one.

use std::collections::HashMap;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::signature::Function;
use crate::source::{Source, Span};

/// Where a manifest names a function.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    /// The manifest.
    pub(crate) manifest: &'a Source,
    /// The function's name.
    pub(crate) name: &'a str,
    /// Where the manifest says it.
    pub(crate) span: Span,
}

impl Named<'_> {
    fn problem(&self, code: Code, message: String) -> Diagnostic {
        Diagnostic::new(code, message).at(self.manifest, self.span)
    }
}

/// The functions of a script by name: made once, asked for each export.
pub(crate) struct Functions<'s> {
    script: &'s Source,
    all: &'s [Function],
    by_name: HashMap<&'s str, Vec<&'s Function>>,
}

impl<'s> Functions<'s> {
    /// The functions of a script.
    pub(crate) fn new(script: &'s Source, all: &'s [Function]) -> Self {
        let mut by_name = HashMap::<_, Vec<_>>::new();
        for function in all {
            by_name.entry(function.name.as_str()).or_default().push(function);
        }
        Self { script, all, by_name }
    }
}

/// The function that is meant, if it may be a tool.
pub(crate) fn function<'s>(
    named: Named<'_>,
    functions: &Functions<'s>,
) -> Result<&'s Function, Diagnostic> {
    let Functions { script, all, by_name } = functions;
    let alike = by_name.get(named.name).map_or(&[][..], Vec::as_slice);
    let free: Vec<_> = alike.iter().filter(|function| function.method_of.is_none()).collect();
    match free.as_slice() {
        [] if alike.is_empty() => Err(unknown(named, script, all)),
        [] => Err(method(named, alike)),
        [function] if function.private => Err(private(named, script, function)),
        [function] if alike.len() == 1 => Ok(function),
        _ => Err(overloaded(named, script, alike)),
    }
}

fn unknown(named: Named<'_>, script: &Source, functions: &[Function]) -> Diagnostic {
    let Named { name, .. } = named;
    let public =
        functions.iter().filter(|function| !function.private && function.method_of.is_none());
    let help = match nearest(name, public.map(|function| function.name.as_str())) {
        Some(near) => format!("did you mean `{near}`?"),
        None if rhai::is_valid_identifier(name) => {
            format!("write a function `fn {name}(...) -> ... {{ ... }}` in the script")
        }
        // The name of a tool can have a `-` in it.
        None => "name the function of the script: `\"function\": \"...\"`".to_owned(),
    };
    let message = format!("`{}` has no function {}", script.name(), quoted(name));
    named.problem(Code::UnknownFunction, message).help(help)
}

fn private(named: Named<'_>, script: &Source, function: &Function) -> Diagnostic {
    let line = script.position(function.span.start).line;
    let message = format!("the function {} is private, and cannot be a tool", quoted(named.name));
    let help = format!("remove `private` in line {line} of `{}`", script.name());
    named.problem(Code::PrivateFunction, message).help(help)
}

fn method(named: Named<'_>, alike: &[&Function]) -> Diagnostic {
    let of = alike.first().and_then(|function| function.method_of.as_deref()).unwrap_or_default();
    let message =
        format!("{} is a method on {}, and cannot be a tool", quoted(named.name), quoted(of));
    let help = "write a function that takes the value as a parameter";
    named.problem(Code::MethodFunction, message).help(help)
}

fn overloaded(named: Named<'_>, script: &Source, alike: &[&Function]) -> Diagnostic {
    let lines = alike.iter().map(|function| script.position(function.span.start).line.to_string());
    let lines = lines.collect::<Vec<_>>().join(", ");
    let message = format!("several functions are named {}", quoted(named.name));
    let file = script.name();
    let help = format!("they are in `{file}`, lines {lines}: give each a name of its own");
    named.problem(Code::OverloadedFunction, message).help(help)
}
