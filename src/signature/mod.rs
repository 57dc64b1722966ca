//! Typed script text, read into signatures and plain Rhai text.
//!
//! Rhai's own functions have no types. A script for Rulebook declares them in
//! the notation of Rhai's definition files; they are read here, with Rhai's
//! own lexer, and *blanked*: each character of them becomes a space. What is
//! left is plain Rhai in which every line and column is where it was.
//!
//! ```
//! use rulebook::signature::read;
//! use rulebook::source::Source;
//!
//! let reading = read(&Source::new("tax.rhai", "fn net(gross: int) -> int { gross - 19 }"));
//! assert_eq!(reading.plain, "fn net(gross     )        { gross - 19 }");
//! assert_eq!(reading.functions[0].signature_to_write(), "fn net(gross: int) -> int");
//! ```

mod blank;
mod characters;
mod comments;
mod declaration;
mod declarations;
mod defaults;
mod doc;
mod familiar;
mod function;
mod head;
mod header;
mod held;
mod imports;
mod known;
mod length;
mod literal;
mod misplaced;
mod mistakes;
mod not_written;
mod number;
mod problems;
mod reader;
mod record;
mod recover;
mod resolve;
mod script;
mod settings;
mod settings_recover;
mod syntax;
pub(crate) mod tokens;
mod types;
mod unfit;
mod whole_parameter;

use self::declarations::Names;
pub use self::function::{Function, Param};
use self::header::{Header, WrittenParam};
pub(crate) use self::imports::imports;
use self::problems::Problems;
use self::resolve::{Declared, Lookup, Resolver};
pub use self::settings::{Setting, Settings};
use self::syntax::{MOST_SIGNATURE, Node};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};
use crate::ty::Ty;

/// What was read from one script.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// What Rhai compiles: the script with every annotation made spaces.
    pub plain: String,
    /// Its functions, in order.
    pub functions: Vec<Function>,
    /// The settings that it declares, in order.
    pub settings: Vec<Settings>,
    /// What is wrong with its annotations, in the order of the text. Where
    /// there is anything, `plain` is not worth running.
    pub problems: Vec<Diagnostic>,
    /// Whether a comment that is never closed has taken the rest of it.
    pub cut_short: bool,
    /// Whether any `import` stands in it.
    pub has_imports: bool,
}

/// Reads the signatures of a script and the types it declares.
///
/// What is wrong with the plain Rhai in it is left for Rhai to say.
#[must_use]
pub fn read(source: &Source) -> Reading {
    let text = source.text();
    let mut problems = Problems::new(source);
    if length::is_too_long(source, &mut problems) {
        return Reading {
            plain: text.to_owned(),
            functions: Vec::new(),
            settings: Vec::new(),
            problems: problems.finish(),
            cut_short: false,
            has_imports: false,
        };
    }
    let mut script = script::read(source, problems);
    let (declarations, records) = (&script.declarations, script.records);
    let nameless = script.nameless;
    let names =
        declarations::resolve(declarations, &records, nameless, source, &mut script.problems);
    let mut resolver = Resolver { source, problems: &mut script.problems, declared: &names };
    let settings = defaults::resolve(records, &mut resolver);
    let functions =
        script.functions.into_iter().map(|header| function(header, &mut resolver)).collect();
    Reading {
        plain: blank::blanked(text, &script.blanks),
        functions,
        settings,
        problems: script.problems.finish(),
        cut_short: script.cut_short,
        has_imports: script.has_imports,
    }
}

fn function(header: Header, resolver: &mut Resolver<'_, '_, Names<'_>>) -> Function {
    let source = resolver.source;
    let mut faulty = header.faulty;
    let mut parts = 0;
    let names = resolver.declared;
    let is_settings = |name: &str| matches!(names.look_up(name), Lookup::Settings);
    let mut resolve = |node: Option<Node>, result: bool| -> Option<Ty> {
        let node = node?;
        let resolved = resolver.resolve(&node, node.span, result);
        faulty |= resolved.is_none();
        let resolved = resolved?;
        parts += resolved.parts;
        Some(resolved.ty)
    };
    let mut nullable = Vec::new();
    let param = |WrittenParam { name, ty }| {
        let whole = ty.as_ref().and_then(|ty| whole_parameter::one(ty, source, is_settings));
        let of_null = ty.as_ref().and_then(|ty| whole_parameter::of_null(ty, source, is_settings));
        if let (Some(_), Some(node)) = (&of_null, &ty) {
            nullable.push(node.span);
        }
        let whole = whole.or(of_null);
        Param {
            name: source.slice(name).to_owned(),
            span: name,
            ty: whole.or_else(|| resolve(ty, false)),
        }
    };
    let params: Vec<_> = header.params.into_iter().map(param).collect();
    let returns = resolve(header.returns, true);
    faulty |= whole_parameter::never_null(resolver.problems, source, &nullable);
    faulty |= whole_parameter::doubled(resolver.problems, &params);
    let name = source.slice(header.name);
    if parts > MOST_SIGNATURE {
        faulty = true;
        resolver.problems.report(
            Code::TypeTooLarge,
            header.name,
            format!(
                "the signature of {} has more than {MOST_SIGNATURE} parts",
                problems::quoted(name)
            ),
            mistakes::TOO_LARGE,
        );
    }
    Function {
        name: name.to_owned(),
        name_span: header.name,
        private: header.private,
        method_of: header.method_of,
        params,
        returns,
        span: header.span,
        doc: doc::text(header.docs.iter().map(|span: &Span| source.slice(*span))),
        faulty,
    }
}
