#![allow(unused)]

mod inner {
    #[derive(Default, rulebook::ToolSettings)]
    #[settings(configurable)]
    pub struct SearchSettings {
        pub limit: u32,
        secret: u32,
    }
}

fn main() {
    let mut overrides = inner::SearchSettingsOverrides::default();
    overrides.limit = Some(1);
    overrides.secret = Some(2);
}
