//! Which functions of a script may answer otherwise than before.
//!
//! A function that names nothing that is different has the same tokens, names the
//! same, and so on all the way: so it is enough to go through what the functions
//! name now, backwards, from what is different.

use std::collections::{HashMap, HashSet};

use super::code::Code;
use super::files::{File, Files, Imported};
use super::uses::Uses;

/// The functions of a script that may answer otherwise than before.
#[derive(Debug)]
pub(super) enum Affected<'c> {
    All,
    Named(HashSet<&'c str>),
}

impl Affected<'_> {
    pub(super) fn has(&self, function: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(names) => names.contains(function),
        }
    }
}

/// What can be different, and what can lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node<'c> {
    /// What stands outside of the functions of the script: it runs for all.
    Top,
    /// The functions of a name.
    Function(&'c str),
    /// Any of the functions.
    AnyFunction,
    /// An imported file.
    File(&'c str),
    /// Any file that was read.
    AnyFile,
    /// The same, and its comments.
    AnyText,
}

/// Functions that the engine calls without their names.
const UNNAMED: &[&str] = &["contains", "to_debug", "to_string"];

/// The functions of a script that may answer otherwise than before.
pub(super) fn affected<'c>(files: &Files<'c>, script: &'c str) -> Affected<'c> {
    if !files.may_differ(script) {
        return Affected::Named(HashSet::new());
    }
    let in_both = |file: &&File<'_>| file.before.is_some() && file.after.is_some();
    let Some(file) = files.get(script).filter(in_both) else {
        return Affected::All;
    };
    let imported = files.imported(script, imports);
    let [before, after] = file.codes();
    let mut graph = Graph { files, before, after, imported: &imported, leads_to: HashMap::new() };
    graph.script();
    for name in &imported.files {
        graph.file(name);
    }
    let affected = graph.reached_from(graph.different());
    if affected.contains(&Node::Top) {
        return Affected::All;
    }
    let name = |node| if let Node::Function(name) = node { Some(name) } else { None };
    Affected::Named(affected.into_iter().filter_map(name).collect())
}

fn imports<'f>(file: &'f File<'_>) -> (Vec<&'f str>, bool) {
    let [_, code] = file.codes();
    let paths = code.parts().flat_map(|part| part.uses.imports.iter().map(String::as_str));
    (paths.collect(), code.parts().any(|part| part.uses.any_import))
}

struct Graph<'g, 'c> {
    files: &'g Files<'c>,
    before: &'g Code<'c>,
    after: &'g Code<'c>,
    imported: &'g Imported<'c>,
    /// For each node, those that answer otherwise when it does.
    leads_to: HashMap<Node<'c>, Vec<Node<'c>>>,
}

impl<'g, 'c> Graph<'g, 'c> {
    /// The name as the script has it, when there is such a function, or was.
    fn function(&self, name: &str) -> Option<Node<'c>> {
        let in_code = |code: &'g Code<'c>| code.functions.get_key_value(name);
        let (name, _) = in_code(self.after).or_else(|| in_code(self.before))?;
        Some(Node::Function(name))
    }

    fn lead(&mut self, from: Node<'c>, to: Node<'c>) {
        self.leads_to.entry(from).or_default().push(to);
    }

    /// What stands in the script.
    fn script(&mut self) {
        let code = self.after;
        self.part(Node::Top, &code.top.uses, code);
        for node in UNNAMED.iter().filter_map(|name| self.function(name)).collect::<Vec<_>>() {
            self.lead(node, Node::Top);
        }
        self.lead(Node::Top, Node::AnyFunction);
        for (name, part) in &code.functions {
            self.part(Node::Function(name), &part.uses, code);
        }
        for name in self.before.functions.keys().chain(code.functions.keys()) {
            self.lead(Node::Function(name), Node::AnyFunction);
        }
    }

    /// What stands in an imported file. What it calls and does not have is looked
    /// for in the script that imports it.
    fn file(&mut self, name: &'c str) {
        let Some(file) = self.files.get(name) else { return };
        let [_, code] = file.codes();
        for part in code.parts() {
            self.part(Node::File(name), &part.uses, code);
        }
    }

    /// What a part of `code` uses leads to that part.
    fn part(&mut self, part: Node<'c>, uses: &Uses<'c>, code: &Code<'c>) {
        for name in uses.names() {
            if let Some(function) = self.function(name) {
                self.lead(function, part);
            }
        }
        for path in &uses.imports {
            for file in self.files.meant(&self.imported.importers, path) {
                self.lead(Node::File(file), part);
            }
        }
        let is_function = |name: &str| code.functions.contains_key(name);
        let flags = [
            (uses.is_unsure(&code.top.uses, is_function), Node::AnyFunction),
            (uses.any_import, Node::AnyFile),
            (uses.reflects, Node::AnyText),
        ];
        for (_, node) in flags.into_iter().filter(|(set, _)| *set) {
            self.lead(node, part);
        }
    }

    /// What is different by itself.
    fn different(&self) -> Vec<Node<'c>> {
        let (before, after) = (self.before, self.after);
        let gone = before.functions.keys().filter(|name| !after.functions.contains_key(*name));
        let new = after
            .functions
            .iter()
            .filter(|(name, part)| before.functions.get(*name).is_none_or(|was| !was.is(part)));
        let files = self.imported.files.iter();
        let files =
            files.filter(|name| self.files.get(name).is_none_or(|file| !file.is_same_code()));
        let mut different: Vec<_> =
            gone.chain(new.map(|(name, _)| name)).map(|name| Node::Function(name)).collect();
        different.extend(files.map(|name| Node::File(name)));
        // To look at every file takes time.
        let is_used = |node| self.leads_to.contains_key(&node);
        let others = [
            (!before.top.is(&after.top), Node::Top),
            (is_used(Node::AnyFile) && !self.files.all().all(File::is_same_code), Node::AnyFile),
            (is_used(Node::AnyText) && !self.files.all().all(File::is_same_text), Node::AnyText),
        ];
        different.extend(others.into_iter().filter(|(set, _)| *set).map(|(_, node)| node));
        different
    }

    fn reached_from(&self, different: Vec<Node<'c>>) -> HashSet<Node<'c>> {
        let mut reached: HashSet<_> = different.iter().copied().collect();
        let mut waiting = different;
        while let Some(node) = waiting.pop() {
            for next in self.leads_to.get(&node).into_iter().flatten() {
                if reached.insert(*next) {
                    waiting.push(*next);
                }
            }
        }
        reached
    }
}
