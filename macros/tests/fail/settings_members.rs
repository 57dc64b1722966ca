#![allow(unused)]

use rulebook::ToolSettings;

#[derive(Default, ToolSettings)]
struct BothWays {
    #[setting(configurable, fixed)]
    limit: u32,
    #[setting(configurable)]
    #[setting(fixed)]
    sort: bool,
}

#[derive(Default, ToolSettings)]
#[settings(configurable)]
struct Deprecated {
    #[setting(configurable)]
    #[deprecated]
    old: bool,
    #[deprecated]
    older: bool,
}

#[derive(Default, ToolSettings)]
struct Generic<T: Default>(T);

#[derive(Default, ToolSettings)]
struct Counted<const N: usize> {
    limit: u32,
}

#[derive(ToolSettings)]
struct Lent<'a> {
    text: &'a str,
}

#[derive(Default, ToolSettings)]
struct Unnamed(u32, bool);

#[derive(Default, ToolSettings)]
struct Nothing;

#[derive(ToolSettings)]
enum Choice {
    One,
}

#[derive(ToolSettings)]
union Union {
    one: u8,
}

#[derive(Default, ToolSettings)]
#[setting(configurable)]
struct Marks {
    #[setting(confgurable)]
    one: u8,
    #[setting(configurable = false)]
    two: u8,
    #[setting(fixed("x"))]
    three: u8,
    #[setting(name = "")]
    four: u8,
    #[setting]
    five: u8,
    #[setting = "fixed"]
    six: u8,
    #[setting(fixed, fixed)]
    seven: u8,
    #[setting(color = "red")]
    eight: u8,
}

#[derive(Default, ToolSettings)]
#[settings(fixed)]
#[settings(configurable = true)]
#[settings(rename_all = "snakecase")]
struct TypeMarks {
    limit: u32,
}

#[derive(Default, ToolSettings)]
#[settings(rename_all = "camelCase")]
struct SameNames {
    per_page: u32,
    #[setting(name = "perPage")]
    other: u32,
    #[allow(non_snake_case)]
    perPage: u32,
}

#[derive(Default, serde::Serialize, ToolSettings)]
#[serde(rename_all = "camelCase")]
#[settings(rename_all = "snake_case")]
struct TwoNames {
    #[serde(rename = "max")]
    #[setting(name = "limit")]
    limit: u32,
    #[serde(rename(serialize = "a", deserialize = "b"))]
    both: u32,
}

fn main() {}
