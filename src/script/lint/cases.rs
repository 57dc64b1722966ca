//! The texts of the cases of a `switch`: Rhai keeps no more of them than a hash.

use std::collections::{BTreeMap, HashMap};

use rhai::{Engine, Expr, ImmutableString, Position as Place, Stmt, SwitchCasesCollection};

use super::place::{position, text_length};
use crate::script::compile::Script;
use crate::source::Source;

/// What in a script may be the text of a case.
pub(super) struct Cases<'a> {
    source: &'a Source,
    /// By hash: the text, and where it stands, in order.
    texts: HashMap<u64, (ImmutableString, Vec<usize>)>,
}

impl<'a> Cases<'a> {
    pub(super) fn of(engine: &Engine, script: &'a Script) -> Self {
        let source = script.source();
        let written = written(source.text());
        let texts = hashed(engine, written).unwrap_or_default();
        Self { source, texts }
    }

    /// The texts of the cases of one `switch`, each where it stands first.
    pub(super) fn texts(&self, cases: &SwitchCasesCollection, switch: Place) -> Vec<Expr> {
        let Some(start) = position(switch).map(|place| self.source.offset(place)) else {
            return Vec::new();
        };
        let found = cases.cases.keys().filter_map(|hash| {
            let (text, places) = self.texts.get(hash)?;
            let at = places.get(places.partition_point(|place| *place < start))?;
            let at = self.source.position(*at);
            let (line, column) = (u16::try_from(at.line).ok()?, u16::try_from(at.column).ok()?);
            Some(Expr::StringConstant(text.clone(), Place::new(line, column)))
        });
        found.collect()
    }
}

/// The quoted texts before a `=>`, a `|` or an `if`, with their places.
///
/// A quote that begins no text may hide the others of its line, and no more than that.
fn written(text: &str) -> BTreeMap<&str, Vec<usize>> {
    let mut found = BTreeMap::<&str, Vec<usize>>::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut at = 0;
        while let Some(next) = line.get(at..).and_then(|rest| rest.find('"')) {
            at += next;
            let rest = line.get(at..).unwrap_or_default();
            let Some((quoted, after)) = rest.split_at_checked(text_length(rest)) else { break };
            let after = after.trim_start();
            let case = ["=>", "|", "if"].iter().any(|sign| after.starts_with(sign));
            if case && quoted.len() > 1 && quoted.ends_with('"') {
                found.entry(quoted).or_default().push(start + at);
            }
            at += quoted.len().max(1);
        }
        start += line.len();
    }
    found
}

/// The same texts by the hashes that Rhai gives them, found by its own compiler.
fn hashed(
    engine: &Engine,
    written: BTreeMap<&str, Vec<usize>>,
) -> Option<HashMap<u64, (ImmutableString, Vec<usize>)>> {
    let cases: Vec<_> = written.keys().map(|text| format!("{text} => {text}")).collect();
    let ast = engine.compile(format!("switch 0 {{ {} }}", cases.join(", "))).ok()?;
    let [Stmt::Switch(parts, _)] = ast.statements() else { return None };
    let places: Vec<_> = written.into_values().collect();
    let hashes = parts.1.cases.iter().filter_map(|(hash, list)| {
        let index = *list.blocks.first()?;
        // The value of a case is a block, even where none is written.
        let Expr::Stmt(block) = &parts.1.expressions.get(index)?.rhs else { return None };
        let [Stmt::Expr(value)] = block.statements() else { return None };
        let Expr::StringConstant(text, _) = &**value else { return None };
        Some((*hash, (text.clone(), places.get(index)?.clone())))
    });
    Some(hashes.collect())
}
