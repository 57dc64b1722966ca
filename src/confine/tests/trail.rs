//! Which folders are watched, and what of them matters.

#[cfg(unix)]
use proptest::prelude::*;

use super::*;

impl Folder {
    fn trail(&self, files: &[&str]) -> Trail {
        Trail::of(&self.root, files.iter().copied())
    }

    /// The folder that has the root, without links.
    fn outer(&self) -> PathBuf {
        self.outer.path().canonicalize().unwrap()
    }

    /// The folders to watch in the one that has the root, that one included; with a
    /// star where it is the root folder or below.
    fn watched(&self, trail: &Trail) -> String {
        let outer = self.outer();
        let show = |folder: &Path| {
            let below = folder.strip_prefix(&outer).ok()?;
            let name = if below == Path::new("") { "." } else { below.to_str()? };
            Some(format!("{name}{}", if trail.is_below(folder) { "*" } else { "" }))
        };
        trail.folders().filter_map(show).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn assert_watched(&self, table: &[(&[&str], &str)]) {
        for (files, expected) in table {
            assert_eq!(self.watched(&self.trail(files)), *expected, "for {files:?}");
        }
    }
}

#[test]
fn the_folders_on_the_way_to_files_are_watched() {
    Folder::new().assert_watched(&[
        (&[], ". root*"),
        (&["m.json"], ". root*"),
        (&["scripts/a.rhai"], ". root* root/scripts*"),
        (&["scripts/deep/b.rhai", "m.json"], ". root* root/scripts* root/scripts/deep*"),
        // What is not there is waited for in the nearest folder that is.
        (&["nothing.json"], ". root*"),
        (&["scripts/nothing.rhai"], ". root* root/scripts*"),
        (&["no/such/folder.rhai"], ". root*"),
        (&["scripts/no/such/folder.rhai"], ". root* root/scripts*"),
        // A file where a folder should be.
        (&["scripts/a.rhai/b.rhai"], ". root* root/scripts*"),
        // A folder where a file should be.
        (&["scripts/deep"], ". root* root/scripts*"),
    ]);
}

#[cfg(unix)]
#[test]
fn every_folder_on_the_way_of_a_link_is_watched() {
    let folder = Folder::new();
    folder.link("m2.json", "m.json");
    folder.link("scripts/a2.rhai", "deep/b.rhai");
    folder.link("scripts/deep/up.json", "../../m2.json");
    folder.link("current", "scripts");
    folder.link("deepest", "./current/../scripts/deep");
    folder.link("gone", "scripts/not/there");
    folder.assert_watched(&[
        (&["m2.json"], ". root*"),
        (&["scripts/a2.rhai"], ". root* root/scripts* root/scripts/deep*"),
        (&["scripts/deep/up.json"], ". root* root/scripts* root/scripts/deep*"),
        (&["current/a.rhai"], ". root* root/scripts*"),
        (&["deepest/b.rhai"], ". root* root/scripts* root/scripts/deep*"),
        (&["gone/a.rhai"], ". root* root/scripts*"),
    ]);
}

/// As Kubernetes mounts a map of files: one link is swapped for all of them.
#[cfg(unix)]
#[test]
fn a_linked_data_folder_is_watched_with_what_it_leads_to() {
    let folder = Folder::new();
    fs::create_dir_all(folder.root.join("..1/rules")).unwrap();
    folder.write("..1/n.json", b"{}");
    folder.write("..1/rules/c.rhai", b"c");
    folder.link("..data", "..1");
    folder.link("n.json", "..data/n.json");
    folder.link("rules", "..data/rules");
    folder.assert_watched(&[
        (&["n.json"], ". root* root/..1*"),
        (&["n.json", "rules/c.rhai"], ". root* root/..1* root/..1/rules*"),
    ]);
}

#[cfg(unix)]
#[test]
fn links_that_are_refused_when_read_are_not_followed() {
    let folder = Folder::new();
    folder.link("circle", "circle");
    folder.link("scripts/there", "../back");
    folder.link("back", "scripts/there");
    folder.link("scripts/out", "../../secret.rhai");
    folder.link("absolute", folder.root.join("scripts/deep/b.rhai"));
    folder.link("outside", folder.outer.path());
    folder.link("above", "scripts/../../root/scripts/deep");
    folder.assert_watched(&[
        (&["circle"], ". root*"),
        (&["back"], ". root* root/scripts*"),
        (&["scripts/out"], ". root* root/scripts*"),
        (&["absolute"], ". root*"),
        (&["outside/secret.rhai"], ". root*"),
        (&["above/b.rhai"], ". root*"),
    ]);
    // As many links as are followed, and one more.
    for turn in 0..41 {
        let to = if turn == 0 { "scripts/deep".into() } else { format!("l{}", turn - 1) };
        folder.link(&format!("l{turn}"), to);
    }
    folder.assert_watched(&[
        (&["l39/b.rhai"], ". root* root/scripts* root/scripts/deep*"),
        (&["l40/b.rhai"], ". root*"),
    ]);
    assert_eq!(folder.read("l39/b.rhai"), "l39/b.rhai = b");
    assert!(folder.read("l40/b.rhai").contains("link"), "{}", folder.read("l40/b.rhai"));
}

#[test]
fn only_what_leads_to_the_files_matters() {
    let folder = Folder::new();
    let (trail, outer) = (folder.trail(&["scripts/a.rhai"]), folder.outer());
    for (path, expected) in [
        ("root", true),
        ("root/scripts", true),
        ("root/scripts/a.rhai", true),
        ("root/anything", false),
        ("root/scripts/anything", false),
        (".", true),
        ("root2", false),
        ("secret.rhai", false),
        // No folder that is watched, so nobody asked.
        ("root/scripts/deep/b.rhai", false),
        ("root2/m.json", false),
    ] {
        assert_eq!(trail.concerns(&outer.join(path)), expected, "{path}");
    }
    let mut above: Vec<&Path> = outer.ancestors().skip(1).collect();
    above.reverse();
    assert!(trail.folders().take(above.len()).eq(above.iter().copied()));
    for folder in above {
        assert!(!trail.is_below(folder));
        assert!(!trail.concerns(&folder.join("of others")));
    }
    for folder in outer.ancestors() {
        assert!(trail.concerns(folder), "{}", folder.display());
    }
}

#[test]
fn a_root_that_is_not_there_is_waited_for() {
    let folder = Folder::new();
    let outer = folder.outer();
    let trail = Trail::of(&outer.join("no/such/root"), ["m.json"].into_iter());
    assert_eq!(folder.watched(&trail), ".");
    assert!(trail.concerns(&outer.join("no")));
    assert!(!trail.concerns(&outer.join("root")));
    // A file is in its place.
    let trail = Trail::of(&folder.root.join("m.json"), ["m.json"].into_iter());
    assert_eq!(folder.watched(&trail), ". root");
    assert!(trail.concerns(&outer.join("root/m.json")));
    assert!(!trail.concerns(&outer.join("root/scripts")));
}

#[cfg(unix)]
#[test]
fn a_root_that_is_reached_by_links_is_watched_with_each_of_them() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    let outer = folder.outer();
    fs::create_dir_all(outer.join("by/way")).unwrap();
    symlink("../by/way/of", outer.join("root/link")).unwrap();
    symlink(outer.join("root"), outer.join("by/way/of")).unwrap();
    let root = outer.join("by/../root/link");
    let trail = Trail::of(&root, ["scripts/a.rhai"].into_iter());
    assert_eq!(folder.watched(&trail), ". by by/way root* root/scripts*");
    for (path, expected) in [
        ("by", true),
        ("by/way", true),
        ("by/way/of", true),
        ("by/other", false),
        ("by/way/other", false),
        ("other", false),
    ] {
        assert_eq!(trail.concerns(&outer.join(path)), expected, "{path}");
    }
    // A link to nowhere.
    fs::remove_file(outer.join("by/way/of")).unwrap();
    symlink("on/and/on", outer.join("by/way/of")).unwrap();
    let trail = Trail::of(&root, ["scripts/a.rhai"].into_iter());
    assert_eq!(folder.watched(&trail), ". by by/way root");
    assert!(trail.concerns(&outer.join("by/way/on")));
}

