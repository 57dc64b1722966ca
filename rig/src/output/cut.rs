//! Results and messages that are too long for the model.

use std::fmt::{self, Write};

use rig_core::message::ToolResultContent;

/// The blocks with so many characters of text at most and a sentence that says what is
/// missing, and whether anything is. Images are passed on, and are not counted.
pub(super) fn cut(blocks: Vec<ToolResultContent>, most: usize) -> (Vec<ToolResultContent>, bool) {
    // No text has more characters than bytes, which are there without counting.
    if blocks.iter().map(bytes).try_fold(0, plus).is_some_and(|bytes| bytes <= most) {
        return (blocks, false);
    }
    let lengths: Vec<_> = blocks.iter().map(length).collect();
    let all = lengths.iter().fold(0_usize, |all, length| all.saturating_add(*length));
    if all <= most {
        return (blocks, false);
    }
    let mut room = most;
    let mut kept = Vec::new();
    for (block, length) in blocks.into_iter().zip(lengths) {
        if length <= room {
            room = room.saturating_sub(length);
            kept.push(block);
        } else {
            let text = beginning(&block, std::mem::take(&mut room));
            kept.extend((!text.is_empty()).then(|| ToolResultContent::text(text)));
        }
    }
    kept.push(ToolResultContent::text(missing_of_result(all, most)));
    (kept, true)
}

/// A message with so many characters at most and a sentence that says what is missing, if
/// it is longer.
pub(super) fn message(message: &str, most: usize) -> Option<String> {
    if message.len() <= most {
        return None;
    }
    let (end, _) = message.char_indices().nth(most)?;
    let (beginning, rest) = message.split_at_checked(end)?;
    let all = most.saturating_add(rest.chars().count());
    Some(format!("{beginning}\n[the message is cut here, after {most} of {all} characters]"))
}

/// What the model is told: how much it was not given, and how to get at it.
fn missing_of_result(all: usize, most: usize) -> String {
    let given = match most {
        0 => format!("the result has {all} characters, and none of them are shown"),
        _ => format!("the result is cut here, after {most} of {all} characters"),
    };
    format!("[{given}; if the rest is needed, call the tool for less, or for one part at a time]")
}

/// How many bytes of text there are at most; unknown of JSON, which is not written yet.
fn bytes(block: &ToolResultContent) -> Option<usize> {
    match block {
        ToolResultContent::Text(text) => Some(text.text.len()),
        ToolResultContent::Json { .. } => None,
        ToolResultContent::Image(_) => Some(0),
    }
}

fn plus(all: usize, bytes: Option<usize>) -> Option<usize> {
    all.checked_add(bytes?)
}

/// How many characters of text there are.
fn length(block: &ToolResultContent) -> usize {
    match block {
        ToolResultContent::Text(text) => text.text.chars().count(),
        ToolResultContent::Json { value } => {
            let mut counted = Counted(0);
            // Counting cannot fail.
            let _ = write!(counted, "{value}");
            counted.0
        }
        ToolResultContent::Image(_) => 0,
    }
}

/// The first characters of a block's text. The beginning of JSON is no JSON.
fn beginning(block: &ToolResultContent, most: usize) -> String {
    match block {
        ToolResultContent::Text(text) => text.text.chars().take(most).collect(),
        ToolResultContent::Json { value } => {
            let mut begun = Begun { text: String::new(), room: most };
            // It ends with an error when there is no more room.
            let _ = write!(begun, "{value}");
            begun.text
        }
        ToolResultContent::Image(_) => String::new(),
    }
}

/// The length of a text that is written, which is kept nowhere.
struct Counted(usize);

impl Write for Counted {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.saturating_add(text.chars().count());
        Ok(())
    }
}

/// The beginning of a text that is written; once it is full, writing ends.
struct Begun {
    text: String,
    room: usize,
}

impl Write for Begun {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut fits = 0_usize;
        for character in text.chars().take(self.room) {
            self.text.push(character);
            fits = fits.saturating_add(1);
        }
        self.room = self.room.saturating_sub(fits);
        if self.room == 0 { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
