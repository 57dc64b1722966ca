use rulebook::ToolSettings;

#[derive(Default, ToolSettings)]
#[settings(configurable)]
struct SearchSettings {
    limit: u32,
    #[setting(fixed)]
    endpoint: String,
}

#[derive(Default, ToolSettings)]
struct Twice {
    limit: u32,
}

struct TwiceOverrides;

fn main() {
    let _ = SearchSettings::default().endpoint;
    let _ = SearchSettingsOverrides::default().endpoint;
}
