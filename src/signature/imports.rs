//! The paths that a script imports, as far as they are written down.

use super::tokens::{Kind, Tokens};
use crate::source::Source;

/// The paths after each `import` of a script, in its functions as well. A path that
/// is worked out is not among them.
pub(crate) fn imports(source: &Source) -> Vec<String> {
    let mut paths = Vec::new();
    // Most scripts import nothing, and need not be taken apart.
    if !source.text().contains("import") {
        return paths;
    }
    let mut tokens = Tokens::new(source.text());
    loop {
        let token = tokens.next();
        match token.kind {
            Kind::End => return paths,
            Kind::Keyword if tokens.slice(token.span) == "import" => {
                paths.extend(tokens.peek(0).literal().map(str::to_owned));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_are_written_down_are_found() {
        let imports = |text: &str| imports(&Source::new("a.rhai", text));
        assert_eq!(imports("fn f() { 1 }"), Vec::<String>::new());
        assert_eq!(imports("import \"a\" as a; fn f() { import `b/c` as b; 1 }"), ["a", "b/c"]);
        assert_eq!(imports("// import \"a\"\nlet x = \"import 'b'\"; let important = 1;"), [""; 0]);
        assert_eq!(imports("fn f(x) { import x as a; import \"b\" + x as b; 1 }"), ["b"]);
    }
}
