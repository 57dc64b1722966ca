//! Where the settings of [`rulebook`] tools are stored.
//!
//! - [`JsonStore`]: the settings of one agent, in a file that a person can read.
//! - `SqliteStore`, with the feature `sqlite`: those of many agents, in one database.
//!
//! Both are a [`SettingsStore`](rulebook::SettingsStore), and keep to the same:
//!
//! - Any number of threads, handles and processes may write at once. They wait for each
//!   other, up to a time, and nothing that one stored is lost to another.
//! - What was stored outlasts a crash between any two steps, and a power failure.
//! - What cannot be read is refused and stays as it is, to the byte: what is cut off, what
//!   another program wrote, and what a newer version of the host stored.
//! - What an older version of the host stored is raised by the host's
//!   [`Migrations`](rulebook::Migrations), all of them or none.
//! - Where a change changes nothing, nothing is written.
//!
//! ```
//! use rulebook::{Migrations, SettingsStore};
//! use rulebook_store::JsonStore;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("settings.json");
//! let store = JsonStore::at(path).migrations(
//!     // From version 1 to 2: a member has another name.
//!     Migrations::new().then(|values| Ok(values.rename("search", "max", "limit"))),
//! );
//! store.update(&mut |values| Ok(values.set("search", "limit", 20)))?;
//! assert_eq!(store.load()?.get("search", "limit"), Some(&20.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod folder;
#[cfg(doctest)]
mod guides;
mod json;
mod lock;
mod place;
mod shown;
#[cfg(feature = "sqlite")]
mod sqlite;
mod step;
mod text;
mod transaction;

pub use json::JsonStore;
#[cfg(feature = "sqlite")]
pub use sqlite::{SqliteAgent, SqliteStore};
