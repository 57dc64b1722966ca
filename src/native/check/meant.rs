//! Which of a union's objects is meant.

use serde_json::{Map, Value};

use super::wanted::{Members, Tag, Union, Wanted};
use crate::convert::scalar;
use crate::convert::words::{list, missing, not_a_choice, shorten};

/// The object that its tag tells, or what is wrong with the tag, and with which member.
pub(super) fn tagged<'w>(
    union: &'w Union,
    tag: &Tag,
    values: &Map<String, Value>,
    named: &'w [Wanted],
) -> Result<&'w Wanted, (Option<String>, String)> {
    match tag {
        Tag::Member(name) => by_member(union, name, values, named),
        Tag::Name => by_name(union, values, named).map_err(|message| (None, message)),
    }
}

fn objects<'w>(
    union: &'w Union,
    named: &'w [Wanted],
) -> impl Iterator<Item = (&'w Wanted, &'w Members)> + Clone {
    union.options.iter().filter_map(|option| Some((option, option.object(named)?)))
}

fn by_member<'w>(
    union: &'w Union,
    name: &str,
    values: &Map<String, Value>,
    named: &'w [Wanted],
) -> Result<&'w Wanted, (Option<String>, String)> {
    let Some(found) = values.get(name) else { return Err((None, missing(name))) };
    let mut tags = Vec::new();
    for (option, members) in objects(union, named) {
        let Some(tag) = members.tag(name) else { continue };
        if found.as_str() == Some(&**tag) {
            return Ok(option);
        }
        tags.push(tag.clone());
    }
    Err((Some(name.to_owned()), scalar::no_choice(&tags, found)))
}

fn by_name<'w>(
    union: &'w Union,
    values: &Map<String, Value>,
    named: &'w [Wanted],
) -> Result<&'w Wanted, String> {
    let only = |members: &'w Members| members.only().map(|only| &*only.name);
    let names = || objects(union, named).filter_map(|(_, members)| only(members));
    let mut given = values.keys();
    let (Some(name), None) = (given.next(), given.next()) else {
        let (names, count) = (list(names()), values.len());
        return Err(format!(
            "expected an object with one of {names}, found one with {count} members"
        ));
    };
    if let Some((option, _)) =
        objects(union, named).find(|(_, members)| only(members) == Some(name))
    {
        return Ok(option);
    }
    if union.options.iter().any(|option| option.takes_text(name, named)) {
        return Err(format!("`{0}` holds nothing; write it as a string", shorten(name)));
    }
    let names: Vec<_> = names().collect();
    Err(not_a_choice(name, names.iter().copied()))
}

/// The only object that has the members that are given.
pub(super) fn nearest<'w>(
    union: &'w Union,
    value: &Value,
    named: &'w [Wanted],
) -> Option<&'w Wanted> {
    let values = value.as_object()?;
    let mut near = objects(union, named).filter(|(_, members)| may_be(members, values));
    near.next().filter(|_| near.next().is_none()).map(|(option, _)| option)
}

/// Whether an object has the names and the tags that it has to have. To find that
/// out first keeps types that are alike from being read again and again.
pub(super) fn may_be(members: &Members, values: &Map<String, Value>) -> bool {
    members.fields.iter().all(|field| match values.get(&*field.name) {
        None => !field.required,
        Some(Value::Null) if !field.required => true,
        Some(value) => match &field.wanted {
            Wanted::Choice(texts) => {
                value.as_str().is_some_and(|text| texts.iter().any(|one| **one == *text))
            }
            _ => true,
        },
    }) && (!members.is_closed() || values.keys().all(|name| members.field(name).is_some()))
}
