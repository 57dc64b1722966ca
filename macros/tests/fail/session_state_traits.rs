#![allow(unused)]

use rulebook::SessionState;

#[derive(serde::Serialize, SessionState)]
struct Notes(Vec<String>);

fn main() {}
