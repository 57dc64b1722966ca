//! Where the root is.

use super::*;

#[test]
fn the_root_is_the_manifests_folder() {
    let folder = Folder::new();
    let (root, name) = Root::of_manifest(&folder.root.join("m.json")).unwrap();
    assert_eq!(name, "m.json");
    assert_eq!(root.read(&name, LIMIT).unwrap().source.text(), "{}");
    assert_eq!(root.read("scripts/a.rhai", LIMIT).unwrap().source.text(), "a");

    let (root, name) = Root::of_manifest(&folder.root.join("scripts/../m.json")).unwrap();
    assert_eq!(root.read(&name, LIMIT).unwrap().source.text(), "{}");
    // The current folder of a test is the package's.
    let (root, name) = Root::of_manifest(Path::new("Cargo.toml")).unwrap();
    assert!(root.read(&name, LIMIT).unwrap().source.text().contains("rulebook"));

    let (root, name) = Root::of_manifest(&folder.root.join("n.json")).unwrap();
    let error = root.read(&name, LIMIT).unwrap_err();
    assert_eq!(problem(error), "file_not_found: `n.json` does not exist; did you mean `m.json`?");

    for (path, expected) in [
        ("no/such/m.json", "file_not_found: there is no folder `no/such`"),
        ("Cargo.toml/m.json", "file_not_found: `Cargo.toml` is a file, not a folder"),
        ("src/..", "not_a_file: `src/..` names no file; name a manifest"),
        ("", "not_a_file: `` names no file; name a manifest"),
    ] {
        assert_eq!(problem(Root::of_manifest(Path::new(path)).unwrap_err()), expected);
    }
}

#[cfg(unix)]
#[test]
fn a_manifest_is_reached_through_linked_folders_but_is_no_link_out_itself() {
    let folder = Folder::new();
    let link = folder.outer.path().join("link");
    std::os::unix::fs::symlink(&folder.root, &link).unwrap();
    let (root, name) = Root::of_manifest(&link.join("m.json")).unwrap();
    assert_eq!(root.read(&name, LIMIT).unwrap().source.text(), "{}");
    assert_eq!(root.read("../secret.rhai", LIMIT).unwrap_err().code, Code::PathEscapes);

    folder.link("out.json", "../secret.rhai");
    let (root, name) = Root::of_manifest(&folder.root.join("out.json")).unwrap();
    assert_eq!(root.read(&name, LIMIT).unwrap_err().code, Code::PathEscapes);
}

#[test]
fn a_manifest_below_a_chosen_root() {
    let folder = Folder::new();
    fs::create_dir(folder.root.join("manifests")).unwrap();
    folder.write("manifests/n.json", b"n");
    let at = |manifest: &Path| match Root::at(&folder.root, manifest) {
        Ok((root, name)) => format!("{name} = {}", root.read(&name, LIMIT).unwrap().source.text()),
        Err(error) => error.code.to_string(),
    };
    let root = &folder.root;
    assert_eq!(at(&root.join("m.json")), "m.json = {}");
    assert_eq!(at(&root.join("manifests/n.json")), "manifests/n.json = n");
    assert_eq!(at(&root.join("scripts/../manifests/./n.json")), "manifests/n.json = n");
    assert_eq!(at(Path::new("manifests/n.json")), "manifests/n.json = n");
    assert_eq!(at(Path::new("./m.json")), "m.json = {}");
    assert_eq!(at(Path::new("nothing.json")), "file_not_found");
    assert_eq!(at(&root.join("nothing.json")), "file_not_found");
    assert_eq!(at(&root.join("../secret.rhai")), "path_escapes");
    assert_eq!(at(Path::new("../secret.rhai")), "file_not_found");
    // This one exists in the current folder, so that is the one meant.
    assert_eq!(at(Path::new("Cargo.toml")), "path_escapes");
    // A sibling whose name begins like the root's is not below it.
    fs::create_dir(folder.outer.path().join("root2")).unwrap();
    fs::write(folder.outer.path().join("root2/m.json"), "other").unwrap();
    assert_eq!(at(&folder.outer.path().join("root2/m.json")), "path_escapes");
    assert_eq!(
        problem(Root::at(Path::new("no/such"), Path::new("m.json")).unwrap_err()),
        "file_not_found: there is no folder `no/such`"
    );
}

#[cfg(unix)]
#[test]
fn a_link_below_the_root_keeps_its_name() {
    let folder = Folder::new();
    fs::create_dir(folder.root.join("v1")).unwrap();
    folder.write("v1/n.json", b"1");
    folder.link("current", "v1");
    folder.link("n.json", "current/n.json");
    for manifest in ["n.json", "current/n.json"] {
        let (_, name) = Root::at(&folder.root, &folder.root.join(manifest)).unwrap();
        assert_eq!(name, manifest);
    }
    // Through a link to the root there is no other way than following it.
    let link = folder.outer.path().join("link");
    std::os::unix::fs::symlink(&folder.root, &link).unwrap();
    let (_, name) = Root::at(&folder.root, &link.join("n.json")).unwrap();
    assert_eq!(name, "n.json");
}

/// The file that is opened is the one that was checked, however fast it is swapped.
#[cfg(unix)]
#[test]
fn a_link_swapped_during_the_open_never_leads_out() {
    use std::sync::atomic::{AtomicBool, Ordering};

    let folder = Folder::new();
    let root = folder.root();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (link, spare) = (folder.root.join("swapped"), folder.root.join("spare"));
            for turn in 0.. {
                let target = if turn % 2 == 0 { "scripts/a.rhai" } else { "../secret.rhai" };
                std::os::unix::fs::symlink(target, &spare).unwrap();
                fs::rename(&spare, &link).unwrap();
                if done.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let mut read = 0;
        for _ in 0..20_000 {
            if let Ok(file) = root.read("swapped", LIMIT) {
                assert_eq!(file.source.text(), "a");
                read += 1;
            }
        }
        done.store(true, Ordering::Relaxed);
        assert!(read > 0);
    });
}

#[test]
fn the_systems_own_refusals_are_told_apart_from_escapes() {
    let denied = std::io::Error::from_raw_os_error(13);
    let error = explain::file(&Folder::new().root().dir, "m.json", "m.json", &denied);
    assert_eq!(problem(error), "file_unreadable: `m.json` cannot be read: permission denied");
    let many = std::io::Error::from_raw_os_error(24);
    assert_eq!(explain::unreadable("m.json", &many).code, Code::FileUnreadable);
}
