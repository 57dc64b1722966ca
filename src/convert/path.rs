//! Where in a JSON value: built on the stack on the way down, written only
//! when there is a problem to tell.

use std::fmt;

use super::words::in_quotes;

/// A place in a value, as a list that leads back to the root.
#[derive(Clone, Copy)]
pub(crate) enum Path<'a> {
    Root,
    Member(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl Path<'_> {
    /// How many containers the place is inside of.
    pub(crate) fn depth(&self) -> usize {
        let mut depth = 0;
        let mut place = self;
        while let Path::Member(parent, _) | Path::Item(parent, _) = place {
            depth += 1;
            place = parent;
        }
        depth
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Item(parent, index) => write!(f, "{parent}[{index}]"),
            Path::Member(parent, key) if is_identifier(key) => match parent {
                Path::Root => f.write_str(key),
                _ => write!(f, "{parent}.{key}"),
            },
            Path::Member(parent, key) => write!(f, "{parent}[{}]", in_quotes(key)),
        }
    }
}

fn is_identifier(key: &str) -> bool {
    const LONGEST: usize = 64;
    let mut rest = key.chars();
    rest.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && rest.all(|c| c.is_alphanumeric() || c == '_')
        && key.len() <= LONGEST
}
