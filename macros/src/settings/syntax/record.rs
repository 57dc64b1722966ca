//! A struct that is the settings of a tool.

use quote::format_ident;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields};

use super::fields::{self, Marked};
use super::owner;
use crate::problems::Problems;
use crate::settings::model::{Member, Record};

/// The settings, unless something is wrong with them.
pub(in crate::settings) fn read(item: &DeriveInput, problems: &mut Problems) -> Option<Record> {
    let (owner, marks) = owner::read(item, "settings have", true, problems);
    let text = "settings are a struct with named fields, each of them a member";
    let named = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Some(fields),
            Fields::Unit => {
                problems.at(&item.ident, text);
                None
            }
            Fields::Unnamed(fields) => {
                problems.at(fields, text);
                None
            }
        },
        Data::Enum(data) => {
            problems.at(data.enum_token, text);
            None
        }
        Data::Union(data) => {
            problems.at(data.union_token, text);
            None
        }
    };
    let fields = fields::read(named?, &item.ident, marks.case.as_deref(), true, problems);
    let owner = owner?;
    let members = fields.into_iter().map(|field| Member {
        configurable: configurable(&field, marks.configurable, problems),
        field: field.field,
    });
    let members = members.collect();
    problems.is_empty().then(|| Record {
        owner,
        visibility: item.vis.clone(),
        overrides: format_ident!("{}Overrides", item.ident.unraw(), span = item.ident.span()),
        members,
    })
}

/// Whether stored settings and runs may set a member.
fn configurable(field: &Marked, unless_fixed: bool, problems: &mut Problems) -> bool {
    let name = &field.field.name;
    match (&field.marks.configurable, &field.marks.fixed) {
        (Some(_), Some(fixed)) => {
            let text = format!("`{name}` is configurable or fixed: leave one of both out");
            problems.at(fixed, text);
        }
        (Some(configurable), None) if field.deprecated => {
            let text = format!(
                "`{name}` is deprecated, and what is deprecated stays fixed: leave `configurable` \
                 out"
            );
            problems.at(configurable, text);
        }
        (Some(_), None) => return true,
        (None, Some(_)) => {}
        (None, None) => return unless_fixed && !field.deprecated,
    }
    false
}
