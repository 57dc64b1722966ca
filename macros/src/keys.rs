//! The keys in an attribute: `#[tool(name = "...", requires_approval)]`.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, ExprLit, Lit, LitStr, Meta, Token};

use crate::name::nearest;
use crate::problems::Problems;

/// The keys of an attribute, each of them known and there once.
pub(crate) struct Keys(Vec<(&'static str, Meta)>);

impl Keys {
    /// The keys of an attribute, which may have none.
    pub(crate) fn of(
        attribute: &Attribute,
        known: &[&'static str],
        problems: &mut Problems,
    ) -> Self {
        match &attribute.meta {
            Meta::Path(_) => Self(Vec::new()),
            Meta::List(list) => Self::read(list.tokens.clone(), known, problems),
            Meta::NameValue(value) => {
                let name = attribute.path().to_token_stream();
                problems
                    .at(value, format!("write what belongs to it in brackets: `#[{name}(...)]`"));
                Self(Vec::new())
            }
        }
    }

    /// The keys of all attributes with a name.
    pub(crate) fn all(
        attributes: &[Attribute],
        name: &str,
        known: &[&'static str],
        problems: &mut Problems,
    ) -> Self {
        let mut all = Self(Vec::new());
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
            for (key, meta) in Self::of(attribute, known, problems).0 {
                if all.has(key) {
                    problems.at(&meta, format!("`{key}` is there already: leave one out"));
                } else {
                    all.0.push((key, meta));
                }
            }
        }
        all
    }

    /// The keys between the brackets of an attribute.
    pub(crate) fn read(
        tokens: TokenStream,
        known: &[&'static str],
        problems: &mut Problems,
    ) -> Self {
        let mut keys = Self(Vec::new());
        let metas = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens);
        let metas = metas.map_err(|problem| {
            Error::new(problem.span(), format!("write a key and what it says: {}", all(known)))
        });
        for meta in problems.keep(metas).into_iter().flatten() {
            match known.iter().find(|known| meta.path().is_ident(known)) {
                None => problems.add(unknown(&meta, known)),
                Some(key) if keys.has(key) => {
                    problems.at(&meta, format!("`{key}` is there already: leave one out"));
                }
                Some(key) => keys.0.push((key, meta)),
            }
        }
        keys
    }

    /// Whether a key is there, whatever it says.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    fn get(&self, key: &str) -> Option<&Meta> {
        self.0.iter().find(|(name, _)| *name == key).map(|(_, meta)| meta)
    }

    /// The text of a key, which says something.
    pub(crate) fn text(&self, key: &str, problems: &mut Problems) -> Option<LitStr> {
        let meta = self.get(key)?;
        let text = match meta {
            Meta::NameValue(value) => literal(&value.value),
            Meta::Path(_) | Meta::List(_) => None,
        };
        match text {
            None => problems.at(meta, format!("write `{key} = \"...\"`")),
            Some(text) if text.value().trim().is_empty() => {
                problems.at(text, format!("`{key}` is empty: write something, or leave it out"));
            }
            Some(text) => return Some(text.clone()),
        }
        None
    }

    /// A key that says all there is to say by being there.
    pub(crate) fn mark(&self, key: &str, problems: &mut Problems) -> Option<TokenStream> {
        match self.get(key)? {
            Meta::Path(path) => Some(path.to_token_stream()),
            other => {
                problems.at(other, format!("write `{key}`, or leave it out"));
                None
            }
        }
    }

    /// Whether a key is there, and does not say `false`.
    pub(crate) fn flag(&self, key: &str, problems: &mut Problems) -> bool {
        let value = match self.get(key) {
            None => return false,
            Some(Meta::Path(_)) => return true,
            Some(Meta::NameValue(value)) => match &value.value {
                Expr::Lit(ExprLit { lit: Lit::Bool(flag), .. }) => return flag.value,
                other => other.to_token_stream(),
            },
            Some(Meta::List(list)) => list.to_token_stream(),
        };
        problems.at(value, format!("write `{key}`, or `{key} = false`"));
        false
    }
}

/// The text that an expression is, when it is nothing else.
pub(crate) fn literal(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        // What a declarative macro was given.
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

fn all(known: &[&'static str]) -> String {
    let known: Vec<_> = known.iter().map(|key| format!("`{key}`")).collect();
    known.join(" or ")
}

fn unknown(meta: &Meta, known: &[&'static str]) -> Error {
    let written = meta.path().to_token_stream().to_string();
    let help = match nearest(&written, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write {}", all(known)),
    };
    Error::new_spanned(meta.path(), format!("`{written}` is not known here: {help}"))
}
