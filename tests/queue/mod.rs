//! The queue of a tool set: who waits, who is served, and what is left behind.

mod threads;
mod waiting;
