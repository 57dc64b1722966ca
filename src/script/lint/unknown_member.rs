//! A read of a member that the declared type of a parameter does not have: at run
//! time it is absent, which the author may then take for a rare case.

use std::collections::{HashMap, HashSet};

use rhai::{ASTNode, Expr, FnPtr, Stmt};

use super::bodies::Body;
use super::member_chain::{Links, Written, is_variable, links};
use super::parameters::{Signatures, visit};
use super::place::over;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::script::compile::Script;
use crate::signature::Settings;
use crate::ty::Ty;

/// More are not told: finding what to suggest takes time.
const MOST: usize = 100;

/// A warning for each read of a member that is not there.
pub(super) fn warnings(script: &Script, bodies: &[Body]) -> Vec<Diagnostic> {
    let signatures = Signatures::of(script, bodies);
    let search = Search {
        script,
        settings: script.settings().iter().map(|one| (&*one.name, one)).collect(),
        closures: bodies.iter().filter_map(|body| Some((body.name.as_deref()?, body))).collect(),
    };
    let mut told = Vec::new();
    for body in bodies {
        // Each is looked for in the whole function.
        for (name, ty) in signatures.types(body).into_iter().take(MOST) {
            if told.len() < MOST && matches!(ty, Ty::Settings(_) | Ty::Record(_)) {
                search.parameter(body, name, ty, &mut told);
            }
        }
    }
    told
}

struct Search<'a> {
    script: &'a Script,
    settings: HashMap<&'a str, &'a Settings>,
    closures: HashMap<&'a str, &'a Body>,
}

impl Search<'_> {
    /// What is read of one parameter, in its function and in the closures of it.
    fn parameter(&self, body: &Body, name: &str, ty: &Ty, told: &mut Vec<Diagnostic>) {
        let (mut bodies, mut next) = (vec![body], 0);
        let mut seen = HashSet::new();
        while let Some(body) = bodies.get(next) {
            // Closures of the same text may be the same function.
            let closures = self.capturing(body, name).into_iter();
            bodies.extend(closures.filter(|one| seen.insert(one.name.as_deref())));
            next += 1;
        }
        let own = |function: &str| self.script.functions().iter().any(|one| one.name == function);
        let mut written = Written::default();
        for body in &bodies {
            visit(body, |node| written.add(node, name, &own));
        }
        if written.anything {
            return;
        }
        for body in bodies {
            visit(body, |node| {
                if told.len() < MOST
                    && let ASTNode::Expr(chain) = node
                    && let Some(links) = links(chain, name)
                {
                    told.extend(self.missing(ty, links, &written));
                }
            });
        }
    }

    /// The closures in a function that see its parameter of this name.
    fn capturing(&self, body: &Body, name: &str) -> Vec<&Body> {
        let mut found = Vec::new();
        visit(body, |node| {
            let (ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))) =
                node
            else {
                return;
            };
            if call.name == "curry"
                && let [Expr::DynamicConstant(pointer, _), taken @ ..] = call.args.as_slice()
                && taken.iter().any(|one| is_variable(one, name))
                && let Some(pointer) = pointer.as_ref().clone().try_cast::<FnPtr>()
            {
                found.extend(self.closures.get(pointer.fn_name()));
            }
        });
        found
    }

    /// Goes along a chain such as `.city.name`, from a value of this type.
    fn missing(&self, ty: &Ty, links: Links<'_>, written: &Written) -> Option<Diagnostic> {
        let mut ty = ty.clone();
        for link in links {
            let bare = if let Ty::Nullable(inner) = &ty { inner } else { &ty };
            ty = match (bare, link.name()) {
                (_, Some(name)) if written.names.contains(name) => return None,
                (Ty::Map(Some(value)), Some(_)) => (**value).clone(),
                (Ty::Array(Some(item)), None) if link.is_index() => (**item).clone(),
                (of, Some(name)) => match self.member(of, name) {
                    Member::Known(ty) => ty.clone(),
                    Member::Open => return None,
                    Member::Missing(problem) => {
                        return Some(over(self.script, link.place(), problem));
                    }
                },
                _ => return None,
            };
        }
        None
    }

    fn member<'t>(&'t self, ty: &'t Ty, name: &str) -> Member<'t> {
        let (one, members): (_, Vec<_>) = match ty {
            Ty::Settings(record) => match self.settings.get(&**record) {
                Some(settings) if !settings.faulty => {
                    let members = settings.members.iter();
                    ("setting", members.map(|one| (&*one.name, one.ty.as_ref())).collect())
                }
                _ => return Member::Open,
            },
            Ty::Record(fields) => {
                ("field", fields.iter().map(|one| (&*one.name, Some(&one.ty))).collect())
            }
            _ => return Member::Open,
        };
        match members.iter().find(|(known, _)| *known == name) {
            Some((_, ty)) => ty.map_or(Member::Open, Member::Known),
            None => Member::Missing(problem(one, name, members.iter().map(|(name, _)| *name))),
        }
    }
}

enum Member<'t> {
    Known(&'t Ty),
    /// Nothing is known of it.
    Open,
    Missing(Diagnostic),
}

fn problem<'n>(one: &str, name: &str, known: impl Iterator<Item = &'n str> + Clone) -> Diagnostic {
    let message = format!("there is no {one} {}", quoted(name));
    let problem = Diagnostic::new(Code::UnknownMember, message);
    if let Some(near) = nearest(name, known.clone()) {
        return problem.help(format!("did you mean {}?", quoted(near)));
    }
    let known: Vec<_> = known.take(20).map(quoted).collect();
    problem.help(match known.as_slice() {
        [] => "the type has no fields: leave it out".to_owned(),
        known => format!("the {one}s of its type are {}", known.join(", ")),
    })
}
