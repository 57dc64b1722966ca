//! Chains of fields, indices and methods, such as `order.lines[0].tags.push(x)`.

use rhai::{ASTFlags, Expr, FnCallExpr, ImmutableString};

/// Functions that leave what they are called on as it is.
#[rustfmt::skip]
const HARMLESS: &[&str] = &[
    "abs", "as_string", "bits", "bytes", "call", "ceiling", "chars", "contains", "curry",
    "ends_with", "extract", "floor", "get", "is_empty", "keys", "len", "max", "min", "order",
    "order_by", "order_desc", "reduce", "reduce_rev", "round", "starts_with", "sub_string",
    "to_array", "to_blob", "to_chars", "to_debug", "to_decimal", "to_float", "to_int",
    "to_json", "to_lower", "to_string", "to_upper", "type_of", "values", "zip",
];

/// Functions that leave what they are called on as it is, unless the function that
/// they call changes what `this` is there.
#[rustfmt::skip]
const CALLING: &[&str] = &[
    "all", "filter", "find", "find_map", "for_each", "index_of", "map", "some",
];

/// The variable that a chain begins with; `this` counts as one.
pub(super) fn root(chain: &Expr) -> Option<ImmutableString> {
    match chain {
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => match &parts.lhs {
            Expr::ThisPtr(_) => Some("this".into()),
            Expr::Variable(variable, ..) if variable.2.is_empty() => Some(variable.1.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The part of a chain after its first, and whether more follow.
enum Link<'e> {
    Call(&'e FnCallExpr),
    Other,
}

/// What follows the first part of a chain, in order.
fn links(chain: &Expr) -> Vec<Link<'_>> {
    let mut links = Vec::new();
    let mut parent = chain;
    while let Expr::Dot(parts, flags, _) | Expr::Index(parts, flags, _) = parent {
        let goes_on = match &parts.rhs {
            Expr::Dot(inner, ..) | Expr::Index(inner, ..) if !flags.intersects(ASTFlags::BREAK) => {
                Some(&inner.lhs)
            }
            _ => None,
        };
        let link = match goes_on.unwrap_or(&parts.rhs) {
            Expr::MethodCall(call, _) if matches!(parent, Expr::Dot(..)) => Link::Call(call),
            _ => Link::Other,
        };
        links.push(link);
        match goes_on {
            Some(_) => parent = &parts.rhs,
            None => break,
        }
    }
    links
}

/// Whether a chain calls something that may change a part of its variable. What
/// is called on the variable itself, the engine looks at in full.
///
/// `is_own` tells of a name whether the script has a function of that name, and
/// `with_this` whether anything in it is done to a `this`.
pub(super) fn changes_a_part(chain: &Expr, is_own: impl Fn(&str) -> bool, with_this: bool) -> bool {
    // What a call gives is no part of the variable any more.
    let links = links(chain);
    let call = links.iter().enumerate().find_map(|(index, link)| match link {
        Link::Call(call) => Some((index, call)),
        Link::Other => None,
    });
    match call {
        Some((index, call)) if index > 0 && root(chain).is_some() => {
            let name = call.name.as_str();
            let harmless = HARMLESS.contains(&name) || (CALLING.contains(&name) && !with_this);
            is_own(name) || !harmless
        }
        _ => false,
    }
}

/// Whether a chain gives values to a function by `curry`.
pub(super) fn curries(chain: &Expr) -> bool {
    let links = links(chain);
    links.iter().any(|link| matches!(link, Link::Call(call) if call.name == "curry"))
}
