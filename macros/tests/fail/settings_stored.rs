#![allow(unused)]

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use rulebook::ToolSettings;

#[derive(Default)]
struct Place;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Number(u32);

type Maybe = Option<u8>;

#[derive(Default, ToolSettings)]
#[settings(configurable)]
struct SearchSettings {
    place: Place,
    places: Vec<Place>,
    optional: Option<Place>,
    lock: Mutex<u32>,
    by_number: HashMap<u32, bool>,
    by_another: BTreeMap<Number, bool>,
    items: Vec<Maybe>,
}

#[derive(Default, ToolSettings)]
struct Fixed {
    place: Place,
}

fn main() {}
