//! The dialect of JSON that is read, and its ranges as spans.

use jsonc_parser::ParseOptions;
use jsonc_parser::common::Range;

use crate::source::Span;

/// Plain JSON, without any of the liberties that JSON for people takes.
pub(super) const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(in crate::manifest) const fn span(range: Range) -> Span {
    Span::new(range.start, range.end)
}
