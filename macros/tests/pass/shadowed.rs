//! A block among names that generated code needs for something else.
#![no_implicit_prelude]
#![allow(dead_code, non_camel_case_types, non_upper_case_globals, reason = "names are shadowed")]

use ::rulebook::tool_collection;

mod core {}
mod std {}
mod rulebook {}
mod serde_json {}

struct Ok;
struct Err;
struct Some;
struct None;
struct Box;
struct Vec;
struct Arc;
struct Cow;
struct Option;
struct Send;
struct Sync;
struct From;
struct Into;
struct Session;
struct Tool;
struct ToolCollection;
struct str;
struct value;
struct tools;
const lines: u8 = 0;
static session: u8 = 0;

type Result<T> = ::core::result::Result<T, ::rulebook::ToolError>;

mod state {
    use ::rulebook::SessionState;
    use ::serde::{Deserialize, Serialize};
    use ::std::prelude::v1::Default;

    #[derive(Default, Serialize, Deserialize, SessionState)]
    pub(super) struct Notes {
        pub(super) text: ::std::string::String,
    }
}
use self::state::Notes;

pub(super) struct Shadowed<String>(pub(super) String);

#[tool_collection(name = "shadowed")]
#[instruction("Look first.")]
impl<String> Shadowed<String>
where
    String: ::core::marker::Send + ::core::marker::Sync + 'static,
{
    /// Notes a text.
    #[tool(kind = "state")]
    async fn note(
        &self,
        /// What to note.
        text: ::std::string::String,
        count: ::core::option::Option<u8>,
        notes: &::rulebook::Session,
    ) -> Result<::std::string::String> {
        let _ = count;
        notes.put(&Notes { text })?;
        ::core::result::Result::Ok(notes.get::<Notes>()?.text)
    }

    /// Gives an output as it is.
    #[tool(name = "tools")]
    fn tools(&self) -> ::rulebook::ToolOutput {
        ::rulebook::ToolOutput::json(::serde_json::Value::Null)
    }

    #[context]
    fn context(&self, notes: &::rulebook::Session) -> Result<::std::string::String> {
        ::core::result::Result::Ok(notes.get::<Notes>()?.text)
    }
}
