#![allow(unused)]

use rulebook::tool_collection;

struct Orders;
struct Parcels;
struct Returns;
struct Claims;

#[tool_collection(nam = "orders")]
impl Orders {}

#[tool_collection(name = " ", crate = "not a path")]
impl Parcels {}

#[tool_collection(name, title = "x")]
impl Returns {}

#[tool_collection("claims")]
impl Claims {}

fn main() {}
