//! The `impl` block.

use heck::ToSnakeCase;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Error, GenericParam, ImplItem, ImplItemFn, Item, ItemImpl, Lifetime};

use super::marks::{Marks, conditions, misplaced};
use super::unique::Names;
use super::{context, line, tool};
use crate::collection::model::Collection;
use crate::crate_path::crate_path;
use crate::keys::Keys;
use crate::name;
use crate::problems::Problems;
use crate::types::last;

/// What may stand in `#[tool_collection(...)]`.
const KEYS: [&str; 2] = ["name", "crate"];

/// The block as the compiler is to see it, and the collection that it is, if it can
/// be one.
pub(in crate::collection) fn read(
    keys: TokenStream,
    item: TokenStream,
    problems: &mut Problems,
) -> (TokenStream, Option<Collection>) {
    let mut block = match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Impl(block)) => block,
        Ok(other) => {
            let text = "`#[tool_collection]` makes a collection of the methods of a type: write it \
                        above its `impl` block";
            problems.at(place(&other), text);
            return (item, None);
        }
        Err(problem) => {
            problems.add(problem);
            return (item, None);
        }
    };
    let collection = collection(keys, &mut block, problems);
    (block.into_token_stream(), collection)
}

fn collection(
    keys: TokenStream,
    block: &mut ItemImpl,
    problems: &mut Problems,
) -> Option<Collection> {
    let marks = Marks::take(&mut block.attrs, problems);
    for mark in marks.tool.iter().chain(&marks.context) {
        misplaced(mark, "belongs on a method of the block", problems);
    }
    let keys = Keys::read(keys, &KEYS, problems);
    let given = keys.text("name", problems);
    let path = keys.text("crate", problems);
    let rulebook = problems.keep(crate_path(path.as_ref()));
    let name = problems.keep(owner(block)).map(|owner| given.map_or(owner, |given| given.value()));
    let mut collection = Collection {
        owner: (*block.self_ty).clone(),
        generics: block.generics.clone(),
        conditions: conditions(&block.attrs),
        name: name.clone().unwrap_or_default(),
        rulebook: rulebook.clone().unwrap_or_default(),
        instructions: Vec::new(),
        constraints: Vec::new(),
        tools: Vec::new(),
        contexts: Vec::new(),
    };
    line::add(&marks.lines, &Vec::new(), &mut collection, problems);
    items(block, &mut collection, problems);
    if collection.tools.is_empty() && collection.contexts.is_empty() && problems.is_empty() {
        let text = "there is no tool in this block: write `#[tool]` above each method that is one";
        problems.at(&block.self_ty, text);
    }
    (name.is_some() && rulebook.is_some()).then_some(collection)
}

/// The name in snake case of the type whose block it is.
fn owner(block: &ItemImpl) -> syn::Result<String> {
    if let Some((_, of, _)) = &block.trait_ {
        let owner = block.self_ty.to_token_stream();
        let text = format!(
            "the tools of a type stand in a block of its own: write `impl {owner} {{ ... }}`"
        );
        return Err(Error::new_spanned(of, text));
    }
    let lifetimes = block.generics.params.iter().find_map(|parameter| match parameter {
        GenericParam::Lifetime(lifetime) => Some(lifetime.lifetime.clone()),
        GenericParam::Type(_) | GenericParam::Const(_) => None,
    });
    let mut borrowed = Borrowed(lifetimes);
    borrowed.visit_type_mut(&mut block.self_ty.clone());
    if let Some(lifetime) = borrowed.0 {
        let text = "tools outlive whoever makes them, so a collection borrows nothing: hold owned \
                    values, or an `Arc`";
        return Err(Error::new_spanned(lifetime, text));
    }
    match last(&block.self_ty) {
        Some(last) => Ok(name::plain(&last.ident).to_snake_case()),
        None => {
            let text = "a collection is a type of your own with a name: a `struct` or an `enum`";
            Err(Error::new_spanned(&block.self_ty, text))
        }
    }
}

/// The first lifetime that a type is bound to.
struct Borrowed(Option<Lifetime>);

impl VisitMut for Borrowed {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident != "static" {
            self.0.get_or_insert(lifetime.clone());
        }
    }
}

fn items(block: &mut ItemImpl, collection: &mut Collection, problems: &mut Problems) {
    let mut names = Names::default();
    for item in &mut block.items {
        let attributes = match item {
            ImplItem::Fn(one) => {
                method(one, &mut names, collection, problems);
                continue;
            }
            ImplItem::Const(one) => &mut one.attrs,
            ImplItem::Type(one) => &mut one.attrs,
            ImplItem::Macro(one) => &mut one.attrs,
            _ => continue,
        };
        for mark in Marks::take(attributes, problems).all() {
            misplaced(mark, "belongs on a method", problems);
        }
    }
}

fn method(
    method: &mut ImplItemFn,
    names: &mut Names,
    collection: &mut Collection,
    problems: &mut Problems,
) {
    let marks = Marks::take(&mut method.attrs, problems);
    match (&marks.tool, &marks.context) {
        (Some(mark), context) => {
            if let Some(context) = context {
                problems.at(context, "a tool is no context: write a method for each");
            }
            line::add(&marks.lines, &conditions(&method.attrs), collection, problems);
            collection.tools.extend(tool::read(mark, method, names, problems));
            return;
        }
        (None, Some(mark)) => {
            let context = context::read(mark, method, problems);
            // Two that are both there under conditions may never be there together.
            let conditional = !conditions(&method.attrs).is_empty();
            if collection.contexts.iter().any(|one| !conditional || one.conditions.is_empty()) {
                let text = "a collection has one context: put both texts into one method";
                problems.at(mark, text);
            } else {
                collection.contexts.extend(context);
            }
        }
        (None, None) => {}
    }
    for line in &marks.lines {
        let why = "belongs on the `impl` block, or on a method marked `#[tool]`";
        misplaced(line, why, problems);
    }
}

/// Where an item is pointed at: its name, where it has one.
fn place(item: &Item) -> TokenStream {
    match item {
        Item::Struct(item) => item.ident.to_token_stream(),
        Item::Enum(item) => item.ident.to_token_stream(),
        Item::Union(item) => item.ident.to_token_stream(),
        Item::Trait(item) => item.ident.to_token_stream(),
        Item::Mod(item) => item.ident.to_token_stream(),
        Item::Fn(item) => item.sig.ident.to_token_stream(),
        other => other.to_token_stream(),
    }
}
