//! Types that can be seen to be none that a setting holds.

use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Error, Ident, Path, Type};

use crate::problems::Problems;
use crate::types::{bare, in_option, last, owned, shown};

/// Tells what in the type of a field cannot be stored, as far as that can be seen, and
/// whether it is written as an `Option`.
pub(super) fn check(ty: &Type, owner: &Ident, problems: &mut Problems) -> bool {
    let inner = in_option(ty);
    let mut wrong = Wrong { owner, why: None };
    wrong.visit_type_mut(&mut inner.unwrap_or(ty).clone());
    if let Some(why) = wrong.why {
        problems.add(why);
    }
    inner.is_some()
}

/// A type with the name of its owner in the place of `Self`, which is another type in the
/// overrides.
pub(super) fn without_self(ty: &Type, owner: &Ident) -> Type {
    struct Named<'a>(&'a Ident);

    impl VisitMut for Named<'_> {
        fn visit_ident_mut(&mut self, ident: &mut Ident) {
            if ident == "Self" {
                let place = ident.span();
                *ident = self.0.clone();
                ident.set_span(place);
            }
        }
    }

    let mut ty = ty.clone();
    Named(owner).visit_type_mut(&mut ty);
    ty
}

/// The first part of a type that cannot be stored.
struct Wrong<'a> {
    owner: &'a Ident,
    why: Option<Error>,
}

impl VisitMut for Wrong<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let why = match bare(ty) {
            Type::Path(path) if path.qself.is_none() && self.is_owner(&path.path) => format!(
                "`{}` contains itself here, and what is stored has an end: hold another type",
                self.owner
            ),
            ty @ Type::Path(_) if last(ty).is_some_and(|last| last.ident == "Option") => {
                let inner = in_option(ty).map_or_else(
                    || "the type in it".to_owned(),
                    |inner| format!("`{}`", shown(inner)),
                );
                format!("an item is not optional: write {inner}, and leave out what is none")
            }
            Type::Reference(reference) => {
                format!("a setting holds what is its own: write `{}`", owned(reference))
            }
            Type::Tuple(_) => "a setting is no tuple: write a struct with named fields, and \
                               `#[derive(SettingValue)]` on it"
                .to_owned(),
            Type::ImplTrait(_)
            | Type::TraitObject(_)
            | Type::BareFn(_)
            | Type::Ptr(_)
            | Type::Never(_)
            | Type::Slice(_)
            | Type::Infer(_) => "no setting can hold this: write a type such as `String` or \
                                 `Vec<u32>`"
                .to_owned(),
            _ => return syn::visit_mut::visit_type_mut(self, ty),
        };
        self.why.get_or_insert_with(|| Error::new_spanned(ty.to_token_stream(), why));
    }
}

impl Wrong<'_> {
    /// Whether a path is that of the type itself; the same name in another module is
    /// that of another type.
    fn is_owner(&self, path: &Path) -> bool {
        let mut segments = path.segments.iter().map(|segment| &segment.ident);
        let (first, second, third) = (segments.next(), segments.next(), segments.next());
        match (first, second, third) {
            (Some(name), None, None) => name == "Self" || name == self.owner,
            (Some(module), Some(name), None) => module == "self" && name == self.owner,
            _ => false,
        }
    }
}
