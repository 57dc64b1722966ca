//! What can be said of a text by its quotes and brackets alone.

/// A text that `serde_json` takes is nested less deep than this.
const TOO_DEEP: usize = 128;

/// Something that no JSON text has, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Oddity {
    /// A line ends, at `at`, within the quoted text that begins at `start`.
    LineBreak { start: usize, at: usize },
    /// A control character within quoted text.
    Control { at: usize, found: char },
    /// A space between values that is none of the four of JSON.
    Space { at: usize, found: char },
    /// A bracket that opens one level too many.
    TooDeep { at: usize },
}

impl Oddity {
    pub(super) const fn at(self) -> usize {
        match self {
            Self::LineBreak { at, .. }
            | Self::Control { at, .. }
            | Self::Space { at, .. }
            | Self::TooDeep { at } => at,
        }
    }
}

/// What was found up to the first oddity, or to the end.
pub(super) struct Scan {
    pub(super) oddity: Option<Oddity>,
    /// The brackets that are still open, and where.
    pub(super) open: Vec<(usize, char)>,
}

impl Scan {
    pub(super) fn of(text: &str) -> Self {
        let mut open = Vec::new();
        let mut quote = None;
        let mut escaped = false;
        for (at, c) in text.char_indices() {
            let mut oddity = None;
            match (quote, c) {
                (Some(start), '\n' | '\r') => oddity = Some(Oddity::LineBreak { start, at }),
                (Some(_), '\0'..='\x1f') => oddity = Some(Oddity::Control { at, found: c }),
                (Some(_), _) if escaped => escaped = false,
                (Some(_), '\\') => escaped = true,
                (Some(_), '"') => quote = None,
                (Some(_), _) => {}
                (None, '"') => quote = Some(at),
                (None, '{' | '[') if open.len() + 1 == TOO_DEEP => {
                    oddity = Some(Oddity::TooDeep { at });
                }
                (None, '{' | '[') => open.push((at, c)),
                (None, '}' | ']') => drop(open.pop()),
                (None, ' ' | '\t' | '\n' | '\r') => {}
                (None, _) if is_space(c) => oddity = Some(Oddity::Space { at, found: c }),
                (None, _) => {}
            }
            if oddity.is_some() {
                return Self { oddity, open };
            }
        }
        Self { oddity: None, open }
    }
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}
