//! Private methods of private types.
