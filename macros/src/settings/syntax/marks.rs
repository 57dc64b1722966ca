//! The attributes `#[settings(...)]` on a type and `#[setting(...)]` in it.

use proc_macro2::TokenStream;
use syn::{Attribute, LitStr};

use super::case::CASES;
use super::serde;
use crate::crate_path::crate_path;
use crate::keys::Keys;
use crate::name::nearest;
use crate::problems::Problems;

/// What a type says.
pub(super) struct TypeMarks {
    /// The path of `rulebook`.
    pub(super) rulebook: Option<TokenStream>,
    /// The case that names are put in.
    pub(super) case: Option<String>,
    /// Members are configurable unless they are marked fixed.
    pub(super) configurable: bool,
}

impl TypeMarks {
    pub(super) fn read(attributes: &[Attribute], is_record: bool, problems: &mut Problems) -> Self {
        let keys =
            Keys::all(attributes, "settings", &["configurable", "rename_all", "crate"], problems);
        let path = keys.text("crate", problems);
        let configurable = keys.mark("configurable", problems);
        if let Some(mark) = &configurable
            && !is_record
        {
            let text = "a value is set whole: what may be set is said in the settings that hold it";
            problems.at(mark, text);
        }
        let case = keys.text("rename_all", problems);
        if let Some(case) = &case {
            known(case, problems);
        }
        let case = one(case, serde::said(attributes, "rename_all", problems), problems);
        Self {
            rulebook: problems.keep(crate_path(path.as_ref())),
            // One that `serde` does not know either is for `serde` to tell.
            case: case.map(|case| case.value()),
            configurable: configurable.is_some(),
        }
    }
}

/// What a field or a variant says.
pub(super) struct PartMarks {
    pub(super) name: Option<LitStr>,
    pub(super) description: Option<LitStr>,
    pub(super) configurable: Option<TokenStream>,
    pub(super) fixed: Option<TokenStream>,
}

impl PartMarks {
    pub(super) fn read(attributes: &[Attribute], is_member: bool, problems: &mut Problems) -> Self {
        let known = ["configurable", "fixed", "name", "description"];
        let keys = Keys::all(attributes, "setting", &known, problems);
        let name = keys.text("name", problems);
        let marks = Self {
            name: one(name, serde::said(attributes, "rename", problems), problems),
            description: keys.text("description", problems),
            configurable: keys.mark("configurable", problems),
            fixed: keys.mark("fixed", problems),
        };
        if !is_member {
            for mark in marks.configurable.iter().chain(&marks.fixed) {
                let text =
                    "a value is set whole: mark the member of the settings that holds it instead";
                problems.at(mark, text);
            }
        }
        marks
    }
}

/// The one of two names that is there.
fn one(ours: Option<LitStr>, serde: Option<LitStr>, problems: &mut Problems) -> Option<LitStr> {
    if let (Some(ours), Some(serde)) = (&ours, &serde)
        && ours.value() != serde.value()
    {
        let text = format!("for `serde` it is `{}`: one thing has one name", serde.value());
        problems.at(ours, text);
    }
    ours.or(serde)
}

fn known(case: &LitStr, problems: &mut Problems) {
    let written = case.value();
    if CASES.contains(&written.as_str()) {
        return;
    }
    let help = match nearest(&written, &CASES) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let cases = CASES.map(|case| format!("`{case}`"));
            format!("write one of {}", cases.join(", "))
        }
    };
    problems.at(case, format!("`{written}` is no case of names: {help}"));
}
