use insta::assert_snapshot;
use proptest::prelude::*;
use rig_core::message::{DocumentSourceKind, Image, ToolResultContent};
use serde_json::{Value, json};

use super::{cut, message};

/// A text of the user, of JSON or of an image, as tests write it.
fn text(text: &str) -> ToolResultContent {
    ToolResultContent::text(text)
}

fn image() -> ToolResultContent {
    let data = DocumentSourceKind::base64("A".repeat(1000));
    ToolResultContent::Image(Image { data, ..Default::default() })
}

/// What a model reads, a line for each block.
fn read(blocks: &[ToolResultContent]) -> Vec<String> {
    let line = |block: &ToolResultContent| match block {
        ToolResultContent::Text(text) => text.text.clone(),
        ToolResultContent::Json { value } => value.to_string(),
        ToolResultContent::Image(_) => "[image]".to_owned(),
    };
    blocks.iter().map(line).collect()
}

fn shown(blocks: Vec<ToolResultContent>, most: usize) -> String {
    read(&cut(blocks, most).0).join("\n")
}

#[test]
fn a_result_is_cut_one_character_beyond_the_limit() {
    for block in [text("héllo"), ToolResultContent::json(json!("abc"))] {
        let (kept, was_cut) = cut(vec![block.clone()], 5);
        assert_eq!((kept, was_cut), (vec![block], false));
    }
    assert_snapshot!(shown(vec![text("héllo")], 4), @"
    héll
    [the result is cut here, after 4 of 5 characters; if the rest is needed, call the tool for less, or for one part at a time]
    ");
    assert_snapshot!(shown(vec![ToolResultContent::json(json!({ "name": "Ann" }))], 8), @r#"
    {"name":
    [the result is cut here, after 8 of 14 characters; if the rest is needed, call the tool for less, or for one part at a time]
    "#);
    assert_snapshot!(shown(vec![text("héllo")], 0), @"[the result has 5 characters, and none of them are shown; if the rest is needed, call the tool for less, or for one part at a time]");
}

#[test]
fn an_empty_result_fits_any_limit() {
    for blocks in [vec![text("")], vec![image(), text("")]] {
        assert!(!cut(blocks, 0).1);
    }
}

#[test]
fn blocks_are_cut_in_their_order_and_images_stay() {
    let blocks = || {
        vec![
            text("twelve words"),
            image(),
            ToolResultContent::json(json!([1, 2, 3])),
            image(),
            text("end"),
        ]
    };
    let table = [
        (22, vec!["twelve words", "[image]", "[1,2,3]", "[image]", "end"]),
        (21, vec!["twelve words", "[image]", "[1,2,3]", "[image]", "en"]),
        (19, vec!["twelve words", "[image]", "[1,2,3]", "[image]"]),
        (15, vec!["twelve words", "[image]", "[1,", "[image]"]),
        (12, vec!["twelve words", "[image]", "[image]"]),
        (6, vec!["twelve", "[image]", "[image]"]),
        (0, vec!["[image]", "[image]"]),
    ];
    for (most, expected) in table {
        let (kept, was_cut) = cut(blocks(), most);
        let mut lines = read(&kept);
        if was_cut {
            lines.pop();
        }
        assert_eq!(
            (lines, was_cut),
            (expected.iter().map(ToString::to_string).collect(), most < 22)
        );
    }
}

#[test]
fn a_message_is_cut_too() {
    assert_eq!(message("näh", 3), None);
    assert_eq!(message("", 0), None);
    assert_snapshot!(message("näher", 2).unwrap(), @"
    nä
    [the message is cut here, after 2 of 5 characters]
    ");
}

#[test]
fn ten_megabytes_are_cut_at_once() {
    let long = "é".repeat(5 << 20);
    let rows: Vec<_> = (0..200_000).map(|row| json!({ "row": row, "name": "Müller" })).collect();
    let began = std::time::Instant::now();
    let blocks = vec![text(&long), ToolResultContent::json(Value::from(rows)), text(&long)];
    let (kept, _) = cut(blocks, 60_000);
    assert_eq!(read(&kept)[0].chars().count(), 60_000);
    assert!(message(&long, 60_000).is_some());
    // Work that grows with the square of the length would take hours.
    assert!(began.elapsed().as_secs() < 60);
}

fn block() -> impl Strategy<Value = ToolResultContent> {
    prop_oneof![
        ".{0,20}".prop_map(ToolResultContent::text),
        ".{0,20}"
            .prop_map(|text| ToolResultContent::json(json!({ "said": text, "to": [1, null] }))),
        Just(image()),
    ]
}

proptest! {
    #[test]
    fn what_is_kept_is_the_beginning_and_never_longer(
        blocks in prop::collection::vec(block(), 1..6),
        most in 0_usize..120,
    ) {
        let texts = |blocks: &[ToolResultContent]| -> String {
            read(blocks).into_iter().filter(|line| line != "[image]").collect()
        };
        let images = |blocks: &[ToolResultContent]| {
            blocks.iter().filter(|block| matches!(block, ToolResultContent::Image(_))).count()
        };
        let all = texts(&blocks);
        let (kept, was_cut) = cut(blocks.clone(), most);
        prop_assert_eq!(images(&kept), images(&blocks));
        prop_assert_eq!(was_cut, all.chars().count() > most);
        if was_cut {
            let (said, own) = kept.split_last().unwrap();
            prop_assert_eq!(texts(own), all.chars().take(most).collect::<String>());
            let said = texts(std::slice::from_ref(said));
            prop_assert!(said.contains(&all.chars().count().to_string()), "{}", said);
        } else {
            prop_assert_eq!(kept, blocks);
        }
    }

    #[test]
    fn a_message_is_its_beginning(text in ".{0,60}", most in 0_usize..70) {
        match message(&text, most) {
            None => prop_assert!(text.chars().count() <= most),
            Some(cut) => {
                let beginning: String = text.chars().take(most).collect();
                prop_assert!(text.chars().count() > most);
                let begins = format!("{beginning}\n[the message is cut here");
                prop_assert!(cut.starts_with(&begins));
            }
        }
    }
}
