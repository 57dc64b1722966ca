//! What is kept of a message that is not kept itself, or cannot be read: enough to refuse it.

use rmcp::model::RequestId;

/// The longest name and value that are looked at.
const LONGEST: usize = 256;

/// Who waits for a message, or for what it is answered with.
#[derive(Debug, PartialEq)]
pub(crate) enum Whose {
    /// Whoever sent it, which is a request.
    Request(RequestId),
    /// Whoever reads it, and made the request that this was to answer.
    Answer(RequestId),
    Nobody,
}

/// The outermost members of a message, seen byte by byte.
#[derive(Default)]
pub(crate) struct Skimmed {
    depth: usize,
    in_text: bool,
    escaped: bool,
    word: Vec<u8>,
    name: Vec<u8>,
    id: Option<Vec<u8>>,
    is_request: bool,
}

impl Skimmed {
    /// More of the message.
    pub(crate) fn more(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.byte(*byte);
        }
    }

    fn byte(&mut self, byte: u8) {
        if self.in_text {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_text = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_text = true;
                self.keep(byte);
            }
            b'{' | b'[' => self.depth = self.depth.saturating_add(1),
            b'}' | b']' => {
                self.member();
                self.depth = self.depth.saturating_sub(1);
            }
            b',' => self.member(),
            b':' if self.depth == 1 => self.name = std::mem::take(&mut self.word),
            byte if byte.is_ascii_whitespace() => {}
            byte => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.word.len() < LONGEST {
            self.word.push(byte);
        }
    }

    /// The end of a member, or of something within one.
    fn member(&mut self) {
        if self.depth != 1 {
            return;
        }
        let (name, value) = (std::mem::take(&mut self.name), std::mem::take(&mut self.word));
        match name.as_slice() {
            b"\"id\"" => self.id = Some(value),
            b"\"method\"" => self.is_request = true,
            _ => {}
        }
    }

    /// Who waits for the message, or for what it is answered with.
    pub(crate) fn whose(self) -> Whose {
        // Without an id that can be used there is nobody to tell.
        match self.id.and_then(|id| serde_json::from_slice(&id).ok()) {
            Some(id) if self.is_request => Whose::Request(id),
            Some(id) => Whose::Answer(id),
            None => Whose::Nobody,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whose(text: &str) -> Whose {
        let mut skimmed = Skimmed::default();
        text.as_bytes().chunks(3).for_each(|part| skimmed.more(part));
        skimmed.whose()
    }

    #[test]
    fn the_id_of_a_request_is_seen_wherever_it_stands() {
        for text in [
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"id":8}}"#,
            r#"{ "params": { "a": [{"id": 1}, "}\"", {}], "b": "," }, "method" : "m", "id" : 7 }"#,
            r#"{"method":"m","id":7,"params":["unended"#,
            r#"{"method":"m","params":{"n":NaN},"id":7}"#,
        ] {
            assert_eq!(whose(text), Whose::Request(RequestId::Number(7)), "{text}");
        }
        let text = r#"{"method":"m","params":{},"id":"7"}"#;
        assert_eq!(whose(text), Whose::Request(RequestId::String("7".into())));
    }

    #[test]
    fn what_has_an_id_and_no_method_is_an_answer() {
        for text in [
            r#"{"id":7,"result":{"method":"m"}}"#,
            r#"{"error":NaN,"id":7}"#,
            r#"{"id":7}"#,
            r#"{"id":7,"method":"#,
        ] {
            assert_eq!(whose(text), Whose::Answer(RequestId::Number(7)), "{text}");
        }
    }

    #[test]
    fn nobody_waits_for_what_has_no_id() {
        for text in [
            "",
            "garbage, and \"id\":7,",
            r#"{"id":7.5,"method":"m"}"#,
            r#"{"id":{"a":7},"method":"m"}"#,
            r#"{"id":null,"method":"m"}"#,
            r#"[{"id":7,"method":"m"}]"#,
        ] {
            assert_eq!(whose(text), Whose::Nobody, "{text}");
        }
    }
}
