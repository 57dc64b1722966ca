//! Which settings may be stored and given for a run: what an export says of those
//! that its function takes.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::raw::{RawExport, SettingNames};
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::signature::{Function, Settings};
use crate::source::Source;

/// Whether an export lets a setting be stored, and given for a run.
pub(crate) fn is_configurable(export: &RawExport, setting: &str) -> bool {
    let names = |list: &SettingNames| list.names.iter().any(|name| name.value == setting);
    match (&export.configurable, &export.fixed) {
        (Some(open), _) => names(open),
        (None, Some(closed)) => !names(closed),
        (None, None) => false,
    }
}

/// Every problem with the names in `configurable` and `fixed`.
pub(crate) fn settings(
    manifest: &Source,
    export: &RawExport,
    function: &Function,
    settings: Option<&Settings>,
    declared: &[Settings],
) -> Vec<Diagnostic> {
    // More are not told: finding what to suggest for thousands of mistakes takes minutes.
    const MOST: usize = 100;
    let lists = [("configurable", &export.configurable), ("fixed", &export.fixed)];
    let lists = lists.into_iter().filter_map(|(key, list)| Some((key, list.as_ref()?)));
    let Some(settings) = settings else {
        // What could not be read of its types, or is not written, may be settings.
        if function.faulty || function.params.iter().any(|param| param.ty.is_none()) {
            return Vec::new();
        }
        return lists.map(|(key, list)| none(manifest, function, key, list, declared)).collect();
    };
    let known =
        |name: &str| settings.faulty || settings.members.iter().any(|member| *member.name == *name);
    let names = lists.flat_map(|(_, list)| &list.names);
    let unknown = names.filter(|name| !known(&name.value));
    unknown
        .take(MOST)
        .map(|name| {
            let names = || settings.members.iter().map(|member| &*member.name);
            let help = match nearest(&name.value, names()) {
                Some(near) => format!("did you mean {}?", quoted(near)),
                None => {
                    let all = names().take(20).map(quoted).collect::<Vec<_>>().join(", ");
                    format!("its settings are {all}")
                }
            };
            let message =
                format!("{} has no setting {}", quoted(&function.name), quoted(&name.value));
            Diagnostic::new(Code::UnknownSetting, message).at(manifest, name.span).help(help)
        })
        .collect()
}

/// The function takes no settings.
fn none(
    manifest: &Source,
    function: &Function,
    key: &str,
    list: &SettingNames,
    declared: &[Settings],
) -> Diagnostic {
    let message = format!("{} takes no settings that `{key}` could name", quoted(&function.name));
    let help = match declared {
        [one] => format!(
            "give the function a parameter {}, or remove this",
            quoted(&format!("settings: {}", one.name))
        ),
        [] => {
            "remove this, or declare settings in the script and give the function a parameter of \
               their type"
                .to_owned()
        }
        _ => "remove this, or give the function a parameter of the type of its settings".to_owned(),
    };
    Diagnostic::new(Code::UnknownSetting, message).at(manifest, list.key).help(help)
}
