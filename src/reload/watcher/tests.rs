//! Against the real file system.
#![expect(clippy::disallowed_methods, reason = "files are saved here as others save them")]

use std::fs;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use tempfile::TempDir;

use super::super::signal::Writing;
use super::*;

const GENEROUS: Duration = Duration::from_secs(10);

/// A root folder that is watched, inside of another folder.
struct Scene {
    outer: TempDir,
    watcher: Watcher,
    signals: Receiver<Signal>,
}

impl Scene {
    fn new() -> Self {
        let outer = TempDir::new().unwrap();
        fs::create_dir_all(outer.path().join("root/scripts")).unwrap();
        fs::write(outer.path().join("root/m.json"), "{}").unwrap();
        fs::write(outer.path().join("root/scripts/a.rhai"), "a").unwrap();
        let (sender, signals) = channel();
        let watcher = Watcher::start(move |signal| drop(sender.send(signal))).unwrap();
        let mut scene = Self { outer, watcher, signals };
        scene.set();
        scene
    }

    fn at(&self, path: &str) -> PathBuf {
        self.outer.path().canonicalize().unwrap().join(path)
    }

    fn trail(&self) -> Trail {
        let files =
            ["m.json", "scripts/a.rhai", "link/a.rhai", "sub/b.rhai", "no/such/c.rhai", "settled"];
        Trail::of(&self.at("root"), files.into_iter())
    }

    fn set(&mut self) {
        assert_eq!(self.watcher.set(&self.trail()), []);
    }

    fn next(&self) -> Signal {
        self.signals.recv_timeout(GENEROUS).expect("a signal")
    }

    /// The path of the next signal, which are the ones to come first.
    #[track_caller]
    fn assert_next(&self, path: &str) {
        let signal = self.next();
        let Signal::Changed { path: told, .. } = &signal else { panic!("{signal:?}") };
        assert_eq!(told, &self.at(path));
    }

    /// Passes over signals up to one of this path.
    #[track_caller]
    fn wait_for(&self, path: &str) -> Writing {
        loop {
            match self.next() {
                Signal::Changed { path: told, writing } if told == self.at(path) => return writing,
                _ => {}
            }
        }
    }

    /// Passes over what was told so far.
    fn settle(&self) {
        fs::write(self.at("root/settled"), "").unwrap();
        while self.wait_for("root/settled") != Writing::Ended {}
        fs::remove_file(self.at("root/settled")).unwrap();
        self.wait_for("root/settled");
    }
}

