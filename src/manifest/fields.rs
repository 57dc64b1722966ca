//! The fields of one object: each known, none twice.

use std::collections::HashMap;

use super::check::{duplicate_field, missing_field, unknown_field};
use super::json::{Object, ObjectProp, Value, name_span, opening};
use super::owner::Owner;
use super::report::Report;

/// The first field of each name in an object.
pub(super) struct Fields<'a> {
    owner: Owner,
    object: &'a Object<'a>,
    by_name: HashMap<&'a str, &'a ObjectProp<'a>>,
}

impl<'a> Fields<'a> {
    pub(super) fn of(report: &mut Report<'_>, owner: Owner, object: &'a Object<'a>) -> Self {
        let mut by_name = HashMap::new();
        for field in unique(report, object) {
            let name = field.name.as_str();
            if owner.fields().contains(&name) {
                by_name.insert(name, field);
            } else {
                let problem = unknown_field::problem(report.source, owner, name, name_span(field));
                report.add(problem);
            }
        }
        Self { owner, object, by_name }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a Value<'a>> {
        self.by_name.get(name).map(|field| &field.value)
    }

    /// The field, with its name.
    pub(super) fn whole(&self, name: &str) -> Option<&'a ObjectProp<'a>> {
        self.by_name.get(name).copied()
    }

    /// The field, which must be there.
    pub(super) fn require(&self, report: &mut Report<'_>, name: &str) -> Option<&'a Value<'a>> {
        let value = self.get(name);
        if value.is_none() {
            let place = opening(self.object);
            report.add(missing_field::problem(report.source, self.owner, name, place));
        }
        value
    }
}

/// The first field of each name, in the order written; a second one is a problem.
pub(super) fn unique<'a>(
    report: &mut Report<'_>,
    object: &'a Object<'a>,
) -> Vec<&'a ObjectProp<'a>> {
    let mut first = HashMap::new();
    let mut unique = Vec::new();
    for field in &object.properties {
        if report.is_full() {
            break;
        }
        let name = field.name.as_str();
        match first.insert(name, name_span(field)) {
            None => unique.push(field),
            Some(before) => {
                first.insert(name, before);
                let problem =
                    duplicate_field::problem(report.source, name, before, name_span(field));
                report.add(problem);
            }
        }
    }
    unique
}
