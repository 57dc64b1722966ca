//! The macros of `rulebook`, which exports them: use them from there.
//!
//! Each macro is a module that goes one way: from what is written (`syntax`), held to
//! every rule, to what it means (`model`), and from there to code (`output`). What is
//! wrong is told all at once, each thing at its own token. Generated code names
//! everything by its whole path, and what it needs of the library is public there or
//! in its hidden module `macro_support`.

mod collection;
mod crate_path;
mod doc;
mod keys;
mod name;
mod problems;
mod session_state;
mod settings;
mod types;

use proc_macro::TokenStream;

/// Makes a type a `ToolCollection`: the methods of its `impl` block that are marked
/// `#[tool]` are tools.
///
/// ```
/// use std::sync::Arc;
///
/// use rulebook::{Session, SessionState, ToolCall, ToolCollection, tool_collection};
/// use serde::{Deserialize, Serialize};
///
/// /// What a conversation has asked for.
/// #[derive(Default, Serialize, Deserialize, SessionState)]
/// struct Asked(Vec<String>);
///
/// struct Orders;
///
/// #[tool_collection]
/// #[instruction("Order numbers look like A-1234.")]
/// impl Orders {
///     /// Says where an order is.
///     #[tool(kind = "read")]
///     async fn find_order(
///         &self,
///         /// The order's number.
///         order: String,
///         session: &Session,
///     ) -> Result<String, rulebook::SessionError> {
///         session.update(|asked: &mut Asked| asked.0.push(order.clone()))?;
///         Ok(format!("{order} is on its way"))
///     }
///
///     #[context]
///     fn asked_for(&self, session: &Session) -> Result<Option<String>, rulebook::SessionError> {
///         let asked = session.get::<Asked>()?.0;
///         Ok((!asked.is_empty()).then(|| format!("asked for: {}", asked.join(", "))))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (orders, session) = (Arc::new(Orders), Session::new());
/// let tools = Arc::clone(&orders).tools();
/// assert_eq!(tools[0].spec().description, "Says where an order is.");
///
/// let call = ToolCall::from_json(serde_json::json!({ "order": "A-1234" }))?;
/// let output = tools[0].call(call.in_session(&session)).await?;
/// assert_eq!(output.value, "A-1234 is on its way");
/// assert_eq!(orders.context(session).await?.as_deref(), Some("asked for: A-1234"));
/// # Ok(()) }
/// ```
///
/// # On the block
///
/// - `#[tool_collection(name = "...")]` names the collection. Without, it has the name
///   of its type in snake case. State of a session is kept by this name.
/// - `#[instruction("...")]` and `#[constraint("...")]` are its standing lines: any
///   number, in the order in which they are written, those on its tools among them.
/// - `#[tool_collection(crate = "path")]` says where `rulebook` is, for one who exports
///   it again. A dependency that is renamed is found.
///
/// One block of a type is its collection. The type may be generic. It is shared
/// between threads, so it is `Send`, `Sync` and `'static`, and what changes in it is
/// behind a lock; what belongs to a conversation is kept in the session.
///
/// # Tools
///
/// A tool is a method with `&self`, `async` or not, public or not. One that is not
/// `async` runs where it is called from, so it must not take long.
///
/// | In `#[tool(...)]` | |
/// |---|---|
/// | `kind = "read"` | what calling it can change: `read`, `state`, `edit`, `execute`; without, nothing is claimed |
/// | `requires_approval` | someone has to approve each call |
/// | `name = "..."` | the name that a model calls it by; without, that of the method |
/// | `description = "..."` | what it does; without, the doc comment, and one of both has to be there |
///
/// - **Parameters** are what the model gives, by name. Their types are owned, and have
///   `serde::Deserialize` and `schemars::JsonSchema`. An `Option` may be left out. A
///   doc comment on a parameter describes it.
/// - **`&Session`** is filled in with the session of the call, as this collection sees
///   it. The model never sees it. It is known by its type.
/// - **`&Caller`** is filled in with whoever the call comes from, to tell how far it is, or to
///   ask a person something. It is known by its type as well.
/// - **Settings** are filled in by reference: `settings: &SearchSettings`, of any type with
///   `#[derive(ToolSettings)]`, as they were resolved for the call, or else its defaults.
///   The model never sees them. A tool has one record of them at most.
/// - **The result** has `serde::Serialize` and `schemars::JsonSchema`; nothing at all is
///   null. A type that is written `Result` can fail (by another name it is refused), with anything that is an error: a
///   `ToolError` reaches the caller as it is, of any other what it says. A `ToolOutput`,
///   a `ContentBlock` and a `Vec<ContentBlock>` are given as they are, and known by these
///   names; such a tool has no output schema.
///
/// All that is wrong with the arguments of a call is told at once, before anything
/// runs, and a panic is an error of the call.
///
/// # Context
///
/// One method may be marked `#[context]`. It takes `&self`, and `&Session` if it likes,
/// and gives what holds now: a `String`, an `Option<String>`, or a `Result` of either.
/// It is asked before each call of the model. One that is not `async` runs on a thread
/// of its own, so that it may block; one that never ends keeps that thread.
///
/// Other methods stay as they are.
#[proc_macro_attribute]
pub fn tool_collection(keys: TokenStream, item: TokenStream) -> TokenStream {
    collection::expand(keys.into(), item.into()).into()
}

