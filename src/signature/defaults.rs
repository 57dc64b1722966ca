//! Declared settings with their types looked up, and their defaults held to those.

use std::collections::HashMap;
use std::sync::Arc;

use super::doc;
use super::held::held;
use super::problems::{Problems, quoted};
use super::record::{Record, WrittenMember};
use super::resolve::{Declared, Resolver};
use super::settings::{Setting, Settings};
use super::syntax::{MOST_SIGNATURE, Node};
use crate::code::Code;
use crate::source::{Source, Span};
use crate::ty::Ty;

/// The settings of a script. What is wrong with them is reported.
pub(super) fn resolve<D: Declared>(
    records: Vec<Record>,
    resolver: &mut Resolver<'_, '_, D>,
) -> Vec<Settings> {
    records.into_iter().map(|record| one(record, resolver)).collect()
}

fn one<D: Declared>(record: Record, resolver: &mut Resolver<'_, '_, D>) -> Settings {
    let source = resolver.source;
    let mut first = HashMap::<Arc<str>, Span>::new();
    let (mut members, mut parts) = (Vec::new(), 0);
    for member in record.members {
        if let Some(first) = first.get(&member.name) {
            doubled(resolver.problems, source, *first, &member);
            continue;
        }
        first.insert(Arc::clone(&member.name), member.span);
        let ty = member.ty.as_ref().and_then(|node| {
            let resolved = resolver.resolve(node, node.span, false)?;
            parts += resolved.parts;
            is_stored(resolver.problems, node, &resolved.ty).then_some(resolved.ty)
        });
        let default = member.default.as_ref().zip(ty.as_ref());
        let default = default.and_then(|(value, ty)| held(resolver.problems, source, ty, value));
        members.push(Setting {
            name: member.name,
            span: member.span,
            doc: text(source, &member.docs),
            ty,
            default,
        });
    }
    let name = source.slice(record.name);
    if parts > MOST_SIGNATURE {
        let message =
            format!("the settings {} have more than {MOST_SIGNATURE} parts", quoted(name));
        let help = "write `map` or `array`, without a type for what they hold, in some of them";
        resolver.problems.report(Code::TypeTooLarge, record.name, message, help);
    }
    Settings {
        name: name.into(),
        name_span: record.name,
        doc: text(source, &record.docs),
        members,
        faulty: record.faulty,
    }
}

fn text(source: &Source, docs: &[Span]) -> Option<String> {
    doc::text(docs.iter().map(|span| source.slice(*span)))
}

fn doubled(problems: &mut Problems<'_>, source: &Source, first: Span, member: &WrittenMember) {
    // Finding the line takes time, and is not for nobody.
    let line = if problems.open() { source.position(first.start).line } else { 0 };
    problems.report(
        Code::MalformedSettings,
        member.span,
        format!("the setting {} is declared twice", quoted(&member.name)),
        format!("it is declared in line {line} already; leave one of them out"),
    );
}

/// Whether values of a type can be stored: what arrays and maps hold is never null.
fn is_stored(problems: &mut Problems<'_>, node: &Node, ty: &Ty) -> bool {
    let Some(what) = null_in(ty) else { return true };
    problems.report(
        Code::MisplacedType,
        node.span,
        format!("{what} cannot be null in settings"),
        "leave out the `?`; a whole setting, or a field of a record, can be null",
    );
    false
}

/// Which kind of container holds what can be null.
fn null_in(ty: &Ty) -> Option<&'static str> {
    match ty {
        Ty::Array(Some(item)) if matches!(**item, Ty::Nullable(_)) => Some("the items of an array"),
        Ty::Map(Some(value)) if matches!(**value, Ty::Nullable(_)) => Some("the values of a map"),
        Ty::Array(Some(inner)) | Ty::Map(Some(inner)) | Ty::Nullable(inner) => null_in(inner),
        Ty::Record(fields) => fields.iter().find_map(|field| null_in(&field.ty)),
        _ => None,
    }
}
