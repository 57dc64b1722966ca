//! What is read of a file, and what is no file.

use super::*;

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
