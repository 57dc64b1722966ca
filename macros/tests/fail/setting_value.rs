#![allow(unused)]

use rulebook::SettingValue;

#[derive(Clone, Debug, SettingValue)]
struct Pair(u8, u8);

#[derive(Clone, Debug, SettingValue)]
struct Unit;

#[derive(Clone, Debug, SettingValue)]
struct Nothing();

#[derive(Clone, Debug, SettingValue)]
struct Maybe(Option<u8>);

#[derive(Clone, Debug, SettingValue)]
struct Named(#[setting(name = "x")] u8);

#[derive(Clone, Debug, SettingValue)]
struct Generic<T> {
    inner: T,
}

#[derive(Clone, Copy, SettingValue)]
union Union {
    one: u8,
}

#[derive(Clone, Debug, SettingValue)]
enum Shape {
    Round { radius: u32 },
    Square(u32),
    Flat,
}

#[derive(Clone, Debug, SettingValue)]
enum Never {}

#[derive(Clone, Debug, SettingValue)]
#[settings(rename_all = "lowercase")]
enum Alike {
    One,
    ONE,
}

#[derive(Clone, Debug, SettingValue)]
#[settings(configurable)]
struct Marked {
    #[setting(configurable)]
    one: u8,
    #[setting(fixed)]
    two: u8,
    #[setting(name = "one")]
    three: u8,
}

#[derive(Clone, Debug, SettingValue)]
#[settings(rename_all = "Title Case")]
enum Cased {
    #[setting(nmae = "x")]
    One,
}

fn main() {}
