//! The settings that a script declares.

use std::sync::Arc;

use serde_json::Value;

use crate::source::Span;
use crate::ty::Ty;

/// A record of settings, as its script declares it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Its name, which is the type of the parameter that receives it.
    pub name: Arc<str>,
    /// Where the name stands.
    pub name_span: Span,
    /// The text of its doc comment, without the marks.
    pub doc: Option<String>,
    /// Its members, in order.
    pub members: Vec<Setting>,
    /// Whether its text could not be read, which was reported: then a member that is
    /// not there is not worth another problem.
    pub faulty: bool,
}

/// One member of a record of settings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Setting {
    /// Its name.
    pub name: Arc<str>,
    /// Where the name stands.
    pub span: Span,
    /// The text of its doc comment, without the marks.
    pub doc: Option<String>,
    /// Its type, where that can be read.
    pub ty: Option<Ty>,
    /// Its default, as JSON of its type, where that can be read.
    pub default: Option<Value>,
}
