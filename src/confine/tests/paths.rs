//! What paths and links lead to.

use super::*;

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
            (
                "~/a.rhai",
                "file_not_found: there is no folder `~`; paths start at the manifest's own folder, unless it is loaded with a wider root: `--root` on the command line",
            ),
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
