#![allow(unused)]

use rulebook::SessionState;
use serde::{Deserialize, Serialize};

#[derive(Default, Serialize, Deserialize, SessionState)]
struct Notes<T>(Vec<T>);

#[derive(Default, Serialize, Deserialize, SessionState)]
#[session(name = "")]
struct Empty;

#[derive(Default, Serialize, Deserialize, SessionState)]
#[session(nmae = "notes")]
struct Misspelt;

#[derive(Default, Serialize, Deserialize, SessionState)]
#[session(name = "one")]
#[session(name = "another")]
struct Twice;

#[derive(Default, Serialize, Deserialize, SessionState)]
#[session = "notes"]
struct Equals;

fn main() {}
