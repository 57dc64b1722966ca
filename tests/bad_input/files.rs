//! Files that are missing, odd, too large, or outside.
#![cfg(unix)]

use std::fs::File;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;

use super::*;

const SCRIPT: &str = "/// Gives one.\nfn f() -> int { 1 }";
const MANIFEST: &str =
    r#"{ "schemaVersion": 1, "script": "rules.rhai", "exports": [{ "name": "f" }] }"#;

/// Everything that is no file of text below the root, by its path there.
fn odd(folder: &Path, ending: &str) -> Vec<String> {
    let at = |name: &str| folder.join(format!("{name}.{ending}"));
    let outside = folder.join("../outside");
    std::fs::create_dir_all(&outside).unwrap();
    std::fs::write(outside.join(format!("secret.{ending}")), SCRIPT).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    std::fs::create_dir(at("folder")).unwrap();
    drop(UnixListener::bind(at("socket")).unwrap());
    File::create(at("large")).unwrap().set_len(100 * 1024 * 1024).unwrap();
    let links = [
        ("device", "/dev/zero"),
        ("proc", "/proc/self/environ"),
        ("absolute", "/etc/passwd"),
        ("dangling", "nothing"),
        ("up", "../outside"),
        ("empty_link", "/"),
    ];
    for (name, target) in links {
        symlink(target, at(name)).unwrap();
    }
    symlink(at("inside_absolute"), at("loop_absolute")).unwrap();
    symlink(format!("loop_b.{ending}"), at("loop_a")).unwrap();
    symlink(format!("loop_a.{ending}"), at("loop_b")).unwrap();
    symlink(format!("self.{ending}"), at("self")).unwrap();
    symlink(format!("pipe.{ending}"), at("to_pipe")).unwrap();
    symlink(format!("../outside/secret.{ending}"), at("secret")).unwrap();
    symlink("../outside", folder.join("way")).unwrap();
    let mut names: Vec<String> = [
        "missing",
        "pipe",
        "folder",
        "socket",
        "large",
        "device",
        "proc",
        "absolute",
        "dangling",
        "up",
        "empty_link",
        "loop_absolute",
        "loop_a",
        "self",
        "to_pipe",
        "secret",
        "way/secret",
        "missing/rules",
        "rules.rhai/x",
        "./missing",
        "folder//missing",
    ]
    .iter()
    .map(|name| format!("{name}.{ending}"))
    .collect();
    names.extend(
        [
            "../outside/secret",
            "folder/../missing",
            "/etc/passwd",
            "/dev/zero",
            "/proc/self/environ",
            "C:\\rules",
            "c:rules",
            "\\\\server\\share",
            "..\\rules",
            "a\\b",
            "file:///etc/passwd",
            "https://x.example/a",
            "~/rules",
            ".",
            "..",
            "./",
            "folder/",
            "a\nb",
            "a\tb",
            "\u{202e}a",
            "rules\u{301}",
        ]
        .map(str::to_owned),
    );
    names.push(format!("{}/x", "d".repeat(300)));
    names.push("d/".repeat(3_000));
    names
}

