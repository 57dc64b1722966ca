//! The pages about files that cannot be opened or read.

use super::page::Example::{Manifest, Words};
use super::page::Page;

/// The manifest that every page here ends with.
const RIGHT: &str = r#"{
  "schemaVersion": 1,
  "script": "rules.rhai",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#;

pub(super) const FILE_NOT_FOUND: Page = Page::new(
    "A file that is named does not exist.",
    "A path in a manifest starts at the root: the manifest's own folder, or the folder given with \
     `--root`. Look for a slip in the name, for capital letters, which count, and for a path that \
     was written from another folder.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "rule.rhai",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const INVALID_PATH: Page = Page::new(
    "A path that names no file.",
    "A path is written with `/` between folders on every system, is not empty, and holds no \
     control characters. One manifest then means the same files wherever it is used.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "folder\\rules.rhai",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const PATH_ESCAPES: Page = Page::new(
    "A path leaves the root.",
    "Nothing outside the root is ever read, so that a manifest can be run without being trusted \
     with the whole disk. Absolute paths, `..` and links that lead out are refused, even where the \
     file at the end would be harmless. Move the script below the root, or choose a wider root \
     with `--root` and write the path from there.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "../rules.rhai",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const NOT_A_FILE: Page = Page::new(
    "A folder, a pipe or a device stands where a file is expected.",
    "Only regular files are read: a pipe may never end, and a device may hold anything. Name the \
     file itself, not the folder that holds it.",
    Manifest(
        r#"{
  "schemaVersion": 1,
  "script": "folder",
  "exports": [{ "name": "decide", "description": "Says yes or no." }]
}"#,
    ),
    Manifest(RIGHT),
);

pub(super) const FILE_TOO_LARGE: Page = Page::new(
    "A file is larger than the limit.",
    "A manifest or a script may have 1 MiB unless the program that loads it allows more. Rules \
     never come near it, so the path probably names something else: a log, an export, a picture. \
     A table of data that is this large belongs in a function of the program, not in a script.",
    Words("rules.rhai    5.2 MiB"),
    Words("rules.rhai    3.1 KiB"),
);

pub(super) const NOT_UTF8: Page = Page::new(
    "A file is not UTF-8 text.",
    "Manifests and scripts are UTF-8, the usual encoding of text today. A file saved in an older \
     encoding would show the wrong letters, and text that a rule compares would never be equal. \
     Save the file again and choose UTF-8; a byte order mark at its start is fine.",
    Words("rules.rhai    saved as Windows-1252 or UTF-16"),
    Words("rules.rhai    saved as UTF-8"),
);

pub(super) const FILE_UNREADABLE: Page = Page::new(
    "A file exists and cannot be read.",
    "The system refused to open the file or failed while reading it; the message says how. Most \
     often the account that runs the program may not read the file, or another program holds it.",
    Words("-rw-------  1 root  root  rules.rhai"),
    Words("-rw-r--r--  1 root  root  rules.rhai"),
);
