//! A function of a script, with the types it declares.

use std::fmt::Write as _;

use crate::source::Span;
use crate::ty::Ty;

/// A function as its script declares it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// Whether it is marked `private`.
    pub private: bool,
    /// The type it is a method of, as in `fn int.f()`.
    pub method_of: Option<String>,
    /// Its parameters, in order.
    pub params: Vec<Param>,
    /// What it gives, where that is declared and can be read.
    pub returns: Option<Ty>,
    /// From `fn` to the end of the return type.
    pub span: Span,
    /// The text of its doc comment, without the marks.
    pub doc: Option<String>,
    /// Whether a problem of its types was reported: then a type that is not
    /// there is not worth another.
    pub faulty: bool,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Its type, where one is declared and can be read.
    pub ty: Option<Ty>,
}

impl Function {
    /// How to write its signature in full; `TYPE` stands for what is missing.
    #[must_use]
    pub fn signature_to_write(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let private = if self.private { "private " } else { "" };
        write!(out, "{private}fn ")?;
        if let Some(of) = &self.method_of {
            if rhai::is_valid_identifier(of) {
                write!(out, "{of}.")?;
            } else {
                write!(out, "{of:?}.")?;
            }
        }
        write!(out, "{}(", self.name)?;
        for (index, param) in self.params.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(out, "{separator}{}: ", param.name)?;
            write_type(out, param.ty.as_ref())?;
        }
        out.push_str(") -> ");
        write_type(out, self.returns.as_ref())
    }
}

fn write_type(out: &mut String, ty: Option<&Ty>) -> std::fmt::Result {
    match ty {
        Some(ty) => write!(out, "{ty}"),
        None => out.write_str("TYPE"),
    }
}
