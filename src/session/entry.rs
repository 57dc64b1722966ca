//! What a session tells of what it keeps.

/// One piece of state that a session keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionEntry {
    /// The collection that it belongs to.
    pub collection: String,
    /// Its name within the collection.
    pub name: String,
    /// What became of it.
    pub status: EntryStatus,
}

/// What became of a piece of state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryStatus {
    /// Restored, and nothing has asked for it yet.
    Unclaimed,
    /// Read or written by its collection.
    InUse,
    /// Asked for, and not of the type that was asked for. It is kept as it is.
    Unreadable(String),
}