#[test]
fn every_way_of_saving_is_told() {
    type Save = fn(&Scene);
    let saves: &[(Save, &str)] = &[
        (|scene| fs::write(scene.at("root/m.json"), "{ }").unwrap(), "root/m.json"),
        (|scene| fs::write(scene.at("root/scripts/a.rhai"), "b").unwrap(), "root/scripts/a.rhai"),
        (
            |scene| {
                fs::write(scene.at("aside"), "c").unwrap();
                fs::rename(scene.at("aside"), scene.at("root/scripts/a.rhai")).unwrap();
            },
            "root/scripts/a.rhai",
        ),
        (|scene| fs::remove_file(scene.at("root/scripts/a.rhai")).unwrap(), "root/scripts/a.rhai"),
        (|scene| fs::remove_dir_all(scene.at("root/scripts")).unwrap(), "root/scripts"),
        (|scene| fs::create_dir_all(scene.at("root/no/such")).unwrap(), "root/no"),
        (|scene| fs::rename(scene.at("root"), scene.at("away")).unwrap(), "root"),
        (|scene| fs::remove_dir_all(scene.at("root")).unwrap(), "root"),
    ];
    for (save, path) in saves {
        let scene = Scene::new();
        save(&scene);
        scene.wait_for(path);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_may_no_longer_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;

    let scene = Scene::new();
    let nobody = fs::Permissions::from_mode(0o000);
    fs::set_permissions(scene.at("root/m.json"), nobody).unwrap();
    assert_eq!(scene.wait_for("root/m.json"), Writing::Unknown);
}

#[cfg(target_os = "linux")]
#[test]
fn the_end_of_writing_is_told() {
    let scene = Scene::new();
    let mut file = fs::File::create(scene.at("root/m.json")).unwrap();
    let changed = |writing| Signal::Changed { path: scene.at("root/m.json"), writing };
    assert_eq!(scene.next(), changed(Writing::Began));
    file.write_all(b"{").unwrap();
    assert_eq!(scene.next(), changed(Writing::Began));
    drop(file);
    assert_eq!(scene.next(), changed(Writing::Ended));
}

#[cfg(target_os = "linux")]
#[test]
fn reading_tells_nothing() {
    let mut scene = Scene::new();
    for _ in 0..10 {
        assert_eq!(fs::read_to_string(scene.at("root/m.json")).unwrap(), "{}");
        assert_eq!(fs::read_to_string(scene.at("root/scripts/a.rhai")).unwrap(), "a");
        assert!(fs::read_dir(scene.at("root")).unwrap().count() > 1);
        // Looking for what to watch, and watching it, is no change either.
        scene.set();
    }
    fs::write(scene.at("root/scripts/a.rhai"), "b").unwrap();
    scene.assert_next("root/scripts/a.rhai");
}

#[cfg(target_os = "linux")]
#[test]
fn what_others_do_beside_the_files_tells_nothing() {
    let scene = Scene::new();
    fs::write(scene.at("beside"), "").unwrap();
    fs::write(scene.at("root/rules.log"), "").unwrap();
    fs::rename(scene.at("root/rules.log"), scene.at("root/scripts/rules.log")).unwrap();
    fs::create_dir(scene.at("root2")).unwrap();
    fs::rename(scene.at("root2"), scene.at("root3")).unwrap();
    fs::remove_file(scene.at("beside")).unwrap();
    fs::write(scene.at("root/m.json"), "{ }").unwrap();
    scene.assert_next("root/m.json");
}

#[test]
fn a_folder_that_was_made_is_watched_once_set() {
    let mut scene = Scene::new();
    fs::create_dir(scene.at("root/sub")).unwrap();
    scene.wait_for("root/sub");
    scene.set();
    fs::write(scene.at("root/sub/b.rhai"), "b").unwrap();
    scene.wait_for("root/sub/b.rhai");
}

#[cfg(unix)]
#[test]
fn a_swapped_link_is_told_and_so_is_its_target() {
    use std::os::unix::fs::symlink;

    let mut scene = Scene::new();
    for version in ["v1", "v2"] {
        fs::create_dir(scene.at("root").join(version)).unwrap();
        fs::write(scene.at("root").join(version).join("a.rhai"), version).unwrap();
    }
    symlink("v1", scene.at("root/link")).unwrap();
    scene.wait_for("root/link");
    scene.set();
    fs::write(scene.at("aside"), "v1 anew").unwrap();
    fs::rename(scene.at("aside"), scene.at("root/v1/a.rhai")).unwrap();
    scene.wait_for("root/v1/a.rhai");

    symlink("v2", scene.at("root/link~")).unwrap();
    fs::rename(scene.at("root/link~"), scene.at("root/link")).unwrap();
    scene.wait_for("root/link");
    scene.set();
    scene.settle();
    // The old one is of no concern any more.
    fs::write(scene.at("root/v1/a.rhai"), "late").unwrap();
    fs::write(scene.at("root/v2/a.rhai"), "v2 anew").unwrap();
    if cfg!(target_os = "linux") {
        scene.assert_next("root/v2/a.rhai");
    } else {
        scene.wait_for("root/v2/a.rhai");
    }
}

/// Watches are few, and they are everybody's.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_of_no_concern_any_more_is_not_watched() {
    use std::os::unix::fs::MetadataExt;

    let watched = |folder: &Path| {
        let number = format!(" ino:{:x} ", folder.metadata().unwrap().ino());
        let files = fs::read_dir("/proc/self/fdinfo").unwrap();
        // The files of other tests come and go.
        let texts = files.filter_map(|file| fs::read_to_string(file.ok()?.path()).ok());
        let mut lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
        lines.any(|line| line.starts_with("inotify ") && line.contains(&number))
    };
    let mut scene = Scene::new();
    let scripts = scene.at("root/scripts");
    assert!(watched(&scripts));
    scene.set();
    assert!(watched(&scripts));
    let trail = Trail::of(&scene.at("root"), ["m.json"].into_iter());
    assert_eq!(scene.watcher.set(&trail), []);
    assert!(!watched(&scripts) && watched(&scene.at("root")));
    scene.set();
    assert!(watched(&scripts));
}

/// The watch of a folder goes along with it, and has to come back.
#[test]
fn a_folder_that_was_replaced_is_watched_once_set() {
    let mut scene = Scene::new();
    for turn in 0..20 {
        let old = scene.at("old");
        if turn % 2 == 0 {
            fs::rename(scene.at("root"), &old).unwrap();
            fs::create_dir_all(scene.at("root/scripts")).unwrap();
        } else {
            fs::remove_dir_all(scene.at("root")).unwrap();
            fs::rename(&old, scene.at("root")).unwrap();
        }
        // Set in the midst of events, and again when they have been told.
        let before = scene.trail();
        scene.set();
        assert_eq!(scene.trail(), before);
        scene.wait_for("root");
        scene.set();
        scene.settle();
        scene.set();
        fs::write(scene.at("root/scripts/a.rhai"), turn.to_string()).unwrap();
        scene.wait_for("root/scripts/a.rhai");
    }
}

