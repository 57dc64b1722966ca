//! Lines of a stream, within bounds.

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

use super::skimmed::{Skimmed, Whose};

/// A line.
pub(crate) enum Line {
    /// A whole one.
    Whole(Vec<u8>),
    /// One that was longer than allowed, and who waits for it.
    TooLong(Whose),
}

/// The lines of a stream, none longer than allowed.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    longest: usize,
    line: Vec<u8>,
    /// What is known of a line that is already too long.
    skimmed: Option<Skimmed>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(input: R, longest: usize) -> Self {
        Self { input: BufReader::new(input), longest, line: Vec::new(), skimmed: None }
    }

    /// The next line; nothing at the end. A last line may have no line break.
    ///
    /// The future may be dropped: what was read by then is kept.
    pub(crate) async fn next(&mut self) -> Option<Line> {
        loop {
            let available = match self.input.fill_buf().await {
                Ok(available) => available,
                Err(error) => {
                    tracing::debug!("the input can be read no more: {error}");
                    return None;
                }
            };
            if available.is_empty() {
                // It is asked no more once it has given nothing.
                let last = self.taken();
                return match &last {
                    Line::Whole(line) if line.is_empty() => None,
                    _ => Some(last),
                };
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let (part, rest) = match end.and_then(|end| available.split_at_checked(end)) {
                Some((part, _)) => (part, part.len().saturating_add(1)),
                None => (available, available.len()),
            };
            if self.skimmed.is_none() && self.line.len().saturating_add(part.len()) > self.longest {
                let mut skimmed = Skimmed::default();
                skimmed.more(&std::mem::take(&mut self.line));
                self.skimmed = Some(skimmed);
            }
            match &mut self.skimmed {
                Some(skimmed) => skimmed.more(part),
                None => self.line.extend_from_slice(part),
            }
            self.input.consume(rest);
            if end.is_some() {
                return Some(self.taken());
            }
        }
    }

    fn taken(&mut self) -> Line {
        match self.skimmed.take() {
            Some(skimmed) => Line::TooLong(skimmed.whose()),
            None => Line::Whole(std::mem::take(&mut self.line)),
        }
    }
}
