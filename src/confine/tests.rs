//! The root against real files: links, pipes, devices, sizes, encodings.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::code::Code;

const LIMIT: u64 = 1 << 20;

/// A root folder with something outside it.
struct Folder {
    outer: TempDir,
    root: PathBuf,
}

impl Folder {
    fn new() -> Self {
        let outer = TempDir::new().unwrap();
        let root = outer.path().join("root");
        fs::create_dir_all(root.join("scripts/deep")).unwrap();
        fs::write(outer.path().join("secret.rhai"), "secret").unwrap();
        fs::write(root.join("m.json"), "{}").unwrap();
        fs::write(root.join("scripts/a.rhai"), "a").unwrap();
        fs::write(root.join("scripts/deep/b.rhai"), "b").unwrap();
        Self { outer, root }
    }

    fn root(&self) -> Root {
        Root::open(&self.root).unwrap()
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.root.join(name), bytes).unwrap();
    }

    #[cfg(unix)]
    fn link(&self, name: &str, target: impl AsRef<Path>) {
        std::os::unix::fs::symlink(target, self.root.join(name)).unwrap();
    }

    /// The path's normalized name and text, or its problem in one line.
    fn read(&self, path: &str) -> String {
        match self.root().read(path, LIMIT) {
            Ok(file) => format!("{} = {}", file.source.name(), file.source.text()),
            Err(error) => problem(error),
        }
    }
}

fn problem(error: FileError) -> String {
    let help = error.help.clone().map(|help| format!("; {help}")).unwrap_or_default();
    format!("{}: {}{help}", error.code, error.message)
}

