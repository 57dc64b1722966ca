#![allow(unused)]

use rulebook::tool_collection;

struct Orders;

#[tool_collection]
impl Orders {}

#[tool_collection]
impl Orders {}

fn main() {}
