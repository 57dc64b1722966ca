//! From exports and signatures to tools: every problem, or a plan without gaps.

use std::collections::HashMap;
use std::sync::Arc;

use super::settings::{MemberPlan, SettingsPlan};
use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::error::Frame;
use crate::manifest::check::{self, Functions, Signature};
use crate::manifest::{RawExport, RawManifest};
use crate::schema;
use crate::script::Script;
use crate::signature::{Function, Setting, Settings};
use crate::source::Source;
use crate::tool::{ToolSource, ToolSpec};
use crate::ty::Ty;

/// The scripts of a manifest that were compiled, by their path.
pub(super) type Scripts = HashMap<String, Arc<Script>>;

/// A tool whose script has not been started yet.
pub(super) struct Planned {
    pub(super) spec: ToolSpec,
    pub(super) signature: Signature,
    pub(super) settings: Option<SettingsPlan>,
    pub(super) script: Arc<Script>,
    pub(super) function: Named,
}

/// A function and where its signature stands.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) place: Frame,
}

impl Named {
    pub(super) fn new(script: &Source, function: &Function) -> Self {
        let position = script.position(function.name_span.start);
        let mut place = Frame::new(script.name());
        place.function = Some(function.name.clone());
        place.line = Some(position.line);
        place.column = Some(position.column);
        Self { name: function.name.clone(), place }
    }
}

/// Whether there is enough to mend, so that looking for more may stop: finding
/// what to suggest for thousands of mistakes takes minutes.
pub(super) fn is_enough(problems: &[Diagnostic]) -> bool {
    const MOST: usize = 256;
    let errors = problems.iter().filter(|problem| problem.severity() == Severity::Error);
    errors.count() >= MOST
}

/// The tools that a manifest's exports come to, and every problem on the way.
///
/// An export whose script did not compile has its problem told elsewhere.
pub(super) fn link(
    manifest: &Source,
    raw: &RawManifest,
    scripts: &Scripts,
    generation: u64,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Planned> {
    let mut planned = Vec::new();
    let mut functions = HashMap::<&str, Functions<'_>>::new();
    for export in &raw.exports {
        if is_enough(problems) {
            break;
        }
        let path = export.script.as_ref().or(raw.script.as_ref());
        let script = path.and_then(|path| scripts.get(&path.value));
        if let Some(script) = script {
            let functions = functions
                .entry(script.source().name())
                .or_insert_with(|| Functions::new(script.source(), script.functions()));
            match link_one(manifest, export, script, functions, generation) {
                Ok(plan) => planned.push(plan),
                Err(found) => problems.extend(found),
            }
        }
    }
    planned
}

fn link_one(
    manifest: &Source,
    export: &RawExport,
    script: &Arc<Script>,
    functions: &Functions<'_>,
    generation: u64,
) -> Result<Planned, Vec<Diagnostic>> {
    let written = export.function();
    let named = check::Named { manifest, name: &written.value, span: written.span };
    let function = check::function(named, functions).map_err(|problem| vec![problem])?;
    let text = export.description.as_ref().map(|text| text.value.as_str());
    let description = check::description(manifest, export.name.span, text, function);
    let signature = check::signature(script.source(), function, script.settings());
    let mut problems: Vec<_> = (export.parameter_descriptions.iter())
        .filter_map(|(name, _)| {
            check::parameter_description(manifest, &name.value, name.span, function)
        })
        .collect();
    let taken = function.params.iter().find_map(|param| match &param.ty {
        Some(Ty::Settings(name)) => Some(name),
        _ => None,
    });
    let declared = taken.and_then(|name| script.settings().iter().find(|one| one.name == *name));
    problems.extend(check::settings(manifest, export, function, declared, script.settings()));
    match (description, signature) {
        (Ok(description), Ok(signature)) if problems.is_empty() => {
            let place = signature.settings.as_ref().map(|(place, _)| *place);
            let settings = place.zip(declared);
            let settings = settings.and_then(|(place, declared)| plan(export, place, declared));
            let mut spec = spec(export, description, &signature);
            spec.source = Some(ToolSource {
                manifest: manifest.name().to_owned(),
                script: script.source().name().to_owned(),
                function: function.name.clone(),
                generation,
            });
            let function = Named::new(script.source(), function);
            let script = Arc::clone(script);
            Ok(Planned { spec, signature, settings, script, function })
        }
        (description, signature) => {
            problems.extend(description.err());
            problems.extend(signature.err().unwrap_or_default());
            Err(problems)
        }
    }
}

/// The settings of a tool; none when some of it could not be read, which is told.
fn plan(export: &RawExport, place: usize, declared: &Settings) -> Option<SettingsPlan> {
    let member = |member: &Setting| {
        Some(MemberPlan {
            name: Arc::clone(&member.name),
            description: member.doc.clone(),
            ty: member.ty.clone()?,
            default: member.default.clone()?,
            configurable: check::is_configurable(export, &member.name),
        })
    };
    let members = declared.members.iter().map(member).collect::<Option<_>>()?;
    Some(SettingsPlan { name: Arc::clone(&declared.name), place, members })
}

fn spec(export: &RawExport, description: String, signature: &Signature) -> ToolSpec {
    let described = signature.parameters.iter().map(|(name, ty)| {
        let mut texts = export.parameter_descriptions.iter();
        let text = texts.find(|(known, _)| known.value == **name);
        (&**name, ty, text.map(|(_, text)| text.value.as_str()))
    });
    let mut spec = ToolSpec::new(&export.name.value, description);
    spec.kind = export.kind;
    spec.requires_approval = export.requires_approval;
    spec.input_schema = schema::input(described);
    spec.output_schema = Some(schema::output(&signature.returns));
    spec
}
