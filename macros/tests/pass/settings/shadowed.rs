//! Types among names that generated code needs for something else.
#![no_implicit_prelude]
#![allow(dead_code, non_camel_case_types, reason = "names are shadowed")]

use ::rulebook::{SettingKey as Key, SettingValue, ToolSettings};

mod core {}
mod std {}
mod rulebook {}
mod serde {}
mod serde_json {}
mod schemars {}

struct Ok;
struct Err;
struct Some;
struct None;
struct Box;
struct Vec;
struct String;
struct Result;
struct Send;
struct From;
struct str;
struct SettingsRecord;
struct SettingFault;

#[derive(
    ::std::clone::Clone,
    ::std::fmt::Debug,
    ::std::cmp::PartialEq,
    ::std::cmp::Eq,
    ::std::cmp::PartialOrd,
    ::std::cmp::Ord,
    SettingValue,
)]
enum Kind {
    Ok,
    Err,
    Self_,
}

#[derive(::std::clone::Clone, ::std::fmt::Debug, SettingValue)]
struct Wrapped(::std::string::String);

#[derive(::std::clone::Clone, ::std::fmt::Debug, SettingValue)]
struct value {
    rulebook_reader: Wrapped,
    rulebook_writer: ::std::option::Option<u8>,
    schema: ::std::collections::BTreeMap<Kind, bool>,
}

#[derive(ToolSettings)]
struct Settings {
    #[setting(configurable)]
    rulebook_settings: value,
    #[setting(configurable)]
    rulebook_defaults: ::std::option::Option<u8>,
    record: u8,
}

impl ::std::default::Default for Settings {
    fn default() -> Self {
        Settings {
            rulebook_settings: value {
                rulebook_reader: Wrapped(::std::convert::From::from("x")),
                rulebook_writer: ::std::option::Option::None,
                schema: ::std::iter::FromIterator::from_iter([(Kind::Ok, true)]),
            },
            rulebook_defaults: ::std::option::Option::Some(1),
            record: 2,
        }
    }
}

#[::core::prelude::v1::test]
fn names_of_the_user_do_not_reach_generated_code() {
    let record = Settings::record();
    let value = record.members()[0].default_value();
    ::std::assert_eq!(
        ::std::string::ToString::to_string(value),
        r#"{"rulebook_reader":"x","schema":{"Ok":true}}"#
    );
    ::std::assert_eq!(Kind::Ok.to_key(), "Ok");
    let none = <SettingsOverrides as ::std::default::Default>::default();
    ::std::assert!(none.rulebook_defaults.is_none() && none.rulebook_settings.is_none());
}
