//! The library stays light: what is for one member never comes to those who use only it.

use std::collections::{BTreeSet, HashMap};

use crate::support::repository;

/// The dependencies of each package of the lock file, by name; those for tests too.
fn dependencies(lock: &str) -> HashMap<&str, Vec<&str>> {
    let mut all = HashMap::<_, Vec<_>>::new();
    for package in lock.split("[[package]]").skip(1) {
        let (_, rest) = package.split_once("name = \"").expect("a name");
        let (name, rest) = rest.split_once('"').expect("the end of a name");
        let list = rest.split_once("dependencies = [").map(|(_, list)| list);
        let list = list.and_then(|list| list.split_once(']')).map_or("", |(list, _)| list);
        // A version follows where there are several.
        let names = list.split('"').skip(1).step_by(2).filter_map(|one| one.split(' ').next());
        all.entry(name).or_default().extend(names);
    }
    all
}

/// What the library itself depends on, tests aside.
fn own(manifest: &str) -> Vec<&str> {
    let sections = manifest.split("\n[").filter_map(|section| section.split_once("]\n"));
    let own = sections.filter(|(title, _)| {
        *title == "dependencies"
            || (title.starts_with("target.") && title.ends_with(".dependencies"))
    });
    own.flat_map(|(_, lines)| lines.lines().filter_map(|line| line.split(['.', ' ']).next()))
        .filter(|name| !name.is_empty() && *name != "#")
        .collect()
}

#[test]
fn the_library_needs_nothing_of_the_members_that_serve_it_or_give_it_to_agents() {
    let text = |path: &str| std::fs::read_to_string(repository().join(path)).expect("a text");
    let (lock, library, macros) =
        (text("Cargo.lock"), text("Cargo.toml"), text("macros/Cargo.toml"));
    let dependencies = dependencies(&lock);
    let (mut needed, mut open) = (BTreeSet::new(), own(&library));
    while let Some(name) = open.pop() {
        // The lock file has what its tests need as well.
        if needed.insert(name) {
            match name {
                "rulebook-macros" => open.extend(own(&macros)),
                _ => open.extend(dependencies.get(name).into_iter().flatten()),
            }
        }
    }
    assert!(needed.contains("rhai") && needed.contains("rulebook-macros"));
    for name in needed {
        let of_member =
            matches!(name, "rulebook-cli" | "rulebook-mcp" | "rulebook-rig" | "rulebook-store");
        let heavy = matches!(name, "axum" | "clap" | "hyper" | "reqwest" | "rmcp" | "rusqlite");
        assert!(!of_member && !heavy && !name.starts_with("rig-"), "the library needs `{name}`");
    }
    // The other way round nothing of rig is needed to serve, and nothing of MCP by agents.
    assert!(!dependencies["rulebook-mcp"].iter().any(|name| name.starts_with("rig-")));
    assert!(!dependencies["rulebook-rig"].contains(&"rmcp"));
}
