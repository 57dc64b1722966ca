//! A method marked `#[tool]`.

use syn::{Attribute, Error, ImplItemFn, LitStr};

use super::marks::{conditions, deprecated};
use super::unique::Names;
use super::{outcome, parameter, signature};
use crate::collection::model::{Kind, Method, Tool};
use crate::doc;
use crate::keys::Keys;
use crate::name::{self, nearest};
use crate::problems::Problems;

/// What may stand in `#[tool(...)]`.
const KEYS: [&str; 4] = ["kind", "requires_approval", "name", "description"];

const KINDS: [(&str, Kind); 4] = [
    ("read", Kind::Read),
    ("state", Kind::State),
    ("edit", Kind::Edit),
    ("execute", Kind::Execute),
];

/// Reads a tool; nothing when it could not be called.
pub(super) fn read(
    mark: &Attribute,
    method: &mut ImplItemFn,
    names: &mut Names,
    problems: &mut Problems,
) -> Option<Tool> {
    let mut found = Problems::default();
    let conditions = conditions(&method.attrs);
    let keys = Keys::of(mark, &KEYS, &mut found);
    let kind = keys.text("kind", &mut found).and_then(|text| found.keep(kind(&text)));
    let requires_approval = keys.flag("requires_approval", &mut found);
    let name = name(&keys, method, &mut found);
    if let Some((name, span)) = &name {
        names.add(name, *span, !conditions.is_empty(), &mut found);
    }
    let description = description(&keys, method, &mut found);
    signature::check("a tool", &method.sig, &mut found);
    let parameters = parameter::read(&mut method.sig, &mut found);
    let outcome = found.keep(outcome::read(&method.sig.output, &method.sig.ident));
    if !found.is_empty() {
        problems.join(found);
        return None;
    }
    let asynchronous = method.sig.asyncness.is_some();
    let deprecated = deprecated(&method.attrs);
    Some(Tool {
        conditions,
        method: Method { name: method.sig.ident.clone(), asynchronous, deprecated, parameters },
        name: name?.0,
        description: description?,
        kind,
        requires_approval,
        outcome: outcome?,
    })
}

/// The name that a model calls it by, and where it stands.
fn name(
    keys: &Keys,
    method: &ImplItemFn,
    problems: &mut Problems,
) -> Option<(String, proc_macro2::Span)> {
    let (name, span) = match keys.text("name", problems) {
        Some(text) => (text.value(), text.span()),
        None => (name::plain(&method.sig.ident), method.sig.ident.span()),
    };
    match name::refused("tool", &name) {
        None => Some((name, span)),
        Some(why) => {
            problems.add(Error::new(span, why));
            None
        }
    }
}

fn description(keys: &Keys, method: &ImplItemFn, problems: &mut Problems) -> Option<String> {
    if keys.has("description") {
        return keys.text("description", problems).map(|text| text.value().trim().to_owned());
    }
    let text = problems.keep(doc::text(&method.attrs))?;
    if text.is_none() {
        let text = "a model has to know what the tool does: write a doc comment, or \
                    `#[tool(description = \"...\")]`";
        problems.at(&method.sig.ident, text);
    }
    text
}

fn kind(text: &LitStr) -> syn::Result<Kind> {
    let written = text.value();
    if let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == written) {
        return Ok(*kind);
    }
    let help = match nearest(&written, &KINDS.map(|(name, _)| name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write `read` (changes nothing), `state` (changes only the agent's own state), \
                 `edit` (changes data that outlives the run) or `execute` (runs a command or code)"
            .to_owned(),
    };
    Err(Error::new(text.span(), format!("`{written}` is not a kind of tool: {help}")))
}
