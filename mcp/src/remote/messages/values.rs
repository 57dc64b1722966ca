//! How many values a text of JSON holds.

/// How many values a message may hold: each takes many times the memory of its text, so that
/// a message of 16 MiB would take more than a gigabyte.
pub(super) const MOST: usize = 1_000_000;

/// Whether a text of JSON holds more values than a message may.
pub(super) fn are_too_many(text: &str) -> bool {
    // Each has a mark of its own before it, but for the first of a list or an object.
    if text.len() <= MOST {
        return false;
    }
    let (mut count, mut in_text, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b',' | b'[' | b'{' if !in_text => {
                count = count.saturating_add(1);
            }
            _ => {}
        }
    }
    count > MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_and_text_is_not() {
        let long = "1,".repeat(MOST);
        assert!(are_too_many(&format!("[{long}1]")));
        assert!(are_too_many(&"[".repeat(MOST + 1)));
        assert!(!are_too_many(&format!(r#"{{"text":"{long}\\\"[,","n":[1,2]}}"#)));
        assert!(are_too_many(&format!(r#"{{"text":"\"","n":[{long}2]}}"#)));
    }
}
