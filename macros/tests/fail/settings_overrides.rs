use rulebook::{SettingValue, ToolSettings};

mod inner {
    #[derive(Clone, Debug, Default)]
    struct Private;

    #[derive(Default, rulebook::ToolSettings)]
    pub struct Settings {
        #[setting(configurable)]
        limit: u32,
        pub fixed: u32,
    }
}

#[derive(Default, ToolSettings)]
struct Twice {
    limit: u32,
}

struct TwiceOverrides;

fn main() {
    let overrides = inner::SettingsOverrides { limit: Some(1) };
    let _ = inner::SettingsOverrides::default().fixed;
    let _ = overrides;
    let _ = <u8 as SettingValue>::schema();
}
