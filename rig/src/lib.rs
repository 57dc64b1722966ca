//! Gives a toolkit of [`rulebook`] to an agent of [`rig`](rig_agent).

#[cfg(feature = "testing")]
pub mod testing;