#[tokio::test]
async fn scripts_that_are_no_files() {
    let folder = Folder::new().file("root/rules.rhai", SCRIPT);
    let root = folder.path("root");
    let mut told = String::new();
    for name in odd(&root, "rhai") {
        let manifest = json!({ "schemaVersion": 1, "script": name, "exports": [{ "name": "f" }] });
        let folder = Rooted { path: &root };
        folder.write("rules.json", &manifest.to_string());
        told += &folder.load(&name).await;
    }
    insta::assert_snapshot!(told, @r#"
    missing.rhai
      rules.json:1:29 file_not_found ⟨"missing.rhai"⟩ `missing.rhai` does not exist
          did you mean `empty_link.rhai`?
    pipe.rhai
      rules.json:1:29 not_a_file ⟨"pipe.rhai"⟩ `pipe.rhai` is a pipe, not a file
    folder.rhai
      rules.json:1:29 not_a_file ⟨"folder.rhai"⟩ `folder.rhai` is a folder, not a file
    socket.rhai
      rules.json:1:29 not_a_file ⟨"socket.rhai"⟩ `socket.rhai` is a socket, not a file
    large.rhai
      rules.json:1:29 file_too_large ⟨"large.rhai"⟩ `large.rhai` is 104,857,600 bytes large, and the limit is 1,048,576
          split it into smaller files, or load with a larger limit
    device.rhai
      rules.json:1:29 path_escapes ⟨"device.rhai"⟩ `device.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    proc.rhai
      rules.json:1:29 path_escapes ⟨"proc.rhai"⟩ `proc.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    absolute.rhai
      rules.json:1:29 path_escapes ⟨"absolute.rhai"⟩ `absolute.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    dangling.rhai
      rules.json:1:29 file_not_found ⟨"dangling.rhai"⟩ `dangling.rhai` is a link to something that does not exist
    up.rhai
      rules.json:1:29 path_escapes ⟨"up.rhai"⟩ `up.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    empty_link.rhai
      rules.json:1:29 path_escapes ⟨"empty_link.rhai"⟩ `empty_link.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    loop_absolute.rhai
      rules.json:1:29 path_escapes ⟨"loop_absolute.rhai"⟩ `loop_absolute.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    loop_a.rhai
      rules.json:1:29 file_unreadable ⟨"loop_a.rhai"⟩ `loop_a.rhai` is a link that never ends at a file
          replace the link by the file itself
    self.rhai
      rules.json:1:29 file_unreadable ⟨"self.rhai"⟩ `self.rhai` is a link that never ends at a file
          replace the link by the file itself
    to_pipe.rhai
      rules.json:1:29 not_a_file ⟨"to_pipe.rhai"⟩ `to_pipe.rhai` is a pipe, not a file
    secret.rhai
      rules.json:1:29 path_escapes ⟨"secret.rhai"⟩ `secret.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    way/secret.rhai
      rules.json:1:29 path_escapes ⟨"way/secret.rhai"⟩ `way` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    missing/rules.rhai
      rules.json:1:29 file_not_found ⟨"missing/rules.rhai"⟩ there is no folder `missing`
          paths start at the manifest's own folder, unless it is loaded with a wider root: `--root` on the command line
    rules.rhai/x.rhai
      rules.json:1:29 file_not_found ⟨"rules.rhai/x.rhai"⟩ `rules.rhai` is a file, not a folder
    ./missing.rhai
      rules.json:1:29 file_not_found ⟨"./missing.rhai"⟩ `missing.rhai` does not exist
          did you mean `empty_link.rhai`?
    folder//missing.rhai
      rules.json:1:29 file_not_found ⟨"folder//missing.rhai"⟩ there is no folder `folder`
          did you mean `folder.rhai`?
    ../outside/secret
      rules.json:1:29 path_escapes ⟨"../outside/secret"⟩ `../outside/secret` has `..` in it
          a path cannot leave its folder: move the file, or load with a wider root folder
    folder/../missing
      rules.json:1:29 path_escapes ⟨"folder/../missing"⟩ `folder/../missing` has `..` in it
          write `missing`
    /etc/passwd
      rules.json:1:29 path_escapes ⟨"/etc/passwd"⟩ `/etc/passwd` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    /dev/zero
      rules.json:1:29 path_escapes ⟨"/dev/zero"⟩ `/dev/zero` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    /proc/self/environ
      rules.json:1:29 path_escapes ⟨"/proc/self/environ"⟩ `/proc/self/environ` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    C:\\rules
      rules.json:1:29 path_escapes ⟨"C:\\\\rules"⟩ `C:\rules` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    c:rules
      rules.json:1:29 path_escapes ⟨"c:rules"⟩ `c:rules` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    \\\\server\\share
      rules.json:1:29 path_escapes ⟨"\\\\\\\\server\\\\share"⟩ `\\server\share` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    ..\\rules
      rules.json:1:29 path_escapes ⟨"..\\\\rules"⟩ `..\rules` has `..` in it
          a path cannot leave its folder: move the file, or load with a wider root folder
    a\\b
      rules.json:1:29 invalid_path ⟨"a\\\\b"⟩ `a\b` has a `\` between folders
          write `a/b`
    file:///etc/passwd
      rules.json:1:29 path_escapes ⟨"file:///etc/passwd"⟩ `file:///etc/passwd` is an address, not a file
          only files below the root folder are read, nothing is fetched
    https://x.example/a
      rules.json:1:29 path_escapes ⟨"https://x.example/a"⟩ `https://x.example/a` is an address, not a file
          only files below the root folder are read, nothing is fetched
    ~/rules
      rules.json:1:29 file_not_found ⟨"~/rules"⟩ there is no folder `~`
          paths start at the manifest's own folder, unless it is loaded with a wider root: `--root` on the command line
    .
      rules.json:1:29 not_a_file ⟨"."⟩ `.` names a folder, not a file
          name a file in it
    ..
      rules.json:1:29 path_escapes ⟨".."⟩ `..` has `..` in it
          a path cannot leave its folder: move the file, or load with a wider root folder
    ./
      rules.json:1:29 not_a_file ⟨"./"⟩ `./` names a folder, not a file
          name a file in it
    folder/
      rules.json:1:29 not_a_file ⟨"folder/"⟩ `folder/` names a folder, not a file
          name a file in it
    a\nb
      rules.json:1:29 invalid_path ⟨"a\\nb"⟩ `a\nb` has a character that file names do not have
          write `/` between folders; in JSON and in scripts a `\` begins a special character
    a\tb
      rules.json:1:29 invalid_path ⟨"a\\tb"⟩ `a\tb` has a character that file names do not have
          write `/` between folders; in JSON and in scripts a `\` begins a special character
    \u{202e}a
      rules.json:1:29 file_not_found ⟨"\u{202e}a"⟩ `\u{202e}a` does not exist
    ruleś
      rules.json:1:29 file_not_found ⟨"ruleś"⟩ `ruleś` does not exist
          did you mean `rules.json`?
    dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd…
      rules.json:1:29 file_not_found ⟨"ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd…⟩ `dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd…` cannot be read: the name is too long
    d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/…
      rules.json:1:29 not_a_file ⟨"d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d…⟩ `d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/…` names a folder, not a file
          name a file in it
    "#);
}

#[tokio::test]
async fn imports_that_are_no_files() {
    let folder = Folder::new().file("root/rules.json", MANIFEST);
    let root = folder.path("root");
    let mut told = String::new();
    for name in odd(&root, "rhai") {
        let folder = Rooted { path: &root };
        folder.write(
            "rules.rhai",
            &format!("import {name:?} as odd;\n{SCRIPT}")
                .replace("\\u{", "\\u00{")
                .replace("\\u00{202e}", "\\u202e")
                .replace("\\u00{301}", "\\u0301"),
        );
        told += &folder.load(&name).await;
    }
    insta::assert_snapshot!(told, @r#"
    missing.rhai
      rules.rhai:1:8 import_failed ⟨"missing.rhai"⟩ `missing.rhai` does not exist
          did you mean `empty_link.rhai`?
    pipe.rhai
      rules.rhai:1:8 import_failed ⟨"pipe.rhai"⟩ `pipe.rhai` is a pipe, not a file
    folder.rhai
      rules.rhai:1:8 import_failed ⟨"folder.rhai"⟩ `folder.rhai` is a folder, not a file
    socket.rhai
      rules.rhai:1:8 import_failed ⟨"socket.rhai"⟩ `socket.rhai` is a socket, not a file
    large.rhai
      rules.rhai:1:8 import_failed ⟨"large.rhai"⟩ `large.rhai` is 104,857,600 bytes large, and the limit is 1,048,576
          split it into smaller files, or load with a larger limit
    device.rhai
      rules.rhai:1:8 import_failed ⟨"device.rhai"⟩ `device.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    proc.rhai
      rules.rhai:1:8 import_failed ⟨"proc.rhai"⟩ `proc.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    absolute.rhai
      rules.rhai:1:8 import_failed ⟨"absolute.rhai"⟩ `absolute.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    dangling.rhai
      rules.rhai:1:8 import_failed ⟨"dangling.rhai"⟩ `dangling.rhai` is a link to something that does not exist
    up.rhai
      rules.rhai:1:8 import_failed ⟨"up.rhai"⟩ `up.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    empty_link.rhai
      rules.rhai:1:8 import_failed ⟨"empty_link.rhai"⟩ `empty_link.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    loop_absolute.rhai
      rules.rhai:1:8 import_failed ⟨"loop_absolute.rhai"⟩ `loop_absolute.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    loop_a.rhai
      rules.rhai:1:8 import_failed ⟨"loop_a.rhai"⟩ `loop_a.rhai` is a link that never ends at a file
          replace the link by the file itself
    self.rhai
      rules.rhai:1:8 import_failed ⟨"self.rhai"⟩ `self.rhai` is a link that never ends at a file
          replace the link by the file itself
    to_pipe.rhai
      rules.rhai:1:8 import_failed ⟨"to_pipe.rhai"⟩ `to_pipe.rhai` is a pipe, not a file
    secret.rhai
      rules.rhai:1:8 import_failed ⟨"secret.rhai"⟩ `secret.rhai` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    way/secret.rhai
      rules.rhai:1:8 import_failed ⟨"way/secret.rhai"⟩ `way` is a link that leads outside the root folder
          put the file itself there; a link may lead to a place below the root folder, written relative to the link
    missing/rules.rhai
      rules.rhai:1:8 import_failed ⟨"missing/rules.rhai"⟩ there is no folder `missing`
          paths start at the manifest's own folder, unless it is loaded with a wider root: `--root` on the command line
    rules.rhai/x.rhai
      rules.rhai:1:8 import_failed ⟨"rules.rhai/x.rhai"⟩ `rules.rhai` is a file, not a folder
    ./missing.rhai
      rules.rhai:1:8 import_failed ⟨"./missing.rhai"⟩ `missing.rhai` does not exist
          did you mean `empty_link.rhai`?
    folder//missing.rhai
      rules.rhai:1:8 import_failed ⟨"folder//missing.rhai"⟩ there is no folder `folder`
          did you mean `folder.rhai`?
    ../outside/secret
      rules.rhai:1:8 import_failed ⟨"../outside/secret"⟩ `../outside/secret` has `..` in it
          a path cannot leave its folder: move the file, or load with a wider root folder
    folder/../missing
      rules.rhai:1:8 import_failed ⟨"folder/../missing"⟩ `folder/../missing` has `..` in it
          write `missing`
    /etc/passwd
      rules.rhai:1:8 import_failed ⟨"/etc/passwd"⟩ `/etc/passwd` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    /dev/zero
      rules.rhai:1:8 import_failed ⟨"/dev/zero"⟩ `/dev/zero` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    /proc/self/environ
      rules.rhai:1:8 import_failed ⟨"/proc/self/environ"⟩ `/proc/self/environ` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    C:\\rules
      rules.rhai:1:8 import_failed ⟨"C:\\\\rules"⟩ `C:\rules` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    c:rules
      rules.rhai:1:8 import_failed ⟨"c:rules"⟩ `c:rules` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    \\\\server\\share
      rules.rhai:1:8 import_failed ⟨"\\\\\\\\server\\\\share"⟩ `\\server\share` is an absolute path
          write the path relative to the root folder, such as `scripts/returns.rhai`
    ..\\rules
      rules.rhai:1:8 import_failed ⟨"..\\\\rules"⟩ `..\rules` has `..` in it
          a path cannot leave its folder: move the file, or load with a wider root folder
    a\\b
      rules.rhai:1:8 import_failed ⟨"a\\\\b"⟩ `a\b` has a `\` between folders
          write `a/b`
    file:///etc/passwd
      rules.rhai:1:8 import_failed ⟨"file:///etc/passwd"⟩ `file:///etc/passwd` is an address, not a file
          only files below the root folder are read, nothing is fetched
    https://x.example/a
      rules.rhai:1:8 import_failed ⟨"https://x.example/a"⟩ `https://x.example/a` is an address, not a file
          only files below the root folder are read, nothing is fetched
    ~/rules
      rules.rhai:1:8 import_failed ⟨"~/rules"⟩ there is no folder `~`
          paths start at the manifest's own folder, unless it is loaded with a wider root: `--root` on the command line
    .
      rules.rhai:1:8 import_failed ⟨"."⟩ `.` names a folder, not a file
          name a file in it
    ..
      rules.rhai:1:8 import_failed ⟨".."⟩ `..` has `..` in it
          a path cannot leave its folder: move the file, or load with a wider root folder
    ./
      rules.rhai:1:8 import_failed ⟨"./"⟩ `./` names a folder, not a file
          name a file in it
    folder/
      rules.rhai:1:8 import_failed ⟨"folder/"⟩ `folder/` names a folder, not a file
          name a file in it
    a\nb
      rules.rhai:1:8 import_failed ⟨"a\\nb"⟩ `a\nb` has a character that file names do not have
          write `/` between folders; in JSON and in scripts a `\` begins a special character
    a\tb
      rules.rhai:1:8 import_failed ⟨"a\\tb"⟩ `a\tb` has a character that file names do not have
          write `/` between folders; in JSON and in scripts a `\` begins a special character
    \u{202e}a
      rules.rhai:1:8 import_failed ⟨"\\u202ea"⟩ `\u{202e}a.rhai` does not exist
          did you mean `up.rhai`?
    ruleś
      rules.rhai:1:8 import_failed ⟨"rules\\u0301"⟩ `ruleś.rhai` does not exist
          did you mean `rules.rhai`?
    dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd…
      rules.rhai:1:8 import_failed ⟨"ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd…⟩ `dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd…` cannot be read: the name is too long
    d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/…
      rules.rhai:1:8 import_failed ⟨"d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d…⟩ `d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/…` names a folder, not a file
          name a file in it
    "#);
}

#[tokio::test]
async fn manifests_that_are_no_files() {
    let folder = Folder::new().file("root/rules.rhai", SCRIPT);
    let root = folder.path("root");
    let mut told = String::new();
    for name in odd(&root, "json") {
        // What a host names is its own; what it names is held to be a file.
        if name.starts_with('/') || name.contains("passwd") || name.len() > 1_000 {
            continue;
        }
        let start = Instant::now();
        let error = options().load(root.join(&name)).await.unwrap_err();
        assert!(start.elapsed() < LIMIT + SLACK, "took {:?}: {name}", start.elapsed());
        let home = folder.path("").display().to_string();
        let line = error.to_string().replace(&home, "HOME/");
        writeln!(told, "{}\n  {}", short(&name), short_outcome(&line.replace('\n', " | ")))
            .unwrap();
    }
    insta::assert_snapshot!(told, @r#"
    missing.json
      missing.json: error[file_not_found]: `missing.json` does not exist; help: did you mean `empty_link.json`?
    pipe.json
      pipe.json: error[not_a_file]: `pipe.json` is a pipe, not a file
    folder.json
      folder.json: error[not_a_file]: `folder.json` is a folder, not a file
    socket.json
      socket.json: error[not_a_file]: `socket.json` is a socket, not a file
    large.json
      large.json: error[file_too_large]: `large.json` is 104,857,600 bytes large, and the limit is 1,048,576; help: split it into smaller files, or load with a larger limit
    device.json
      device.json: error[path_escapes]: `device.json` is a link that leads outside the root folder; help: put the file itself there; a link may lead to a place below the root folder, written relative to the…
    proc.json
      proc.json: error[path_escapes]: `proc.json` is a link that leads outside the root folder; help: put the file itself there; a link may lead to a place below the root folder, written relative to the lin…
    absolute.json
      absolute.json: error[path_escapes]: `absolute.json` is a link that leads outside the root folder; help: put the file itself there; a link may lead to a place below the root folder, written relative to…
    dangling.json
      dangling.json: error[file_not_found]: `dangling.json` is a link to something that does not exist
    up.json
      up.json: error[path_escapes]: `up.json` is a link that leads outside the root folder; help: put the file itself there; a link may lead to a place below the root folder, written relative to the link
    empty_link.json
      empty_link.json: error[path_escapes]: `empty_link.json` is a link that leads outside the root folder; help: put the file itself there; a link may lead to a place below the root folder, written relativ…
    loop_absolute.json
      loop_absolute.json: error[path_escapes]: `loop_absolute.json` is a link that leads outside the root folder; help: put the file itself there; a link may lead to a place below the root folder, written r…
    loop_a.json
      loop_a.json: error[file_unreadable]: `loop_a.json` is a link that never ends at a file; help: replace the link by the file itself
    self.json
      self.json: error[file_unreadable]: `self.json` is a link that never ends at a file; help: replace the link by the file itself
    to_pipe.json
      to_pipe.json: error[not_a_file]: `to_pipe.json` is a pipe, not a file
    secret.json
      secret.json: error[path_escapes]: `secret.json` is a link that leads outside the root folder; help: put the file itself there; a link may lead to a place below the root folder, written relative to the…
    way/secret.json
      secret.json:1:1: error[invalid_json]: JSON has no comments; help: remove it
    missing/rules.json
      HOME/root/missing: error[file_not_found]: there is no folder `HOME/root/missing`
    rules.rhai/x.json
      HOME/root/rules.rhai: error[file_not_found]: `HOME/root/rules.rhai` is a file, not a folder
    ./missing.json
      missing.json: error[file_not_found]: `missing.json` does not exist; help: did you mean `empty_link.json`?
    folder//missing.json
      HOME/root/folder: error[file_not_found]: there is no folder `HOME/root/folder`
    ../outside/secret
      secret: error[file_not_found]: `secret` does not exist; help: did you mean `secret.json`?
    folder/../missing
      HOME/root/folder/..: error[file_not_found]: there is no folder `HOME/root/folder/..`
    C:\\rules
      C:\rules: error[path_escapes]: `C:\rules` is an absolute path; help: write the path relative to the root folder, such as `scripts/returns.rhai`
    c:rules
      c:rules: error[path_escapes]: `c:rules` is an absolute path; help: write the path relative to the root folder, such as `scripts/returns.rhai`
    \\\\server\\share
      \\server\share: error[path_escapes]: `\\server\share` is an absolute path; help: write the path relative to the root folder, such as `scripts/returns.rhai`
    ..\\rules
      ..\rules: error[path_escapes]: `..\rules` has `..` in it; help: a path cannot leave its folder: move the file, or load with a wider root folder
    a\\b
      a\b: error[invalid_path]: `a\b` has a `\` between folders; help: write `a/b`
    https://x.example/a
      HOME/root/https://x.example: error[file_not_found]: there is no folder `HOME/root/https://x.example`
    ~/rules
      HOME/root/~: error[file_not_found]: there is no folder `HOME/root/~`
    .
      root: error[not_a_file]: `root` is a folder, not a file
    ..
      HOME/root/..: error[not_a_file]: `HOME/root/..` names no file; help: name a manifest
    ./
      root: error[not_a_file]: `root` is a folder, not a file
    folder/
      folder: error[file_not_found]: `folder` does not exist; help: did you mean `folder.json`?
    a\nb
      a\nb: error[invalid_path]: `a\nb` has a character that file names do not have; help: write `/` between folders; in JSON and in scripts a `\` begins a special character
    a\tb
      a\tb: error[invalid_path]: `a\tb` has a character that file names do not have; help: write `/` between folders; in JSON and in scripts a `\` begins a special character
    \u{202e}a
      \u{202e}a: error[file_not_found]: `\u{202e}a` does not exist
    ruleś
      ruleś: error[file_not_found]: `ruleś` does not exist; help: did you mean `rules.rhai`?
    dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd…
      HOME/root/dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd…
    "#);
}

#[tokio::test]
async fn devices_and_pipes_named_by_the_host_do_not_hang() {
    for path in [
        "/dev/zero",
        "/dev/null",
        "/dev/stdin",
        "/dev/full",
        "/proc/self/mem",
        "/proc/self/environ",
        "/",
        "",
        "/nowhere/at/all",
    ] {
        let start = Instant::now();
        let result = options().load(path).await;
        assert!(start.elapsed() < LIMIT + SLACK, "{path}: {:?}", start.elapsed());
        assert_eq!(result.unwrap_err().diagnostics().len(), 1, "{path}");
    }
}

#[tokio::test]
async fn an_empty_file_is_no_manifest_and_a_fine_script_without_functions() {
    let folder = Folder::new().file("rules.rhai", "").file("rules.json", MANIFEST);
    let told = load("script", &folder).await;
    let folder = Folder::new().file("rules.rhai", SCRIPT).file("rules.json", "");
    insta::assert_snapshot!([told, load("manifest", &folder).await].concat(), @r#"
    script
      rules.json:1:69 unknown_function ⟨"f"⟩ `rules.rhai` has no function `f`
          write a function `fn f(...) -> ... { ... }` in the script
    manifest
      rules.json:1:1 invalid_json ⟨⟩ the file is empty
          begin with `{ "schemaVersion": 1, "script": "...", "exports": [ ... ] }`
    "#);
    let imports = format!("import \"empty\" as empty;\n{SCRIPT}");
    let folder = Folder::new().file("rules.rhai", imports).file("rules.json", MANIFEST);
    assert_eq!(load("import", &folder.file("empty.rhai", "")).await, "import\n");
}

#[tokio::test]
async fn files_up_to_the_limit_are_read() {
    let padded = |bytes: usize| {
        let line = "// padding, so that the file is large\n";
        let whole = line.repeat((bytes - SCRIPT.len()) / line.len());
        format!("{whole}{}{SCRIPT}", " ".repeat(bytes - SCRIPT.len() - whole.len()))
    };
    let exactly =
        Folder::new().file("rules.rhai", padded(1024 * 1024)).file("rules.json", MANIFEST);
    assert_eq!(load("exactly", &exactly).await, "exactly\n");
    let more = exactly.file("rules.rhai", padded(1024 * 1024 + 1));
    insta::assert_snapshot!(load("one byte more", &more).await, @r#"
    one byte more
      rules.json:1:33 file_too_large ⟨"rules.rhai"⟩ `rules.rhai` is 1,048,577 bytes large, and the limit is 1,048,576
          split it into smaller files, or load with a larger limit
    "#);
}

#[tokio::test]
async fn a_link_that_is_swapped_all_the_time_never_leads_out() {
    let folder = Folder::new().file("root/good.rhai", SCRIPT).file("root/rules.json", MANIFEST);
    let folder = folder.file("secret.rhai", "/// Told.\nfn f() -> int { 666 }");
    let root = folder.path("root");
    let link = root.join("rules.rhai");
    let (other, stop) =
        (root.join("other"), std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false)));
    let swap = {
        let stop = stop.clone();
        std::thread::spawn(move || {
            for target in ["good.rhai", "../secret.rhai"].iter().cycle() {
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return;
                }
                let _ = std::fs::remove_file(&other);
                symlink(target, &other).unwrap();
                std::fs::rename(&other, &link).unwrap();
            }
        })
    };
    let mut good = 0;
    for _ in 0..100 {
        if let Ok(tools) = options().load(root.join("rules.json")).await {
            assert_eq!(tools.call("f", json!({})).await.unwrap(), 1);
            good += 1;
        }
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    swap.join().unwrap();
    assert!(good > 0);
}

struct Rooted<'a> {
    path: &'a Path,
}

impl Rooted<'_> {
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path.join(name), text).unwrap();
    }

    async fn load(&self, label: &str) -> String {
        let start = Instant::now();
        let problems = match options().load(self.path.join("rules.json")).await {
            Ok(_) => Vec::new(),
            Err(error) => error.diagnostics().to_vec(),
        };
        assert!(start.elapsed() < LIMIT + SLACK, "took {:?}: {label}", start.elapsed());
        told(label, &problems)
    }
}
