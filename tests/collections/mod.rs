//! Collections of tools, and what conversations keep in them.

mod sessions;
