//! Rows of short texts for a person, in columns.

use crate::escape;

/// Longer texts are cut.
const WIDEST: usize = 60;
const CUT: &str = "...";

/// Rows in columns, with lines of text between them.
pub(crate) struct Table<const COLUMNS: usize> {
    lines: Vec<Line<COLUMNS>>,
}

enum Line<const COLUMNS: usize> {
    Row([String; COLUMNS]),
    Text(String),
}

impl<const COLUMNS: usize> Table<COLUMNS> {
    /// A table with its headings.
    pub(crate) fn new(headings: [&str; COLUMNS]) -> Self {
        let mut this = Self { lines: Vec::new() };
        this.row(headings);
        this
    }

    /// One row more.
    pub(crate) fn row(&mut self, cells: [&str; COLUMNS]) {
        self.lines.push(Line::Row(cells.map(cut)));
    }

    /// A line of text that belongs to the row above.
    pub(crate) fn text(&mut self, text: &str) {
        self.lines.push(Line::Text(escape::line(text).into_owned()));
    }

    /// The lines, a little to the right, each column as wide as it has to be.
    pub(crate) fn draw(&self) -> String {
        let mut widths = [0; COLUMNS];
        for line in &self.lines {
            if let Line::Row(cells) = line {
                for (width, cell) in widths.iter_mut().zip(cells) {
                    *width = cell.chars().count().max(*width);
                }
            }
        }
        let drawn = self.lines.iter().map(|line| {
            let text = match line {
                Line::Row(cells) => {
                    let cells = widths.iter().zip(cells);
                    let cells = cells.map(|(width, cell)| format!("{cell:<width$}"));
                    format!("  {}", cells.collect::<Vec<_>>().join("  "))
                }
                Line::Text(text) => format!("    {text}"),
            };
            text.trim_end().to_owned()
        });
        drawn.collect::<Vec<_>>().join("\n")
    }
}

fn cut(text: &str) -> String {
    escape::start_of(&escape::line(text), WIDEST, CUT).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_they_have_to_be() {
        let mut table = Table::new(["a", "name", "value"]);
        table.row(["world 世界", "", "1"]);
        table.text("What it\tis.");
        table.text("");
        table.row(["é", "b\u{1b}[2J", &"x".repeat(61)]);
        let expected = [
            "  a         name        value",
            "  world 世界              1",
            "    What it\\tis.",
            "",
            "  é         b\\u{1b}[2J  LONG...",
        ];
        assert_eq!(table.draw().replace(&"x".repeat(60), "LONG"), expected.join("\n"));
    }
}
