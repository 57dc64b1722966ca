//! Tool sets that follow their files: what is saved is served, and nothing that
//! works breaks.

mod support;

mod following;
