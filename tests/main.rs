//! What the library promises, through its public faces.

mod diagnostics_guide;
