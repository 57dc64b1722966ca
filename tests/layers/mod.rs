//! Modules keep their ranks: each imports from lower ranks only, and inside a
//! folder the parent imports its children, never the reverse.

mod light;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::Visit;

use crate::support::repository;

/// The ranks, lowest first.
const RANKS: &[&[&str]] = &[
    &[
        "source",
        "ty",
        "clock",
        "code",
        "cancel",
        "dismantle",
        "encode",
        "nearest",
        "quote",
        "shown",
        "panics",
        "stack",
        "join",
    ],
    &["diagnostic", "budget", "timer", "tool_name"],
    &["error", "wording"],
    &["convert"],
    &["session", "settings"],
    &["confine", "signature", "tool", "worker"],
    &["schema", "manifest", "script", "interpreter", "collection", "native", "testing"],
    &["toolset", "approval"],
    &["reload", "toolkit"],
    &["prompt"],
    &["fuzzing"],
];

#[derive(Default)]
struct Imports {
    /// Paths that begin with `crate` or `super`, segment by segment.
    paths: BTreeSet<Vec<String>>,
}

impl Imports {
    fn tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            syn::UseTree::Path(path) => self.tree(&with(path.ident.to_string()), &path.tree),
            syn::UseTree::Name(name) => self.keep(with(name.ident.to_string())),
            syn::UseTree::Rename(name) => self.keep(with(name.ident.to_string())),
            syn::UseTree::Glob(_) => self.keep(before.to_vec()),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(before, tree);
                }
            }
        }
    }

    fn keep(&mut self, path: Vec<String>) {
        if matches!(path.first().map(String::as_str), Some("crate" | "super")) {
            self.paths.insert(path);
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.keep(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !item.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
            syn::visit::visit_item_mod(self, item);
        }
    }

    // `pub(super)` and `pub(crate)` are no imports.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.visit_path(&mac.path);
    }
}

/// Every file below `src/` with its module path, test modules left out.
fn files() -> BTreeMap<Vec<String>, Imports> {
    let mut found = BTreeMap::new();
    collect(&repository().join("src"), &[], &mut found);
    found
}

fn collect(folder: &Path, above: &[String], found: &mut BTreeMap<Vec<String>, Imports>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if stem == "tests" {
            continue;
        }
        if path.is_dir() {
            collect(&path, &[above, &[stem]].concat(), found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let module = match stem.as_str() {
                "mod" | "lib" => above.to_vec(),
                _ => [above, &[stem]].concat(),
            };
            let text = std::fs::read_to_string(&path).expect("a file");
            let mut imports = Imports::default();
            imports.visit_file(&syn::parse_file(&text).expect("a Rust file"));
            assert!(found.insert(module.clone(), imports).is_none(), "two files for {module:?}");
        }
    }
}

/// The module that a path in a file means, as far as it names modules.
fn resolve(module: &[String], path: &[String], known: &BTreeSet<Vec<String>>) -> Vec<String> {
    let mut target = match path.first().map(String::as_str) {
        Some("super") => module.to_vec(),
        _ => Vec::new(),
    };
    for segment in path.iter().skip_while(|segment| *segment == "crate") {
        if segment == "super" {
            target.pop();
            continue;
        }
        let deeper = [target.as_slice(), std::slice::from_ref(segment)].concat();
        if !known.contains(&deeper) {
            break;
        }
        target = deeper;
    }
    target
}

fn rank(module: &str) -> usize {
    let rank = RANKS.iter().position(|modules| modules.contains(&module));
    rank.unwrap_or_else(|| panic!("`{module}` has no rank: add it to RANKS and to the design"))
}

#[test]
fn modules_import_from_lower_ranks_only() {
    let files = files();
    let known: BTreeSet<_> = files.keys().cloned().collect();
    for (module, imports) in files.iter().filter(|(module, _)| !module.is_empty()) {
        let top = &module[0];
        for path in &imports.paths {
            let target = resolve(module, path, &known);
            let Some(other) = target.first() else {
                panic!("{module:?} imports `{}` from the crate's front page", path.join("::"));
            };
            assert!(
                other == top || rank(other) < rank(top),
                "`{top}` (rank {}) imports `{}` (rank {})",
                rank(top),
                path.join("::"),
                rank(other),
            );
        }
    }
}

#[test]
fn children_never_import_their_parents_and_siblings_form_no_circle() {
    let files = files();
    let known: BTreeSet<_> = files.keys().cloned().collect();
    let mut edges = BTreeMap::<Vec<String>, BTreeSet<Vec<String>>>::new();
    for (module, imports) in files.iter().filter(|(module, _)| !module.is_empty()) {
        for path in &imports.paths {
            let target = resolve(module, path, &known);
            let parent = module.len() > 1 && module.starts_with(&target) && *module != target;
            assert!(!parent, "{module:?} imports `{}` from its parent", path.join("::"));
            if target != *module && target.first() == module.first() {
                edges.entry(module.clone()).or_default().insert(target);
            }
        }
    }
    for start in edges.keys() {
        let (mut open, mut seen) = (vec![start], BTreeSet::new());
        while let Some(next) = open.pop() {
            for target in edges.get(next).into_iter().flatten() {
                assert!(target != start, "{start:?} imports itself by way of {next:?}");
                if seen.insert(target) {
                    open.push(target);
                }
            }
        }
    }
}

/// The files of a folder and of those in it.
fn texts(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { texts(&path) } else { vec![path] }).collect()
}

/// Types of libraries would bind everyone who implements a tool to their versions.
#[test]
fn the_tool_contract_names_no_library_but_that_of_json() {
    let mut schemas = 0;
    for path in texts(&repository().join("src/tool")) {
        let text = std::fs::read_to_string(&path).expect("a text");
        let file = syn::parse_file(&text).expect("a Rust file");
        // An example may run anywhere.
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let text = lines.collect::<Vec<_>>().join("\n");
        for item in &file.items {
            let syn::Item::Use(item) = item else { continue };
            let syn::UseTree::Path(path) = &item.tree else { panic!("an import without a path") };
            let root = path.ident.to_string();
            let known = ["std", "serde", "serde_json", "crate", "super"];
            let of_child =
                file.items.iter().any(|it| matches!(it, syn::Item::Mod(it) if it.ident == root));
            assert!(of_child || known.contains(&&*root), "the tool contract imports `{root}`");
        }
        schemas += text.matches("schemars::").count();
        assert_eq!(
            text.matches("schemars::").count(),
            text.matches("schemars::JsonSchema").count(),
            "{path:?}"
        );
        for library in ["rhai", "tokio", "rmcp", "rig"] {
            assert!(!text.contains(&format!("{library}::")), "the tool contract names `{library}`");
        }
    }
    // `ToolKind` is part of the published schema of manifests.
    assert_eq!(schemas, 1);
}
