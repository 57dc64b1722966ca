#![allow(unused)]

use rulebook::SettingValue;

#[derive(SettingValue)]
struct Place {
    name: String,
}

#[derive(SettingValue)]
enum Kind {
    Shop,
}

fn main() {}