#[test]
fn a_relative_root_is_meant_from_the_current_folder() {
    let relative = Trail::of(Path::new("src/../src"), ["lib.rs"].into_iter());
    let absolute = Trail::of(&Path::new(".").canonicalize().unwrap(), ["src/lib.rs"].into_iter());
    let src = Path::new("src").canonicalize().unwrap();
    assert!(relative.is_below(&src) && !relative.is_below(src.parent().unwrap()));
    assert!(absolute.is_below(&src) && absolute.is_below(src.parent().unwrap()));
    assert!(relative.shares(&absolute, &src));
}

#[test]
fn another_folder_at_the_same_path_is_another_trail() {
    let folder = Folder::new();
    let scripts = folder.outer().join("root/scripts");
    let trail = || folder.trail(&["scripts/a.rhai"]);
    let before = trail();
    // What is in a folder makes it no other folder.
    fs::remove_file(folder.root.join("scripts/a.rhai")).unwrap();
    folder.write("scripts/c.rhai", b"c");
    assert_eq!(trail(), before);
    fs::rename(folder.root.join("scripts"), folder.root.join("old")).unwrap();
    let gone = trail();
    assert_ne!(gone, before);
    assert!(!gone.shares(&before, &scripts));
    fs::create_dir(folder.root.join("scripts")).unwrap();
    let other = trail();
    assert_ne!(other, before);
    assert!(!other.shares(&before, &scripts));
    assert!(other.shares(&before, scripts.parent().unwrap()));
    // Its number may be the same, as nobody has it any more, but not its age, as far
    // as the clock of the file system goes.
    std::thread::sleep(std::time::Duration::from_millis(50));
    fs::remove_dir(folder.root.join("scripts")).unwrap();
    fs::create_dir(folder.root.join("scripts")).unwrap();
    assert_ne!(trail(), other);
    fs::remove_dir(folder.root.join("scripts")).unwrap();
    fs::rename(folder.root.join("old"), folder.root.join("scripts")).unwrap();
    assert_eq!(trail(), before);
}

