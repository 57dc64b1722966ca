//! Events of a stream (`text/event-stream`), within bounds.

use std::collections::VecDeque;

use super::body::LONGEST;

/// An event as it stands there. It may say nothing but its number.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Event {
    pub(super) kind: Option<String>,
    pub(super) data: Option<Vec<u8>>,
    pub(super) id: Option<String>,
    pub(super) retry: Option<u64>,
}

/// An event is longer than allowed.
#[derive(Debug, PartialEq)]
pub(super) struct TooLong;

/// Reads events from the parts of a stream, as they come.
#[derive(Default)]
pub(super) struct Events {
    line: Vec<u8>,
    event: Event,
    /// How much of the event there is, without the line that is being read.
    size: usize,
    /// The last part ended between a carriage return and what may be its line feed.
    after_return: bool,
    begun: bool,
    ready: VecDeque<Event>,
}

impl Events {
    /// More of the stream.
    pub(super) fn more(&mut self, mut part: &[u8]) -> Result<(), TooLong> {
        if std::mem::take(&mut self.after_return) && !part.is_empty() {
            part = part.strip_prefix(b"\n").unwrap_or(part);
        }
        while let Some(end) = part.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, rest) = part.split_at_checked(end).unwrap_or((part, &[]));
            self.line_part(line)?;
            self.line_end();
            part = match rest {
                [b'\r', b'\n', rest @ ..] => rest,
                [b'\r'] => {
                    self.after_return = true;
                    &[]
                }
                [_, rest @ ..] => rest,
                [] => &[],
            };
        }
        self.line_part(part)
    }

    /// The next event that is whole.
    pub(super) fn next(&mut self) -> Option<Event> {
        self.ready.pop_front()
    }

    fn line_part(&mut self, part: &[u8]) -> Result<(), TooLong> {
        // Nothing is kept of a comment but that it is one: it may be as long as it likes.
        if self.line.first() == Some(&b':') {
            return Ok(());
        }
        if self.line.is_empty() && part.first() == Some(&b':') {
            self.line.push(b':');
            return Ok(());
        }
        if self.size.saturating_add(self.line.len()).saturating_add(part.len()) > LONGEST {
            return Err(TooLong);
        }
        self.line.extend_from_slice(part);
        Ok(())
    }

    fn line_end(&mut self) {
        let line = std::mem::take(&mut self.line);
        let mut text = line.as_slice();
        if !std::mem::replace(&mut self.begun, true) {
            text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        }
        if text.is_empty() {
            let event = std::mem::take(&mut self.event);
            self.size = 0;
            if event != Event::default() {
                self.ready.push_back(event);
            }
            return;
        }
        self.size = self.size.saturating_add(line.len());
        self.field(text);
    }

    fn field(&mut self, line: &[u8]) {
        let colon = line.iter().position(|byte| *byte == b':');
        let (name, value) = match colon.and_then(|colon| line.split_at_checked(colon)) {
            Some((name, value)) => {
                let value = value.strip_prefix(b":").unwrap_or(value);
                (name, value.strip_prefix(b" ").unwrap_or(value))
            }
            None => (line, &[][..]),
        };
        let text = || String::from_utf8(value.to_vec()).ok();
        match name {
            b"data" => match &mut self.event.data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                data => *data = Some(value.to_vec()),
            },
            b"event" => self.event.kind = text(),
            b"id" if !value.contains(&0) => self.event.id = text(),
            b"retry" => {
                self.event.retry = text().and_then(|text| text.trim().parse().ok());
            }
            // What is not known is nothing wrong.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &[u8], size: usize) -> Vec<Event> {
        let mut events = Events::default();
        text.chunks(size).for_each(|part| events.more(part).unwrap());
        std::iter::from_fn(|| events.next()).collect()
    }

    fn data(data: &str) -> Event {
        Event { data: Some(data.as_bytes().to_vec()), ..Event::default() }
    }

    #[test]
    fn events_are_the_same_however_they_come() {
        let text = "\u{feff}: hello\nid: 1\nretry: 5\ndata:\n\n\r\ndata: a\rdata:  b\r\n\
                    unknown: x\nno colon\r\n\r\nevent: ping\ndata: é\n\n\n:\n\ndata: cut off\n";
        let first = Event { id: Some("1".into()), retry: Some(5), ..data("") };
        let last = Event { kind: Some("ping".into()), ..data("é") };
        let all = [first, data("a\n b"), last];
        for size in 1..text.len() {
            assert_eq!(events(text.as_bytes(), size), all, "{size}");
        }
    }

    #[test]
    fn an_event_that_is_too_long_is_noticed_before_it_ends() {
        for begin in ["data: ", "data: a\ndata: ", "unknown", "id: "] {
            let mut events = Events::default();
            events.more(begin.as_bytes()).unwrap();
            let part = vec![b'x'; 1 << 20];
            let parts = (0..20).map(|_| events.more(&part)).take_while(Result::is_ok);
            assert_eq!(parts.count(), 15, "{begin}");
        }
    }

    #[test]
    fn a_comment_is_as_long_as_it_likes() {
        let mut events = Events::default();
        events.more(b"data: a\n: ").unwrap();
        let part = vec![b'x'; 1 << 20];
        (0..40).for_each(|_| events.more(&part).unwrap());
        events.more(b"\n\n").unwrap();
        assert_eq!(events.next(), Some(data("a")));
    }

    #[test]
    fn many_short_events_are_no_long_one() {
        let part = "data: x\n\n".repeat(100_000);
        let mut events = Events::default();
        for _ in 0..40 {
            events.more(part.as_bytes()).unwrap();
            assert_eq!(std::iter::from_fn(|| events.next()).count(), 100_000);
        }
    }
}
