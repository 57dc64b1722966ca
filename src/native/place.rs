//! Where in a JSON value `serde` stopped.

use serde_path_to_error::Segment;

use crate::convert::Path;

/// The place, as messages write it; `at` is where the value itself stands.
pub(super) fn place(path: &serde_path_to_error::Path, at: &Path<'_>) -> String {
    let segments: Vec<_> = path.iter().collect();
    written(&segments, at)
}

fn written(segments: &[&Segment], at: &Path<'_>) -> String {
    match segments.split_first() {
        Some((Segment::Seq { index }, rest)) => written(rest, &Path::Item(at, *index)),
        Some((Segment::Map { key } | Segment::Enum { variant: key }, rest)) => {
            written(rest, &Path::Member(at, key))
        }
        // From here on nobody knows.
        Some((Segment::Unknown, _)) | None => at.to_string(),
    }
}