/// Makes a type state of a session, under its own name in snake case.
///
/// The type has `serde::Serialize`, `serde::Deserialize` and `Default`. Another name is
/// other state, so a type that is renamed says its old one:
///
/// ```
/// use rulebook::SessionState;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Default, Serialize, Deserialize, SessionState)]
/// struct SeenOrders(Vec<String>);
///
/// #[derive(Default, Serialize, Deserialize, SessionState)]
/// #[session(name = "notes")]
/// struct Remarks(Vec<String>);
///
/// assert_eq!(SeenOrders::NAME, "seen_orders");
/// assert_eq!(Remarks::NAME, "notes");
/// ```
///
/// `#[session(crate = "path")]` says where `rulebook` is, for one who exports it again.
/// A generic type is refused: its state would be kept under one name, whatever it holds.
#[proc_macro_derive(SessionState, attributes(session))]
pub fn derive_session_state(item: TokenStream) -> TokenStream {
    session_state::expand(item.into()).into()
}

#[doc = include_str!("../docs/tool_settings.md")]
#[proc_macro_derive(ToolSettings, attributes(setting, settings))]
pub fn derive_tool_settings(item: TokenStream) -> TokenStream {
    settings::expand_record(item.into()).into()
}

/// Makes a type something that a setting can hold: an enum without fields, a struct with
/// named fields, or a struct around one type.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use rulebook::SettingValue;
/// use serde_json::json;
///
/// /// How to sort.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, SettingValue)]
/// #[settings(rename_all = "snake_case")]
/// enum Sort {
///     NewestFirst,
///     Cheapest,
/// }
///
/// #[derive(Clone, Debug, PartialEq, SettingValue)]
/// struct Shelf(String);
///
/// #[derive(Clone, Debug, PartialEq, SettingValue)]
/// struct Search {
///     shelf: Option<Shelf>,
///     sort: Vec<Sort>,
///     weights: BTreeMap<Sort, f32>,
/// }
///
/// let json = json!({ "shelf": "A4", "sort": ["cheapest"], "weights": { "newest_first": 0.1 } });
/// let search = Search::from_json(json.clone())?;
/// assert_eq!(search.sort, [Sort::Cheapest]);
/// assert_eq!(search.to_json(), json);
///
/// let fault = Search::from_json(json!({ "sort": ["newest"], "weights": {} })).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "at `sort[0]`, expected one of `newest_first`, `cheapest`, found the string `newest`; \
///      did you mean `newest_first`?"
/// );
/// # Ok::<(), rulebook::SettingFault>(())
/// ```
///
/// - **An enum** is stored by the name of its variant, and can be the key of a map.
/// - **A struct with named fields** is a closed object, which is read and written whole. A
///   field that is an `Option` may be absent, and is left out where it is `None`.
/// - **A struct around one type** is stored as that type.
///
/// `#[setting(name = "...")]` and `#[setting(description = "...")]` stand on fields and
/// variants, `#[settings(rename_all = "...")]` and `#[settings(crate = "path")]` on the
/// type, as with [`ToolSettings`](macro@ToolSettings). The type has `Clone` and `Debug`, no
/// parameters, and does not contain itself, be it through other types: what is stored has
/// an end, and its schema too.
#[proc_macro_derive(SettingValue, attributes(setting, settings))]
pub fn derive_setting_value(item: TokenStream) -> TokenStream {
    settings::expand_value(item.into()).into()
}
