#![allow(unused)]

use std::collections::BTreeMap;

use rulebook::{SettingValue, ToolSettings};

#[derive(Clone, Debug, SettingValue)]
struct Folder {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, SettingValue)]
struct Entry {
    inside: Option<Inside>,
}

#[derive(Clone, Debug, SettingValue)]
struct Inside(BTreeMap<String, [Folder; 2]>);

fn main() {}
