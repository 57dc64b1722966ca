//! Results that are too long for the model.

use rig_core::message::ToolResultContent;

/// The blocks with so many characters of text at most, and whether anything was left out.
/// Images are passed on.
pub(super) fn cut(blocks: Vec<ToolResultContent>, most: usize) -> (Vec<ToolResultContent>, bool) {
    let length: usize = blocks.iter().map(length).sum();
    if length <= most {
        return (blocks, false);
    }
    let mut left = most;
    let mut kept: Vec<_> =
        blocks.into_iter().filter_map(|block| beginning(block, &mut left)).collect();
    kept.push(ToolResultContent::text(format!(
        "[the result is cut here: this is the beginning of {length} characters, up to character \
         {most}; ask for less to see the rest]"
    )));
    (kept, true)
}

fn length(block: &ToolResultContent) -> usize {
    match block {
        ToolResultContent::Text(text) => text.text.chars().count(),
        ToolResultContent::Json { value } => value.to_string().chars().count(),
        ToolResultContent::Image(_) => 0,
    }
}

/// The beginning of a block, as far as there is room. JSON that is cut is text.
fn beginning(block: ToolResultContent, left: &mut usize) -> Option<ToolResultContent> {
    let long = length(&block);
    if long <= *left {
        *left = left.saturating_sub(long);
        return Some(block);
    }
    let room = std::mem::take(left);
    let text = match &block {
        ToolResultContent::Text(text) => text.text.chars().take(room).collect::<String>(),
        ToolResultContent::Json { value } => value.to_string().chars().take(room).collect(),
        ToolResultContent::Image(_) => return Some(block),
    };
    (!text.is_empty()).then(|| ToolResultContent::text(text))
}
