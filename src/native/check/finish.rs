//! What can be seen only once a whole schema is compiled: circles that no value
//! ends, and what tells the objects of a union apart.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::wanted::{Items, Members, Tag, Union, Wanted};

/// What the very same value is held to is nested so deep at most. What is deeper takes
/// nothing: whoever reads the value would exhaust the stack.
const DEEPEST: usize = 64;

/// More that may be circles are not told apart.
const MOST: usize = 1_000;

/// Breaks circles of references that no value is between, and chains of them that are
/// too long.
pub(super) fn break_circles(named: &mut [Wanted]) {
    let deep = too_deep(named);
    if !deep.is_empty() && deep.len() <= MOST {
        break_circles_among(&deep, named);
    }
    for index in too_deep(named) {
        if let Some(wanted) = named.get_mut(index) {
            *wanted = Wanted::Never;
        }
    }
}

/// Those with more within them for the very same value, by reference too, than may
/// be. What is in a circle is among them.
fn too_deep(named: &[Wanted]) -> Vec<usize> {
    let mut depths = vec![0; named.len()];
    for _ in 0..=DEEPEST {
        let deeper: Vec<_> = named.iter().map(|one| depth(one, &depths)).collect();
        if deeper == depths {
            break;
        }
        depths = deeper;
    }
    depths.iter().enumerate().filter(|(_, depth)| **depth > DEEPEST).map(|(at, _)| at).collect()
}

fn depth(wanted: &Wanted, depths: &[usize]) -> usize {
    let within = match wanted {
        Wanted::Named(index) => depths.get(*index).copied(),
        other => other.parts().iter().map(|part| depth(part, depths)).max(),
    };
    within.map_or(0, |within| (within + 1).min(DEEPEST + 1))
}

fn break_circles_among(deep: &[usize], named: &mut [Wanted]) {
    let reached: Vec<BTreeSet<usize>> = named.iter().map(in_place).collect();
    let in_circle = |start: usize| {
        let (mut open, mut seen) = (vec![start], BTreeSet::new());
        while let Some(next) = open.pop() {
            for other in reached.get(next).into_iter().flatten() {
                if *other == start {
                    return true;
                }
                if seen.insert(*other) {
                    open.push(*other);
                }
            }
        }
        false
    };
    for index in deep.iter().copied().filter(|index| in_circle(*index)) {
        if let Some(wanted) = named.get_mut(index) {
            *wanted = Wanted::Never;
        }
    }
}

/// What the very same value is held to, by reference.
fn in_place(wanted: &Wanted) -> BTreeSet<usize> {
    match wanted {
        Wanted::Named(index) => BTreeSet::from([*index]),
        other => other.parts().iter().flat_map(in_place).collect(),
    }
}

/// Finds what tells the objects of each union apart.
pub(super) fn tagged(wanted: Wanted, named: &[Wanted]) -> Wanted {
    let each = |all: &[Wanted]| all.iter().map(|one| tagged(one.clone(), named)).collect();
    match wanted {
        Wanted::Nullable(inner) => Wanted::Nullable(Box::new(tagged(*inner, named))),
        Wanted::Not(inner) => Wanted::Not(Box::new(tagged(*inner, named))),
        Wanted::All(parts) => Wanted::All(each(&parts)),
        Wanted::Union(union) => {
            let tag = tag(&union.options, named);
            let options = each(&union.options);
            Wanted::Union(Box::new(Union { options, exclusive: union.exclusive, tag }))
        }
        Wanted::Array(items) => Wanted::Array(Arc::new(Items {
            first: each(&items.first),
            rest: tagged(items.rest.clone(), named),
            size: items.size,
            unique: items.unique,
        })),
        Wanted::Object(members) => {
            let mut fields = members.fields.clone();
            for field in &mut fields {
                field.wanted = tagged(field.wanted.clone(), named);
            }
            let patterns = members.patterns.iter();
            let patterns = patterns.map(|(names, one)| (*names, tagged(one.clone(), named)));
            Wanted::Object(Arc::new(Members {
                fields,
                patterns: patterns.collect(),
                rest: tagged(members.rest.clone(), named),
                is_open: members.is_open,
                size: members.size,
            }))
        }
        plain => plain,
    }
}

fn tag(options: &[Wanted], named: &[Wanted]) -> Option<Tag> {
    let object = serde_json::Value::Object(serde_json::Map::new());
    let takers = options.iter().filter(|option| option.may_take(&object, named));
    let objects: Vec<&Members> =
        takers.map(|option| option.object(named)).collect::<Option<_>>()?;
    let first = objects.first()?;
    let of_their_own = |tags: Option<Vec<&str>>| {
        tags.is_some_and(|tags| {
            !tags.is_empty() && tags.iter().collect::<BTreeSet<_>>().len() == tags.len()
        })
    };
    for name in first.names().filter(|_| objects.len() > 1) {
        let tags = objects.iter().map(|members| members.tag(name).map(|tag| &**tag));
        if of_their_own(tags.collect()) {
            return Some(Tag::Member(name.into()));
        }
    }
    let names = objects.iter().map(|members| members.only().map(|only| &*only.name));
    of_their_own(names.collect()).then_some(Tag::Name)
}
