//! The known name that someone probably meant.

/// The candidate most like `name`, when one is like it at all.
pub(crate) fn nearest<'a, I>(name: &str, candidates: I) -> Option<&'a str>
where
    I: IntoIterator<Item = &'a str>,
{
    const ALIKE: f64 = 0.7;
    // A model may write a name of any length, and to compare it takes as long.
    const LONGEST: usize = 256;
    if name.len() > LONGEST {
        return None;
    }
    let wanted = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(score, _)| *score >= ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}
