//! Documents of stored settings in the guides can be read.

use rulebook::SettingsDocument;

use super::blocks::blocks;
use super::{guides, is};

#[test]
fn documents_of_settings_can_be_read() {
    let mut seen = 0;
    for guide in guides() {
        for block in blocks(&guide.text).iter().filter(|block| is(block, "settings")) {
            let read = SettingsDocument::parse(&block.text);
            assert!(read.is_ok(), "{}: {read:?}", guide.place(block));
            seen += 1;
        }
    }
    assert!(seen > 0, "no block was found");
}
