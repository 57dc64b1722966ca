//! What is filled in by reference.

use syn::{Error, Type};

use crate::types::{bare, last, shown};

/// Types that are known to be no settings, behind a reference: an argument is meant.
const ARGUMENTS: [&str; 26] = [
    "str", "String", "Path", "PathBuf", "OsStr", "OsString", "CStr", "Vec", "Option", "Value",
    "Map", "bool", "char", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize",
    "f32", "f64", "Decimal",
];

/// The type of settings, where a type is a reference to one.
pub(super) fn settings(ty: &Type) -> syn::Result<Option<&Type>> {
    let Type::Reference(reference) = bare(ty) else { return Ok(None) };
    match last(&reference.elem) {
        Some(last) if ARGUMENTS.iter().all(|argument| last.ident != argument) => {}
        _ => return Ok(None),
    }
    let settings = shown(&reference.elem);
    if reference.mutability.is_some() {
        let text = format!("settings stay as they are during a call: write `&{settings}`");
        return Err(Error::new_spanned(ty, text));
    }
    if reference.lifetime.as_ref().is_some_and(|name| name.ident != "_") {
        let text = format!("settings are lent to a call: write `&{settings}`");
        return Err(Error::new_spanned(ty, text));
    }
    Ok(Some(&*reference.elem))
}
