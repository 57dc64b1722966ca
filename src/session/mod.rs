//! The state of one conversation: typed, by collection, JSON out and in.

mod entry;
mod error;
mod json;
mod state;
mod store;

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

pub use entry::{EntryStatus, SessionEntry};
pub use error::{SessionError, SessionErrorKind};
pub use state::SessionState;
pub(crate) use store::Lease;
use store::Store;

/// The state of one conversation.
///
/// Tools keep here what belongs to a conversation, never in a field of their own,
/// which every conversation shares. State is kept by collection and by type: two
/// collections never see each other's, and two sessions never do either.
///
/// Clones are one and the same session. A tool gets it as its collection sees it.
///
/// ```
/// use rulebook::{Session, SessionState};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Default, Serialize, Deserialize)]
/// struct Notes(Vec<String>);
///
/// impl SessionState for Notes {
///     const NAME: &'static str = "notes";
/// }
///
/// let orders = Session::new().for_collection("orders");
/// orders.update(|notes: &mut Notes| notes.0.push("asked for a refund".to_owned()))?;
///
/// let saved = orders.to_json().to_string();
/// let later: Session = saved.parse()?;
/// assert_eq!(later.for_collection("orders").get::<Notes>()?.0, ["asked for a refund"]);
/// # Ok::<(), rulebook::SessionError>(())
/// ```
#[derive(Clone)]
pub struct Session {
    store: Arc<Store>,
    collection: Arc<str>,
}

impl Session {
    /// A session that holds nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { store: Arc::default(), collection: Arc::from("") }
    }

    /// The same session as a collection sees it.
    #[must_use]
    pub fn for_collection(&self, name: &str) -> Self {
        Self { store: Arc::clone(&self.store), collection: Arc::from(name) }
    }

    /// The collection whose state is read and changed; empty for the host's own.
    #[must_use]
    pub fn collection(&self) -> &str {
        &self.collection
    }

    /// The state of a type as it is now; its default when there is none.
    ///
    /// # Errors
    /// When what is there cannot be read as that type, or when a change of this
    /// session is being made by the caller itself.
    pub fn get<T: SessionState>(&self) -> Result<T, SessionError> {
        self.store.read(&self.collection, T::NAME, state::read::<T>)
    }

    /// Changes the state of a type, which begins as its default: what the closure
    /// gives. Nobody else changes or reads this session meanwhile, so let the
    /// closure be short. When it panics, nothing has changed.
    ///
    /// # Errors
    /// When what is there cannot be read as that type, or the new state cannot be
    /// written as JSON, or when a change of this session is being made by the
    /// caller itself. Nothing has changed then.
    pub fn update<T, R>(&self, change: impl FnOnce(&mut T) -> R) -> Result<R, SessionError>
    where
        T: SessionState,
    {
        self.try_update(|state| Ok(change(state)))
    }

    /// The same, and nothing has changed when the closure fails.
    ///
    /// # Errors
    /// As for [`update`](Self::update), and what the closure fails with.
    pub fn try_update<T, R, E>(&self, change: impl FnOnce(&mut T) -> Result<R, E>) -> Result<R, E>
    where
        T: SessionState,
        E: From<SessionError>,
    {
        self.store.change(&self.collection, T::NAME, |before| {
            let mut state = state::read::<T>(before)?;
            let given = change(&mut state)?;
            Ok((state::write(&state)?, given))
        })
    }

    /// Puts the state of a type in the place of what is there, readable or not.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn put<T: SessionState>(&self, state: &T) -> Result<(), SessionError> {
        self.store.change(&self.collection, T::NAME, |_| Ok((state::write(state)?, ())))
    }

    /// Everything that is kept, of all collections.
    #[must_use]
    pub fn entries(&self) -> Vec<SessionEntry> {
        self.store.entries()
    }

    /// Everything that is kept, as JSON: also what nothing has asked for.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json::write(&self.store)
    }

    /// A session with what another was saved with.
    ///
    /// What no collection asks for is kept, and so is what cannot be read:
    /// [`entries`](Self::entries) tells of both.
    ///
    /// # Errors
    /// When it is not the JSON of a session, or of a newer version.
    pub fn from_json(json: Value) -> Result<Self, SessionError> {
        json::read(json).map(|store| Self { store: Arc::new(store), collection: Arc::from("") })
    }
}

impl Session {
    /// The state that a collection's scripts keep here, for one call of them: the
    /// next one waits until this is dropped.
    pub(crate) async fn lease(&self, collection: &str) -> Lease {
        Store::lease(&self.store, collection).await
    }

    /// The state that a collection's scripts have kept here, to look at.
    pub(crate) fn of_scripts(&self, collection: &str) -> Option<Value> {
        self.store.of_scripts(collection)
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// The same session, seen by the same collection.
impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.store, &other.store) && self.collection == other.collection
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Session");
        shown.field("collection", &self.collection).field("entries", &self.store.names()).finish()
    }
}

impl std::str::FromStr for Session {
    type Err = SessionError;

    fn from_str(json: &str) -> Result<Self, SessionError> {
        let json = serde_json::from_str(json).map_err(|why| json::not_json(&why))?;
        Self::from_json(json)
    }
}