/// Something done to one entry of a folder.
#[cfg(unix)]
#[derive(Clone, Debug)]
struct Deed {
    path: String,
    what: &'static str,
    target: String,
}

#[cfg(unix)]
impl Deed {
    fn any() -> impl Strategy<Value = Self> {
        let path = || prop::collection::vec(prop::sample::select(vec!["a", "b", "r"]), 1..4);
        let up = prop::sample::select(vec!["", "", "../", "../../", "/"]);
        let what = prop::sample::select(vec!["folder", "file", "link", "link", "remove", "rename"]);
        (path(), what, up, path()).prop_map(|(path, what, up, target)| Self {
            path: path.join("/"),
            what,
            target: format!("{up}{}", target.join("/")),
        })
    }

    /// The entries that are others now, by where they really are; none when it
    /// could not be done.
    fn run(&self, outer: &Path) -> Vec<PathBuf> {
        let real = |path: &Path| Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
        let Some(path) = real(&outer.join(&self.path)) else { return Vec::new() };
        // What is absolute begins at the outer folder.
        let target = match self.target.strip_prefix('/') {
            Some(rest) => outer.join(rest),
            None => self.target.clone().into(),
        };
        let done = match self.what {
            "folder" => fs::create_dir(&path),
            "file" if path.is_symlink() => return Vec::new(),
            "file" => fs::write(&path, &self.target),
            "link" => std::os::unix::fs::symlink(target, &path),
            "remove" => fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path)),
            _ => match real(&outer.join(target)) {
                Some(target) if target.starts_with(outer) && target != outer => {
                    let done = fs::rename(&path, &target);
                    return if done.is_ok() { vec![path, target] } else { Vec::new() };
                }
                _ => return Vec::new(),
            },
        };
        if done.is_ok() { vec![path] } else { Vec::new() }
    }
}

#[cfg(unix)]
proptest! {
    /// Whatever is done and makes a difference to what is read, or to what is to be
    /// watched, is done to an entry that matters, of a folder that is watched.
    #[test]
    fn no_change_goes_unseen(
        before in prop::collection::vec(Deed::any(), 4..16),
        after in prop::collection::vec(Deed::any(), 1..12),
        root in prop::sample::select(vec!["r", "a/r", "a/../b/r", "r/a"]),
        file in prop::sample::select(vec!["a", "a/b", "b/a", "a/b/a"]),
    ) {
        let outer = TempDir::new().unwrap();
        let outer = outer.path().canonicalize().unwrap();
        let root = outer.join(root);
        let read = || match Root::open(&root).and_then(|root| root.read(file, LIMIT)) {
            Ok(file) => file.source.text().to_owned(),
            Err(error) => error.code.to_string(),
        };
        let look = || (Trail::of(&root, [file].into_iter()), read());
        before.iter().for_each(|deed| drop(deed.run(&outer)));
        for deed in &after {
            let was = look();
            let (trail, text) = &was;
            let others = deed.run(&outer);
            let told = others.iter().any(|path| {
                trail.folders().any(|folder| Some(folder) == path.parent()) && trail.concerns(path)
            });
            let is = look();
            prop_assert!(told || is == was, "{deed:?} of {others:?} made {text:?} {is:?}");
        }
    }
}
