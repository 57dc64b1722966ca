//! Reading a URL leaves out what browsers leave out: blanks and control characters around
//! it, and line breaks in it. What is stored is held to its type as it is written.

use rulebook::SettingValue;
use serde_json::json;
use url::Url;

#[test]
fn nothing_of_the_text_of_a_url_is_left_out() {
    for text in [
        " https://example.org/",
        "https://example.org/ ",
        "https://example.org/\u{0}",
        "https://example.org/a\nb",
        "ht\ttps://example.org/",
        "https://example.org/\r",
        "data:,x ",
    ] {
        assert!(Url::from_json(json!(text)).is_err(), "{text:?}");
    }
    assert!(Url::from_json(json!("https://example.org/a b")).is_ok());
}
