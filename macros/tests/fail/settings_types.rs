#![allow(unused)]

use std::collections::{BTreeMap, HashMap};

use rulebook::{SettingValue, ToolSettings};

#[derive(ToolSettings)]
struct SearchSettings {
    items: Vec<Option<u8>>,
    twice: Option<Option<u8>>,
    in_map: BTreeMap<String, std::option::Option<u8>>,
    text: &'static str,
    list: Vec<&'static [u8]>,
    pair: (u8, u8),
    unit: (),
    call: fn() -> u8,
    any: Box<dyn std::fmt::Debug>,
    raw: *const u8,
    itself: Vec<SearchSettings>,
    by_self: Option<Box<Self>>,
    by_path: self::SearchSettings,
}

#[derive(Clone, Debug, SettingValue)]
struct Tree {
    children: Vec<Tree>,
}

#[derive(Clone, Debug, SettingValue)]
struct Nested(HashMap<String, Nested>);

fn main() {}
