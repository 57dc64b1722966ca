#![allow(unused)]

use rulebook::SessionState;

#[derive(SessionState)]
struct Notes(Vec<String>);

fn main() {}
