//! A type that a setting can hold.

use syn::{Data, DataEnum, DataStruct, DeriveInput, Error, Fields, FieldsUnnamed};

use super::marks::{PartMarks, TypeMarks};
use super::names::Names;
use super::{case, fields, owner, types};
use crate::problems::Problems;
use crate::settings::model::{Stored, Value, Variant};

/// The type, unless something is wrong with it.
pub(in crate::settings) fn read(item: &DeriveInput, problems: &mut Problems) -> Option<Value> {
    let (owner, marks) = owner::read(item, "what is stored has", false, problems);
    let stored = match &item.data {
        Data::Struct(data) => of_struct(item, data, &marks, problems)?,
        Data::Enum(data) => of_enum(item, data, &marks, problems),
        Data::Union(data) => {
            problems.at(
                data.union_token,
                "what is stored is a struct, or an enum without fields: write a struct",
            );
            return None;
        }
    };
    let owner = owner?;
    problems.is_empty().then_some(Value { owner, stored })
}

fn of_struct(
    item: &DeriveInput,
    data: &DataStruct,
    marks: &TypeMarks,
    problems: &mut Problems,
) -> Option<Stored> {
    match &data.fields {
        Fields::Named(named) => {
            let fields = fields::read(named, &item.ident, marks.case.as_deref(), false, problems);
            Some(Stored::Struct(fields.into_iter().map(|one| one.field).collect()))
        }
        Fields::Unnamed(unnamed) => newtype(item, unnamed, problems),
        Fields::Unit => {
            let text = format!(
                "`{0}` has nothing to store: write `struct {0} {{ ... }}` with named fields",
                item.ident
            );
            problems.at(&item.ident, text);
            None
        }
    }
}

fn newtype(item: &DeriveInput, fields: &FieldsUnnamed, problems: &mut Problems) -> Option<Stored> {
    let mut all = fields.unnamed.iter();
    let (Some(only), None) = (all.next(), all.next()) else {
        let text = "fields are stored by name: write `{ name: ... }` for each, or hold one type";
        problems.at(fields, text);
        return None;
    };
    for mark in only.attrs.iter().filter(|attribute| attribute.path().is_ident("setting")) {
        problems.at(mark, "this is stored as what is in it, without a name: leave this out");
    }
    if types::check(&only.ty, &item.ident, problems) {
        let text = "what is stored is not optional: write the type in it, and `Option` where this \
                    is a field";
        problems.at(&only.ty, text);
    }
    Some(Stored::Newtype(Box::new(only.ty.clone())))
}

fn of_enum(
    item: &DeriveInput,
    data: &DataEnum,
    marks: &TypeMarks,
    problems: &mut Problems,
) -> Stored {
    if data.variants.is_empty() {
        problems.at(&item.ident, format!("`{}` has no value to store: write one", item.ident));
    }
    let rename = |name: &str| match &marks.case {
        Some(case) => case::of_variant(name, case),
        None => name.to_owned(),
    };
    let mut names = Names::new("variants", &rename);
    let variants = data.variants.iter().map(|variant| {
        if !matches!(variant.fields, Fields::Unit) {
            let text = format!(
                "an enum is stored by name: leave the fields of `{}` out, or write a struct",
                variant.ident
            );
            problems.add(Error::new_spanned(&variant.fields, text));
        }
        let marks = PartMarks::read(&variant.attrs, false, problems);
        Variant {
            name: names.add(&variant.ident, marks.name.as_ref(), problems),
            description: fields::description(marks.description.as_ref(), &variant.attrs, problems),
            ident: variant.ident.clone(),
        }
    });
    Stored::Enum(variants.collect())
}
