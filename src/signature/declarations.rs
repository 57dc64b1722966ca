//! The types that a script declares, each looked up after those it uses.

use std::collections::{HashMap, HashSet};

use super::declaration::Declaration;
use super::known;
use super::problems::{Problems, quoted};
use super::record::Record;
use super::resolve::{Declared, Lookup, Resolved, Resolver};
use crate::code::Code;
use crate::source::{Source, Span};

/// Where looking up a declaration has come to.
enum State {
    Waiting,
    /// Its parts are being looked up.
    Begun,
    /// The same, and it was reported that it is one of them.
    Cyclic,
    Done(Option<Resolved>),
}

/// The declared types of one script.
pub(super) struct Names<'s> {
    by_name: HashMap<&'s str, usize>,
    settings: HashSet<&'s str>,
    /// Whether a name that is not declared may be that of settings without one.
    nameless: bool,
    names: Vec<&'s str>,
    states: Vec<State>,
}

impl Declared for Names<'_> {
    fn look_up(&self, name: &str) -> Lookup<'_> {
        match self.by_name.get(name).map(|index| self.states.get(*index)) {
            None if self.settings.contains(name) => Lookup::Settings,
            None if self.nameless => Lookup::Broken,
            None => Lookup::Unknown,
            Some(Some(State::Done(Some(resolved)))) => Lookup::Known(resolved),
            Some(_) => Lookup::Broken,
        }
    }

    fn names(&self) -> &[&str] {
        &self.names
    }
}

/// Looks up every declaration of a script.
pub(super) fn resolve<'s>(
    declarations: &[Declaration],
    records: &[Record],
    nameless: bool,
    source: &'s Source,
    problems: &mut Problems<'s>,
) -> Names<'s> {
    let mut names = Names {
        by_name: HashMap::new(),
        settings: HashSet::new(),
        nameless,
        names: Vec::new(),
        states: Vec::new(),
    };
    for (index, declaration) in declarations.iter().enumerate() {
        let name = source.slice(declaration.name);
        names.states.push(State::Waiting);
        if known::is_built_in(name) {
            problems.report(
                Code::DuplicateType,
                declaration.name,
                format!("{} is a built-in type", quoted(name)),
                "give the type another name",
            );
        } else if let Some(first) = names.by_name.get(name) {
            // Finding the line takes time, and is not for nobody.
            let first = declarations.get(*first).filter(|_| problems.open());
            let line = first.map_or(0, |first| source.position(first.name.start).line);
            problems.report(
                Code::DuplicateType,
                declaration.name,
                format!("the type {} is declared twice", quoted(name)),
                format!("it is declared in line {line} already; give one of them another name"),
            );
        } else {
            names.by_name.insert(name, index);
            names.names.push(name);
        }
    }
    settings(declarations, records, source, problems, &mut names);
    for start in 0..declarations.len() {
        from(start, declarations, source, problems, &mut names);
    }
    names
}

/// Adds the names of settings, each of which is one of its own.
fn settings<'s>(
    declarations: &[Declaration],
    records: &[Record],
    source: &'s Source,
    problems: &mut Problems<'s>,
    names: &mut Names<'s>,
) {
    let mut first = HashMap::new();
    for record in records {
        let name = source.slice(record.name);
        let ty = names.by_name.get(name).and_then(|index| declarations.get(*index));
        let taken = ty.map(|ty| ("a type", ty.name));
        let taken = taken.or_else(|| Some(("settings", *first.get(name)?)));
        let help = "give the settings another name";
        if known::is_built_in(name) {
            let message = format!("{} is a built-in type", quoted(name));
            problems.report(Code::DuplicateType, record.name, message, help);
        } else if let Some((what, place)) = taken {
            let line = if problems.open() { source.position(place.start).line } else { 0 };
            let message = format!("the name {} is declared twice", quoted(name));
            let help = format!("line {line} declares {what} of this name; {help}");
            problems.report(Code::DuplicateType, record.name, message, help);
        } else {
            first.insert(name, record.name);
            names.settings.insert(name);
            names.names.push(name);
        }
    }
}

/// Looks up one declaration and first all that it uses. It keeps its own
/// stack, because a chain of declarations can be as long as the script.
fn from<'s>(
    start: usize,
    declarations: &[Declaration],
    source: &'s Source,
    problems: &mut Problems<'s>,
    names: &mut Names<'s>,
) {
    let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut next = Some(start);
    loop {
        if let Some(index) = next.take() {
            match names.states.get_mut(index) {
                Some(state @ State::Waiting) => {
                    *state = State::Begun;
                    path.push((index, uses(index, declarations, source, names)));
                }
                Some(state @ State::Begun) => {
                    *state = State::Cyclic;
                    report_cycle(index, &path, declarations, source, problems);
                }
                _ => {}
            }
        }
        let Some((index, waiting)) = path.last_mut() else { return };
        next = waiting.pop();
        if next.is_some() {
            continue;
        }
        let resolved = declarations.get(*index).and_then(|declaration| {
            let target = declaration.target.as_ref()?;
            let mut resolver = Resolver { source, problems, declared: names };
            resolver.resolve(target, declaration.name, false)
        });
        if let Some(state) = names.states.get_mut(*index) {
            *state = State::Done(resolved);
        }
        path.pop();
    }
}

/// The declarations that one uses, the first one last.
fn uses(
    index: usize,
    declarations: &[Declaration],
    source: &Source,
    names: &Names<'_>,
) -> Vec<usize> {
    let mut uses = Vec::new();
    if let Some(target) = declarations.get(index).and_then(|found| found.target.as_ref()) {
        target.names(&mut |name| uses.extend(names.by_name.get(source.slice(name))));
    }
    uses.reverse();
    uses
}

fn report_cycle(
    index: usize,
    path: &[(usize, Vec<usize>)],
    declarations: &[Declaration],
    source: &Source,
    problems: &mut Problems<'_>,
) {
    const SHOWN: usize = 8;
    if !problems.open() {
        let span = declarations.get(index).map_or(Span::new(0, 0), |declaration| declaration.name);
        problems.report(Code::TypeCycle, span, "", "");
        return;
    }
    let members = path.iter().map(|(member, _)| *member).skip_while(|member| *member != index);
    let names: Vec<String> = members
        .chain([index])
        .filter_map(|member| declarations.get(member))
        .map(|declaration| quoted(source.slice(declaration.name)))
        .collect();
    let (Some(name), Some(declaration)) = (names.first(), declarations.get(index)) else { return };
    let way = if names.len() > SHOWN {
        let last = names.len() - 2;
        let shown = names.iter().take(SHOWN - 2).cloned();
        let end = names.iter().skip(last).cloned();
        shown.chain(["…".to_owned()]).chain(end).collect::<Vec<_>>().join(" → ")
    } else {
        names.join(" → ")
    };
    problems.report(
        Code::TypeCycle,
        declaration.name,
        format!("the type {name} contains itself: {way}"),
        "write `map` or `array` where it would contain itself",
    );
}
