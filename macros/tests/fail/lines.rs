#![allow(unused)]

use rulebook::tool_collection;

const RULE: &str = "Never guess.";

struct Orders;

#[tool_collection]
#[instruction]
#[instruction(RULE)]
#[instruction = "Look first."]
#[constraint("")]
#[constraint("Never guess.", "Never promise.")]
impl Orders {
    #[instruction("Help.")]
    fn helper(&self) {}

    #[context]
    #[constraint("Never guess.")]
    fn context(&self) -> String {
        RULE.to_owned()
    }
}

fn main() {}
