//! The names of the types that JSON does not have.

/// A decimal, with as many digits after the point as it has.
pub(super) const DECIMAL: &str = "$decimal";
/// A whole number with more digits than some readers of JSON keep.
pub(super) const INT: &str = "$int";
/// A float without a fraction, which some writers of JSON make a whole number.
pub(super) const FLOAT: &str = "$float";
/// A character.
pub(super) const CHAR: &str = "$char";
/// A map whose one key begins with [`SIGN`].
pub(super) const MAP: &str = "$map";

/// What the names of types begin with.
pub(super) const SIGN: char = '$';
