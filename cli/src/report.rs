//! A problem drawn for a person.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, ThemeCharacters, ThemeStyles};
use rulebook::{Diagnostic, Severity};

use crate::escape;
use crate::excerpt::Excerpt;
use crate::output;
use crate::terminal::Terminal;

/// Draws problems on standard error, each with an empty line after it.
pub(crate) fn show(problems: &[Diagnostic]) {
    let terminal = Terminal::of_stderr();
    for problem in problems {
        output::stderr(&Report::from(problem).draw(terminal));
        output::stderr("");
    }
}

/// One problem: a heading, what is wrong, the place, what to write instead.
#[derive(Debug)]
pub(crate) struct Report {
    severity: Severity,
    heading: String,
    message: String,
    excerpt: Option<Excerpt>,
    help: Option<String>,
}

impl Report {
    /// An error of a kind that has no file, or whose place is given apart.
    pub(crate) fn error(code: &str, message: &str, excerpt: Option<Excerpt>) -> Self {
        Self {
            severity: Severity::Error,
            heading: heading(Severity::Error, code),
            message: escape::line(message).into_owned(),
            excerpt,
            help: None,
        }
    }

    /// The problem as text, without a line break at its end.
    pub(crate) fn draw(&self, terminal: Terminal) -> String {
        let handler = GraphicalReportHandler::new_themed(theme(terminal))
            .with_links(false)
            .without_syntax_highlighting()
            .with_wrap_lines(terminal.width.is_some())
            .with_width(terminal.width.unwrap_or(usize::MAX));
        let mut text = String::new();
        match handler.render_report(&mut text, self) {
            Ok(()) => text.trim_end().to_owned(),
            // Drawing into a string does not fail; if it ever does, the words remain.
            Err(fmt::Error) => format!("{}: {}", self.heading, self.message),
        }
    }
}

impl From<&Diagnostic> for Report {
    fn from(diagnostic: &Diagnostic) -> Self {
        let excerpt = diagnostic.place().map(|(source, span)| Excerpt::new(source, span));
        let message = match diagnostic.file() {
            Some(file) if excerpt.is_none() && !names(diagnostic.message(), file) => {
                format!("{file}: {}", diagnostic.message())
            }
            _ => diagnostic.message().to_owned(),
        };
        Self {
            severity: diagnostic.severity(),
            heading: heading(diagnostic.severity(), diagnostic.code().as_str()),
            message: escape::line(&message).into_owned(),
            excerpt,
            help: diagnostic.help_text().map(|help| escape::line(help).into_owned()),
        }
    }
}

/// Whether a message begins with the file that it is about.
fn names(message: &str, file: &str) -> bool {
    message.strip_prefix('`').and_then(|rest| rest.strip_prefix(file)).is_some()
}

fn heading(severity: Severity, code: &str) -> String {
    format!("{}[{code}]", severity.as_str())
}

fn theme(terminal: Terminal) -> GraphicalTheme {
    GraphicalTheme {
        characters: if terminal.unicode {
            ThemeCharacters::unicode()
        } else {
            ThemeCharacters::ascii()
        },
        styles: if terminal.colour { ThemeStyles::ansi() } else { ThemeStyles::none() },
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.heading))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Warning => miette::Severity::Warning,
            _ => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt.as_ref()?;
        let label = LabeledSpan::new_with_span(None, excerpt.span());
        Some(Box::new(std::iter::once(label)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook::Code;
    use rulebook::source::{Source, Span};

    const SCREEN: Terminal = Terminal { colour: true, unicode: true, width: Some(60) };

    fn missing_type() -> Report {
        let source = Source::new("rules.rhai", "// tax\n\tfn add(a: int, b) -> int { a + b }\n");
        let diagnostic = Diagnostic::new(Code::MissingType, "parameter `b` has no type")
            .at(&source, Span::new(23, 24))
            .help("write `b: int`");
        Report::from(&diagnostic)
    }

    #[test]
    fn a_place_is_underlined() {
        let expected = "\
error[missing_type]

  x parameter `b` has no type
   ,-[rules.rhai:2:17]
 1 | // tax
 2 |     fn add(a: int, b) -> int { a + b }
   :                    ^
   `----
  help: write `b: int`";
        assert_eq!(missing_type().draw(Terminal::PLAIN), expected);
    }

    #[test]
    fn colour_and_drawing_are_the_terminals() {
        let coloured = missing_type().draw(SCREEN);
        assert!(coloured.contains("\u{1b}[31m"), "{coloured}");
        assert!(coloured.contains("╭─["), "{coloured}");
        let drawn = missing_type().draw(Terminal { colour: false, ..SCREEN });
        assert!(!drawn.contains('\u{1b}') && drawn.contains("╭─["), "{drawn}");
    }

    #[test]
    fn a_problem_without_a_place_names_its_file() {
        let diagnostic =
            Diagnostic::new(Code::NotUtf8, "this is not UTF-8 text").in_file("a\u{1b}.rhai");
        let expected = "error[not_utf8]\n\n  x a\\u{1b}.rhai: this is not UTF-8 text";
        assert_eq!(Report::from(&diagnostic).draw(Terminal::PLAIN), expected);
    }

    #[test]
    fn any_span_of_any_text_can_be_drawn() {
        let texts = [
            "",
            "\n",
            "\r",
            "a\rb\r\n\r\n",
            "\u{feff}a",
            "\t\t世界\u{1b}]8;;x\u{7}👩‍👩‍👧\nb",
            "a\n\n\n",
        ];
        for text in texts {
            let source = Source::new("a", text);
            for start in 0..text.len() + 3 {
                for end in 0..text.len() + 3 {
                    let diagnostic =
                        Diagnostic::new(Code::SyntaxError, "x").at(&source, Span::new(start, end));
                    for terminal in [Terminal::PLAIN, SCREEN] {
                        let drawn = Report::from(&diagnostic).draw(terminal);
                        assert!(drawn.lines().count() > 4, "{text:?} {start} {end}\n{drawn}");
                    }
                }
            }
        }
    }
}
