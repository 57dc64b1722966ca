//! The state of one conversation: typed, by collection, JSON out and in.

mod answered;
mod depth;
mod entry;
mod error;
mod json;
mod lease;
mod state;
mod store;
mod turn;
mod turns;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use uuid::Uuid;

pub(crate) use depth::MOST_DEPTH;
pub use entry::{EntryStatus, SessionEntry};
pub use error::{SessionError, SessionErrorKind};
pub(crate) use lease::Lease;
pub use state::SessionState;
use store::{OF_SCRIPTS, Store};

/// The state of one conversation.
///
/// Tools keep here what belongs to a conversation, never in a field of their own,
/// which every conversation shares. State is kept by collection and by type: two
/// collections never see each other's, and two sessions never do either.
///
/// Clones are one and the same session. A tool gets it as its collection sees it.
///
/// It is saved as JSON, by [`to_json`](Self::to_json) or as a part of the host's own
/// state, for it is `Serialize` and `Deserialize` itself. Text is best read with
/// [`str::parse`], which loses no digit and refuses two members of one name.
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

    /// A session that holds nothing yet, under a name that the host has for the
    /// conversation.
    ///
    /// ```
    /// use rulebook::Session;
    ///
    /// let session = Session::with_id("conversation 7");
    /// assert_eq!(session.id(), "conversation 7");
    /// ```
    #[must_use]
    pub fn with_id(id: impl Into<String>) -> Self {
        let session = Self::new();
        session.store.id.get_or_init(|| id.into());
        session
    }

    /// Its name, which no other session has: what the host gave it, or a random one. A
    /// request for approval belongs to the session of that name.
    #[must_use]
    pub fn id(&self) -> &str {
        self.store.id.get_or_init(|| Uuid::new_v4().to_string())
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

    /// The state of a type as it is now; its default when there is none. A change
    /// that is being made is not seen before it is complete.
    ///
    /// # Errors
    /// When what is there cannot be read as that type. It stays as it is.
    pub fn get<T: SessionState>(&self) -> Result<T, SessionError> {
        self.store.read(&self.collection, T::NAME, state::read::<T>)
    }

    /// Changes the state of a type, which begins as its default: what the closure
    /// gives. One change of a session is made after the other, so let the closure be
    /// short, and wait for nobody who changes it too. When it panics, nothing has
    /// changed.
    ///
    /// ```
    /// # use rulebook::{Session, SessionState};
    /// # #[derive(Default, serde::Serialize, serde::Deserialize)]
    /// # struct Calls(u32);
    /// # impl SessionState for Calls { const NAME: &'static str = "calls"; }
    /// let session = Session::new();
    /// let calls = session.update(|calls: &mut Calls| { calls.0 += 1; calls.0 })?;
    /// assert_eq!(calls, 1);
    /// # Ok::<(), rulebook::SessionError>(())
    /// ```
    ///
    /// # Errors
    /// When what is there cannot be read as that type; when the new state has no
    /// JSON, or none that reads as the same type, or is nested more than 100 levels
    /// deep; and when the closure of another change calls this, of the same session
    /// or of one whose change waits for that closure. Nothing has changed then.
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
        let _turn = turn::take(&self.store.turn)?;
        let mut state = self.get::<T>()?;
        let given = change(&mut state)?;
        self.keep(&state)?;
        Ok(given)
    }

    /// Puts the state of a type in the place of what is there, readable or not.
    ///
    /// # Errors
    /// As for [`update`](Self::update), but for what is there.
    pub fn put<T: SessionState>(&self, state: &T) -> Result<(), SessionError> {
        let _turn = turn::take(&self.store.turn)?;
        self.keep(state)
    }

    fn keep<T: SessionState>(&self, state: &T) -> Result<(), SessionError> {
        let json = state::write(state).map_err(|error| error.of(&self.collection, T::NAME))?;
        self.store.put(&self.collection, T::NAME, json);
        Ok(())
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
    /// When it is not the JSON of a session, or is of a newer version, or holds state
    /// that is nested more than 100 levels deep.
    pub fn from_json(json: Value) -> Result<Self, SessionError> {
        json::read(json).map(Self::from)
    }
}

impl Session {
    /// The turn of one call of this collection's scripts: the next one waits until
    /// it is dropped.
    pub(crate) async fn lease(&self) -> Lease {
        Lease::take(Arc::clone(&self.store), Arc::clone(&self.collection)).await
    }

    /// The same, if nobody has it or waits for it.
    pub(crate) fn lease_now(&self) -> Option<Lease> {
        Lease::take_now(Arc::clone(&self.store), Arc::clone(&self.collection))
    }

    /// What this collection's scripts have kept, as a closure reads it.
    ///
    /// # Errors
    /// What the closure fails with, as an error that names the collection.
    pub(crate) fn of_scripts<T>(
        &self,
        read: impl FnOnce(Option<&Value>) -> Result<T, String>,
    ) -> Result<T, SessionError> {
        let read = |saved: Option<&Value>| read(saved).map_err(SessionError::unreadable);
        self.store.read(&self.collection, OF_SCRIPTS, read)
    }

    /// Its name, where it has one already.
    pub(crate) fn known_id(&self) -> Option<&str> {
        self.store.id.get().map(String::as_str)
    }

    /// Whether a request for approval was answered.
    pub(crate) fn has_answered(&self, id: &str) -> bool {
        self.store.answered().has(id)
    }

    /// Whether this is the first answer to a request for approval. A thousand are
    /// remembered.
    pub(crate) fn claim(&self, id: &str) -> bool {
        self.store.answered().claim(id.to_owned())
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
        json::read_text(json).map(Self::from)
    }
}

impl From<Store> for Session {
    fn from(store: Store) -> Self {
        Self { store: Arc::new(store), collection: Arc::from("") }
    }
}

/// As [`Session::to_json`]: all of the session, whichever collection sees it.
impl Serialize for Session {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

/// As [`Session::from_json`].
impl<'de> Deserialize<'de> for Session {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Value::deserialize(deserializer)?;
        Self::from_json(json).map_err(serde::de::Error::custom)
    }
}