#[track_caller]
fn assert_table(folder: &Folder, table: &[(&str, &str)]) {
    let outer = folder.outer.path().to_str().unwrap();
    let failures: Vec<String> = table
        .iter()
        .filter_map(|(path, expected)| {
            let found = folder.read(path);
            assert!(!found.contains(outer), "a path of the machine is shown: {found}");
            (found != *expected).then(|| format!("{path:?}\n  want {expected}\n  have {found}"))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn paths_as_written() {
    let relative = "write the path relative to the root folder, such as `scripts/returns.rhai`";
    let leaves = "a path cannot leave its folder: move the file, or load with a wider root folder";
    let escaped =
        "write `/` between folders; in JSON and in scripts a `\\` begins a special character";
    let address = "only files below the root folder are read, nothing is fetched";
    assert_table(
        &Folder::new(),
        &[
            ("scripts/a.rhai", "scripts/a.rhai = a"),
            ("./scripts/a.rhai", "scripts/a.rhai = a"),
            ("scripts//a.rhai", "scripts/a.rhai = a"),
            ("scripts/./deep/.//b.rhai", "scripts/deep/b.rhai = b"),
            (
                "",
                "invalid_path: the path is empty; \
                 name a file below the root folder, such as `scripts/returns.rhai`",
            ),
            (".", "not_a_file: `.` names a folder, not a file; name a file in it"),
            ("./", "not_a_file: `./` names a folder, not a file; name a file in it"),
            ("scripts/", "not_a_file: `scripts/` names a folder, not a file; name a file in it"),
            ("scripts/.", "not_a_file: `scripts/.` names a folder, not a file; name a file in it"),
            ("m.json/", "not_a_file: `m.json/` names a folder, not a file; name a file in it"),
            ("scripts", "not_a_file: `scripts` is a folder, not a file"),
            ("scripts/a.rhai/x", "file_not_found: `scripts/a.rhai` is a file, not a folder"),
            ("..", &format!("path_escapes: `..` has `..` in it; {leaves}")),
            ("../secret.rhai", &format!("path_escapes: `../secret.rhai` has `..` in it; {leaves}")),
            (
                "scripts/../../secret.rhai",
                &format!("path_escapes: `scripts/../../secret.rhai` has `..` in it; {leaves}"),
            ),
            (
                "scripts/../m.json",
                "path_escapes: `scripts/../m.json` has `..` in it; write `m.json`",
            ),
            (
                r"scripts\..\..\secret.rhai",
                &format!(r"path_escapes: `scripts\..\..\secret.rhai` has `..` in it; {leaves}"),
            ),
            (
                "/etc/passwd",
                &format!("path_escapes: `/etc/passwd` is an absolute path; {relative}"),
            ),
            ("//etc", &format!("path_escapes: `//etc` is an absolute path; {relative}")),
            (r"\etc", &format!(r"path_escapes: `\etc` is an absolute path; {relative}")),
            (r"C:\x", &format!(r"path_escapes: `C:\x` is an absolute path; {relative}")),
            ("c:x", &format!("path_escapes: `c:x` is an absolute path; {relative}")),
            (
                r"\\host\share",
                &format!(r"path_escapes: `\\host\share` is an absolute path; {relative}"),
            ),
            (
                "https://example.com/a.rhai",
                &format!(
                    "path_escapes: `https://example.com/a.rhai` is an address, not a file; {address}"
                ),
            ),
            (
                r"scripts\a.rhai",
                r"invalid_path: `scripts\a.rhai` has a `\` between folders; write `scripts/a.rhai`",
            ),
            (
                "scripts\ta.rhai",
                &format!(
                    r"invalid_path: `scripts\ta.rhai` has a character that file names do not have; {escaped}"
                ),
            ),
            (
                "a\0.rhai",
                &format!(
                    r"invalid_path: `a\u{{0}}.rhai` has a character that file names do not have; {escaped}"
                ),
            ),
            ("~/a.rhai", "file_not_found: there is no folder `~`"),
            ("...", "file_not_found: `...` does not exist"),
            (" ", "file_not_found: ` ` does not exist"),
        ],
    );
}

#[test]
fn a_missing_file_is_answered_with_the_nearest() {
    assert_table(
        &Folder::new(),
        &[
            (
                "scripts/aa.rhai",
                "file_not_found: `scripts/aa.rhai` does not exist; did you mean `scripts/a.rhai`?",
            ),
            (
                "script/a.rhai",
                "file_not_found: there is no folder `script`; did you mean `scripts`?",
            ),
            (
                "scripts/depe/b.rhai",
                "file_not_found: there is no folder `scripts/depe`; did you mean `scripts/deep`?",
            ),
            ("zzz.txt", "file_not_found: `zzz.txt` does not exist"),
        ],
    );
}

#[test]
fn names_that_no_system_has_are_refused() {
    let folder = Folder::new();
    let long = "x".repeat(5000);
    assert!(folder.read(&long).contains("the name is too long"));
    let deep = "x/".repeat(100_000) + "y";
    assert!(folder.read(&deep).starts_with("file_not_found: there is no folder `x`"));
    assert!(folder.read(&deep).len() < 300);
}

#[cfg(unix)]
#[test]
fn links() {
    let folder = Folder::new();
    folder.link("in", "scripts/a.rhai");
    folder.link("folder", "scripts");
    folder.link("scripts/up", "../m.json");
    folder.link("out", "../secret.rhai");
    folder.link("outfolder", "..");
    folder.link("absolute", folder.root.join("m.json"));
    folder.link("absolute_out", "/etc/passwd");
    folder.link("zero", "/dev/zero");
    folder.link("proc", "/proc/self/root");
    folder.link("dangling", "nothing");
    folder.link("loop", "loop");
    folder.link("ping", "pong");
    folder.link("pong", "ping");
    folder.link("hop", "folder/up");
    folder.link("long0", "m.json");
    for index in 1..60 {
        folder.link(&format!("long{index}"), format!("long{}", index - 1));
    }
    let inside = "put the file itself there; a link may lead to a place below the root folder, \
                  written relative to the link";
    let outside = |link: &str| {
        format!("path_escapes: `{link}` is a link that leads outside the root folder; {inside}")
    };
    let endless = |link: &str| {
        format!(
            "file_unreadable: `{link}` is a link that never ends at a file; \
             replace the link by the file itself"
        )
    };
    assert_table(
        &folder,
        &[
            ("in", "in = a"),
            ("folder/a.rhai", "folder/a.rhai = a"),
            ("scripts/up", "scripts/up = {}"),
            ("folder/up", "folder/up = {}"),
            ("hop", "hop = {}"),
            ("folder", "not_a_file: `folder` is a folder, not a file"),
            ("out", &outside("out")),
            ("outfolder/secret.rhai", &outside("outfolder")),
            ("outfolder/root/m.json", &outside("outfolder")),
            ("absolute", &outside("absolute")),
            ("absolute_out", &outside("absolute_out")),
            ("zero", &outside("zero")),
            ("proc/etc/passwd", &outside("proc")),
            ("dangling", "file_not_found: `dangling` is a link to something that does not exist"),
            ("loop", &endless("loop")),
            ("loop/x.rhai", &endless("loop")),
            ("ping", &endless("ping")),
            ("long59", &endless("long59")),
        ],
    );
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read_and_nothing_waits() {
    let folder = Folder::new();
    let pipe = folder.root.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _listener = std::os::unix::net::UnixListener::bind(folder.root.join("socket")).unwrap();
    assert_table(
        &folder,
        &[
            ("pipe", "not_a_file: `pipe` is a pipe, not a file"),
            ("socket", "not_a_file: `socket` is a socket, not a file"),
        ],
    );
    // A pipe with a writer opens at once and would give its bytes.
    let writer = fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
    assert_eq!(folder.read("pipe"), "not_a_file: `pipe` is a pipe, not a file");
    drop(writer);
    let dev = Root::open(Path::new("/dev")).unwrap();
    for device in ["zero", "null", "random"] {
        assert_eq!(
            problem(dev.read(device, LIMIT).unwrap_err()),
            format!("not_a_file: `{device}` is a device, not a file")
        );
    }
}

#[test]
fn sizes() {
    let folder = Folder::new();
    fs::File::create(folder.root.join("huge")).unwrap().set_len(100 << 20).unwrap();
    folder.write("full", &[b'x'; 10]);
    let root = folder.root();
    assert_eq!(
        folder.read("huge"),
        "file_too_large: `huge` is 104,857,600 bytes large, and the limit is 1,048,576; \
         split it into smaller files, or load with a larger limit"
    );
    assert_eq!(root.read("full", 10).unwrap().source.text().len(), 10);
    assert_eq!(root.read("full", u64::MAX).unwrap().source.text().len(), 10);
    assert!(root.read("full", 9).unwrap_err().message.contains("10 bytes large"));
    assert!(root.read("full", 0).is_err());
}

/// Files that do not tell their size are held to the limit while they are read.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_says_it_is_empty_is_still_limited() {
    let proc = Root::open(Path::new("/proc/sys/kernel")).unwrap();
    assert!(!proc.read("ostype", LIMIT).unwrap().source.text().is_empty());
    assert_eq!(
        problem(proc.read("ostype", 2).unwrap_err()),
        "file_too_large: `ostype` is larger than the limit of 2 bytes; \
         split it into smaller files, or load with a larger limit"
    );
}

#[test]
fn encodings() {
    let folder = Folder::new();
    folder.write("mark", b"\xEF\xBB\xBFfn a() {}");
    folder.write("latin", b"one\r\ntwo\nPr\xFCfung");
    folder.write("after_mark", b"\xEF\xBB\xBF\xFF");
    folder.write("cut", b"ab\xE2\x82");
    folder.write("surrogate", b"\xED\xA0\x80");
    folder.write("utf16le", b"\xFF\xFE{\0}\0");
    folder.write("utf16be", b"\xFE\xFF\0{\0}");
    folder.write("empty", b"");
    folder.write("nul", b"a\0b");
    let bad = |name: &str, byte: &str, line: usize, column: usize| {
        format!(
            "not_utf8: `{name}` is not UTF-8 text: the byte {byte} at line {line}, \
             column {column} is no character; save it as UTF-8"
        )
    };
    assert_table(
        &folder,
        &[
            ("mark", "mark = fn a() {}"),
            ("empty", "empty = "),
            ("nul", "nul = a\0b"),
            ("latin", &bad("latin", "0xFC", 3, 3)),
            ("after_mark", &bad("after_mark", "0xFF", 1, 1)),
            ("cut", &bad("cut", "0xE2", 1, 3)),
            ("surrogate", &bad("surrogate", "0xED", 1, 1)),
            ("utf16le", "not_utf8: `utf16le` is UTF-16 text, and must be UTF-8; save it as UTF-8"),
            ("utf16be", "not_utf8: `utf16be` is UTF-16 text, and must be UTF-8; save it as UTF-8"),
        ],
    );
    let diagnostic = folder.root().read("latin", LIMIT).unwrap_err().diagnostic();
    assert_eq!(diagnostic.underlined(), Some("\u{FFFD}"));
    assert_eq!(diagnostic.position().map(|place| (place.line, place.column)), Some((3, 3)));
}

#[test]
fn the_digest_is_of_the_bytes() {
    let folder = Folder::new();
    folder.write("mark", b"\xEF\xBB\xBFabc");
    folder.write("plain", b"abc");
    let root = folder.root();
    let (mark, plain) = (root.read("mark", LIMIT).unwrap(), root.read("plain", LIMIT).unwrap());
    assert_eq!(mark.source.text(), plain.source.text());
    assert_ne!(mark.digest, plain.digest);
    assert_eq!(plain.digest[..4], [0xba, 0x78, 0x16, 0xbf]);
}

#[test]
fn a_problem_stands_where_the_file_was_asked_for() {
    let folder = Folder::new();
    let manifest = Source::new("m.json", "{ \"script\": \"x.rhai\" }");
    let span = crate::source::Span::new(12, 20);
    let error = folder.root().read("x.rhai", LIMIT).unwrap_err();
    assert_eq!(error.clone().diagnostic().file(), Some("x.rhai"));
    let diagnostic = error.asked_for_at(&manifest, span);
    assert_eq!(diagnostic.file(), Some("m.json"));
    assert_eq!(diagnostic.underlined(), Some("\"x.rhai\""));

    folder.write("x.rhai", b"\xFF");
    let diagnostic = folder.root().read("x.rhai", LIMIT).unwrap_err().asked_for_at(&manifest, span);
    assert_eq!(diagnostic.file(), Some("x.rhai"));
}

#[test]
fn imports() {
    let table = [
        ("a.rhai", "tax", "tax.rhai"),
        ("a.rhai", "./tax.rhai", "tax.rhai"),
        ("scripts/a.rhai", "tax", "scripts/tax.rhai"),
        ("scripts/a.rhai", "rules//tax", "scripts/rules/tax.rhai"),
        ("scripts/deep/a.rhai", "tax.v2", "scripts/deep/tax.v2.rhai"),
    ];
    for (importer, path, expected) in table {
        assert_eq!(import_path(importer, path).unwrap(), expected);
    }
    for (path, code) in [
        ("../tax", Code::PathEscapes),
        ("/tax", Code::PathEscapes),
        ("C:/tax", Code::PathEscapes),
        ("http://example.com/tax", Code::PathEscapes),
        ("", Code::InvalidPath),
        ("rules/", Code::NotAFile),
        (r"rules\tax", Code::InvalidPath),
    ] {
        let error = import_path("scripts/a.rhai", path).unwrap_err();
        assert_eq!((error.code, error.file.as_str()), (code, path));
    }
}

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
