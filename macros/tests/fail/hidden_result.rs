#![allow(unused)]

use rulebook::tool_collection;

type Answer = Result<i64, String>;

struct Desk;

#[tool_collection]
impl Desk {
    /// Fails.
    #[tool]
    fn by_another_name(&self) -> Answer {
        Err("no".to_owned())
    }

    /// Fails within.
    #[tool]
    fn within(&self) -> Result<Answer, String> {
        Ok(Err("no".to_owned()))
    }
}

fn main() {}
