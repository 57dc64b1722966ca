//! Paths as a manifest or a script writes them: below the root, folders
//! separated by `/`, the same on every system.

use super::error::FileError;
use crate::code::Code;
use crate::quote::quoted;

/// The path without what does not matter in it (`./`, doubled `/`), so that one
/// file has one name. What it leads to is not looked at.
pub(crate) fn normalize(path: &str) -> Result<String, FileError> {
    let refuse = |code, message: String| FileError::new(code, path, message);
    let shown = quoted(path);
    if path.is_empty() {
        return Err(refuse(Code::InvalidPath, "the path is empty".into())
            .help("name a file below the root folder, such as `scripts/returns.rhai`"));
    }
    if path.contains("://") {
        return Err(refuse(Code::PathEscapes, format!("{shown} is an address, not a file"))
            .help("only files below the root folder are read, nothing is fetched"));
    }
    if path.starts_with(['/', '\\']) || has_drive(path) {
        return Err(refuse(Code::PathEscapes, format!("{shown} is an absolute path"))
            .help("write the path relative to the root folder, such as `scripts/returns.rhai`"));
    }
    if path.split(['/', '\\']).any(|part| part == "..") {
        return Err(parent(path));
    }
    if path.chars().any(char::is_control) {
        let message = format!("{shown} has a character that file names do not have");
        return Err(refuse(Code::InvalidPath, message).help(
            "write `/` between folders; in JSON and in scripts a `\\` begins a special character",
        ));
    }
    if path.contains('\\') {
        let help = format!("write {}", quoted(&path.replace('\\', "/")));
        return Err(
            refuse(Code::InvalidPath, format!("{shown} has a `\\` between folders")).help(help)
        );
    }
    if path.rsplit('/').next().is_some_and(|last| matches!(last, "" | ".")) {
        return Err(refuse(Code::NotAFile, format!("{shown} names a folder, not a file"))
            .help("name a file in it"));
    }
    Ok(parts(path).collect::<Vec<_>>().join("/"))
}

/// The file that `import "path"` means in the script named `importer`, when it
/// lies in or below that script's own folder; with an empty name, when it is
/// written from the root. `.rhai` may be left out.
pub(crate) fn import_path(importer: &str, path: &str) -> Result<String, FileError> {
    let mut file = normalize(path)?;
    if !file.ends_with(".rhai") {
        file.push_str(".rhai");
    }
    match importer.rsplit_once('/') {
        Some((folder, _)) => normalize(&format!("{folder}/{file}")),
        None => Ok(file),
    }
}

/// The files that `import "path"` may mean in the script named `importer`: the one
/// beside it comes before the one from the root.
pub(crate) fn import_paths(importer: &str, path: &str) -> impl Iterator<Item = String> {
    [importer, ""].into_iter().filter_map(move |importer| import_path(importer, path).ok())
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !matches!(*part, "" | "."))
}

/// `C:`, on every system: a manifest means the same wherever it is read.
fn has_drive(path: &str) -> bool {
    let mut chars = path.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next() == Some(':')
}

fn parent(path: &str) -> FileError {
    let error = FileError::new(Code::PathEscapes, path, format!("{} has `..` in it", quoted(path)));
    match without_parents(path) {
        Some(direct) => error.help(format!("write {}", quoted(&direct))),
        None => error.help(
            "a path cannot leave its folder: move the file, or load with a wider root folder",
        ),
    }
}

/// The path with each `..` worked out, where that stays inside.
fn without_parents(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let mut direct = Vec::new();
    for part in parts(&path) {
        if part == ".." {
            direct.pop()?;
        } else {
            direct.push(part);
        }
    }
    (!direct.is_empty()).then(|| direct.join("/"))
}