/// Two folders that change their names have both watches under the wrong one.
#[test]
fn folders_that_were_swapped_are_told_by_their_names_of_now() {
    let mut scene = Scene::new();
    fs::create_dir(scene.at("root/sub")).unwrap();
    scene.wait_for("root/sub");
    scene.set();
    for (from, to) in [("sub", "aside"), ("scripts", "sub"), ("aside", "scripts")] {
        fs::rename(scene.at("root").join(from), scene.at("root").join(to)).unwrap();
    }
    scene.wait_for("root/scripts");
    scene.set();
    scene.settle();
    scene.set();
    fs::write(scene.at("root/sub/b.rhai"), "b").unwrap();
    scene.wait_for("root/sub/b.rhai");
    fs::write(scene.at("root/scripts/a.rhai"), "a").unwrap();
    scene.wait_for("root/scripts/a.rhai");
}

/// What changes while the same folders are set again is not missed.
#[cfg(target_os = "linux")]
#[test]
fn setting_the_same_folders_misses_nothing() {
    let mut scene = Scene::new();
    let trail = scene.trail();
    let file = scene.at("root/scripts/a.rhai");
    let writing = std::thread::spawn(move || {
        for turn in 0..500 {
            fs::write(&file, turn.to_string()).unwrap();
        }
    });
    while !writing.is_finished() {
        assert_eq!(scene.watcher.set(&trail), []);
    }
    writing.join().unwrap();
    fs::write(scene.at("root/m.json"), "{ }").unwrap();
    let mut closed = 0;
    loop {
        match scene.next() {
            Signal::Changed { path, .. } if path == scene.at("root/m.json") => break,
            Signal::Changed { writing: Writing::Ended, .. } => closed += 1,
            Signal::Changed { .. } => {}
            Signal::Lost => panic!("lost"),
        }
    }
    assert_eq!(closed, 500);
}

#[test]
fn a_root_that_comes_into_being_is_told() {
    let mut scene = Scene::new();
    fs::remove_dir_all(scene.at("root")).unwrap();
    scene.wait_for("root");
    scene.set();
    fs::create_dir_all(scene.at("root/scripts")).unwrap();
    scene.wait_for("root");
    scene.set();
    fs::write(scene.at("root/m.json"), "{}").unwrap();
    scene.wait_for("root/m.json");
}

#[test]
fn a_folder_that_cannot_be_watched_is_trouble_unless_it_is_above_the_root() {
    let mut scene = Scene::new();
    let trail = scene.trail();
    fs::remove_dir_all(scene.at("root")).unwrap();
    let troubles = scene.watcher.set(&trail);
    let folders: Vec<_> = troubles.iter().map(|trouble| trouble.folder.clone()).collect();
    assert_eq!(folders, [scene.at("root"), scene.at("root/scripts")]);
    assert!(troubles.iter().all(|trouble| trouble.why == "it is not there"), "{troubles:?}");
    // Now with a folder above it.
    let trail = scene.trail();
    fs::remove_dir_all(scene.outer.path()).unwrap();
    assert_eq!(scene.watcher.set(&trail), []);
}

#[test]
fn what_stands_in_the_way_is_told_in_plain_words() {
    let io = |code| notify::Error::io(std::io::Error::from_raw_os_error(code));
    assert_eq!(
        why(&notify::Error::new(ErrorKind::MaxFilesWatch).add_path("/x".into())),
        "as many folders are watched as may be: raise `fs.inotify.max_user_watches`"
    );
    if cfg!(target_os = "linux") {
        assert_eq!(
            why(&io(24)),
            "too many files are open, or too many watchers: raise `fs.inotify.max_user_instances`"
        );
        assert_eq!(why(&io(13)), "permission denied");
    }
}

#[test]
fn a_watcher_that_is_dropped_ends_its_thread() {
    let Scene { watcher, signals, .. } = Scene::new();
    drop(watcher);
    // The thread has the only sender.
    loop {
        match signals.recv_timeout(GENEROUS) {
            Ok(_) => {}
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => panic!("the thread goes on"),
        }
    }
}

/// Whoever listens may panic, which ends the thread: this side only says so.
#[test]
fn a_thread_that_has_died_is_trouble_and_nothing_worse() {
    let outer = TempDir::new().unwrap();
    let root = outer.path().canonicalize().unwrap();
    let (sender, died) = channel::<()>();
    let mut watcher = Watcher::start(move |_| {
        let _until_the_thread_ends = &sender;
        panic!("as a test");
    })
    .unwrap();
    let trail = Trail::of(&root, ["m.json"].into_iter());
    assert_eq!(watcher.set(&trail), []);
    fs::write(root.join("m.json"), "{}").unwrap();
    assert_eq!(died.recv_timeout(GENEROUS), Err(RecvTimeoutError::Disconnected));
    let troubles = watcher.set(&trail);
    assert_eq!(troubles, [Trouble::new(&root, DEAD)]);
    assert_eq!(watcher.set(&trail), troubles);
}
