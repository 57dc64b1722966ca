//! What holds whatever a server offers.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use rulebook::wording::{tool_name_fault, tool_name_likeness};
use serde_json::{Map, Value, json};

use super::book::Book;
use super::choice::ToolChoice;
use super::marks::Marks;
use super::offer::Offer;
use super::offered::{Defined, OfferedTool};
use super::pins::HeldTool;
use super::taken::{Catalogue, Standing};
use super::taking::take;
use super::trust::{Pinning, Trust};
use crate::remote::rules::Rules;

fn any_json() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![Just(0_i64), Just(1), any::<i64>()].prop_map(Value::from),
        prop_oneof![Just(0.0), Just(-0.0), Just(1.0), any::<f64>()].prop_map(Value::from),
        "[ab\n\u{202e}]{0,2}".prop_map(Value::from),
    ];
    plain.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            members(inner).prop_map(Value::Object),
        ]
    })
}

fn members(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    vec(("[ab/~0]{0,2}", inner), 0..4).prop_map(|members| members.into_iter().collect())
}

fn any_tool() -> impl Strategy<Value = OfferedTool> {
    let name = prop_oneof![
        4 => "[abAB_-]{1,2}",
        1 => "[a é\u{202e}]{0,3}",
        1 => Just("n".repeat(70)),
    ];
    let text = || proptest::option::of("[ab\n ]{0,3}");
    let hint = || proptest::option::of(any::<bool>());
    let schema = (members(any_json()), 0_u8..8).prop_map(|(mut schema, of)| {
        let kind = if of == 0 { json!("array") } else { json!("object") };
        schema.insert("type".to_owned(), kind);
        schema
    });
    let output = proptest::option::of(members(any_json()));
    (name, text(), text(), schema, output, (hint(), hint(), hint(), hint())).prop_map(
        |(name, title, description, input_schema, output_schema, hints)| OfferedTool {
            name,
            title,
            description,
            input_schema,
            output_schema,
            read_only: hints.0,
            destructive: hints.1,
            idempotent: hints.2,
            open_world: hints.3,
        },
    )
}

/// The same JSON with its members in another order, at every depth.
fn turned(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(turned).collect(),
        Value::Object(members) => {
            members.iter().rev().map(|(name, value)| (name.clone(), turned(value))).collect()
        }
        plain => plain.clone(),
    }
}

fn read(definition: Value) -> OfferedTool {
    serde_json::from_value(definition).unwrap()
}

/// One place of a value, made another.
fn nudged(value: &mut Value, mut choice: u64) {
    match value {
        Value::Array(items) if !items.is_empty() && !choice.is_multiple_of(3) => {
            let index = usize::try_from(choice).unwrap_or(0) % items.len();
            choice /= 3;
            nudged(&mut items[index], choice);
        }
        Value::Object(members) if !members.is_empty() && !choice.is_multiple_of(3) => {
            let index = usize::try_from(choice).unwrap_or(0) % members.len();
            choice /= 3;
            nudged(members.values_mut().nth(index).unwrap(), choice);
        }
        Value::Array(items) => items.push(Value::Null),
        Value::Object(members) => {
            members.insert("more".to_owned(), members.get("more").map_or(json!(1), |m| json!([m])));
        }
        Value::Null => *value = json!(false),
        Value::Bool(is) => *value = json!(!*is),
        Value::Number(number) => *value = json!(number.to_string()),
        Value::String(text) => text.push('x'),
    }
}

fn difference(one: &Arc<Defined>, other: &Arc<Defined>) -> usize {
    let held = HeldTool::new("here".to_owned(), Some(Arc::clone(one)), Arc::clone(other));
    // Neither may fail, whatever is in it.
    assert!(!held.to_string().is_empty() && !super::pins::message(&held).is_empty());
    held.difference().len()
}

fn defined(tool: OfferedTool) -> Arc<Defined> {
    Arc::new(Defined::new(tool))
}

proptest! {
    #[test]
    fn the_order_of_members_changes_no_hash(tool in any_tool()) {
        let other = read(turned(&tool.definition()));
        let (one, other) = (defined(tool), defined(other));
        prop_assert_eq!(&one.hash, &other.hash);
        prop_assert_eq!(difference(&one, &other), 0);
    }

    #[test]
    fn any_change_changes_the_hash(tool in any_tool(), output in any::<bool>(), at in any::<u64>()) {
        let mut definition = tool.definition();
        let part = if output && tool.output_schema.is_some() { "outputSchema" } else { "inputSchema" };
        let before = definition.clone();
        // A schema stays an object, of which a member or what is in it is another.
        nudged(&mut definition[part], at);
        prop_assume!(definition[part].is_object());
        prop_assert_ne!(before.to_string(), definition.to_string());
        let (one, other) = (defined(tool), defined(read(definition)));
        prop_assert_ne!(&one.hash, &other.hash);
        prop_assert!(difference(&one, &other) > 0);
    }

    #[test]
    fn there_is_a_difference_exactly_where_hashes_differ(one in any_tool(), other in any_tool()) {
        let (one, other) = (defined(one), defined(other));
        prop_assert_eq!(one.hash == other.hash, difference(&one, &other) == 0);
    }

    /// To write what the messages say mends all that they name.
    #[test]
    fn the_renames_that_are_said_are_enough(tools in vec(any_tool(), 0..8)) {
        let mut known = HashSet::new();
        let mut tools = tools;
        tools.retain(|tool| known.insert(tool.name.clone()));
        let (offer, off) = (offer(&tools), Trust::new(&Pinning::Off));
        let mut rules = rules(Pinning::Off, 0);
        let said = take(&rules, &offer, &off, &Catalogue::default()).mistakes;
        let said = said.into_iter().filter(|mistake| mistake.is_hosts);
        let renames: HashMap<_, _> = said
            .map(|mistake| {
                let (_, name) = mistake.sentence.rsplit_once("ToolChoice::Rename(\"").unwrap();
                let (name, _) = name.split_once("\".into())").unwrap();
                (mistake.remote, name.to_owned())
            })
            .collect();
        rules.choose = Box::new(move |tool| {
            renames.get(&tool.name).map_or(ToolChoice::Keep, |name| ToolChoice::rename(name.as_str()))
        });
        let left = take(&rules, &offer, &off, &Catalogue::default()).mistakes;
        let left: Vec<_> = left.iter().filter(|mistake| mistake.is_hosts).collect();
        prop_assert!(left.is_empty(), "{}", left[0].sentence);
    }

    /// What is read again from the JSON of pins is what was written.
    #[test]
    fn pins_are_read_as_they_were_written(tools in vec(any_tool(), 0..4)) {
        let rules = rules(Pinning::FirstSeen, 0);
        let book = Book::first(&rules, Offer::default()).unwrap();
        book.take(&rules, offer(&tools));
        let pins = book.pins();
        let text = serde_json::to_string(&pins).unwrap();
        prop_assert_eq!(serde_json::from_str::<super::pins::ToolPins>(&text).unwrap(), pins);
    }

    #[test]
    fn whatever_is_offered_the_tools_are_sound(
        offers in vec(vec(any_tool(), 0..8), 1..5),
        pinned in vec(any_tool(), 0..5),
        accepts in vec(0_u8..4, 5),
        seed in any::<u64>(),
        mode in 0_u8..3,
    ) {
        let pinning = match mode {
            0 => Pinning::Off,
            1 => Pinning::FirstSeen,
            _ => Pinning::To(pins_of(&pinned)),
        };
        let rules = rules(pinning, seed);
        let book = Book::first(&rules, Offer::default()).unwrap();
        for (tools, accept) in offers.iter().zip(accepts) {
            let before = book.catalogue();
            let change = book.take(&rules, offer(tools));
            let after = book.catalogue();
            prop_assert_eq!(change.is_none(), Arc::ptr_eq(&before, &after));
            is_sound(&book, tools, mode == 0);
            // The same again, in another order, is no change.
            let mut turned: Vec<_> =
                tools.iter().map(|tool| read(turned(&tool.definition()))).collect();
            turned.reverse();
            let change = book.take(&rules, offer(&turned));
            prop_assert!(change.is_none_or(|change| !change.is_told()));
            let held: Vec<_> = after.held.iter().map(|held| held.tool.clone()).collect();
            match (accept, held.first()) {
                (0, Some(held)) => {
                    let accepted = book.accept(&rules, held);
                    let is_held = book.catalogue().held.iter().any(|one| one.tool == *held);
                    prop_assert_eq!(accepted.is_err(), is_held);
                }
                (1, _) if book.accept_all(&rules).is_ok() => {
                    let left = &book.catalogue().held;
                    prop_assert!(!left.iter().any(|left| held.contains(&left.tool)));
                    // Nothing else that was listed went for it.
                    let others = after.tools.iter().map(|entry| entry.remote());
                    let is_held = |name: &str| held.iter().any(|held| held.name() == name);
                    for name in others.filter(|name| !is_held(name)) {
                        prop_assert!(book.catalogue().find(name).is_some());
                    }
                }
                _ => {}
            }
            is_sound(&book, tools, mode == 0);
        }
    }
}

fn offer(tools: &[OfferedTool]) -> Offer {
    let mut offer = Offer::default();
    for tool in tools {
        assert!(offer.add(tool.clone()));
    }
    offer
}

fn pins_of(tools: &[OfferedTool]) -> super::pins::ToolPins {
    let rules = rules(Pinning::Off, 0);
    let book = Book::first(&rules, Offer::default()).unwrap();
    book.take(&rules, offer(tools));
    book.pins()
}

/// Rules that keep, rename and drop by the name, and panic now and then.
fn rules(pinning: Pinning, seed: u64) -> Rules {
    Rules {
        name: "any".to_owned(),
        choose: Box::new(move |tool| {
            let mut hasher = DefaultHasher::new();
            (seed, &tool.name, &tool.description).hash(&mut hasher);
            match hasher.finish() % 8 {
                _ if seed == 0 => ToolChoice::Keep,
                0 => ToolChoice::Drop,
                1 => ToolChoice::rename("a"),
                2 => ToolChoice::Rename(format!("{}_2", tool.name)),
                // Without the words of a panic in the output.
                3 => std::panic::resume_unwind(Box::new(())),
                _ => ToolChoice::Keep,
            }
        }),
        marks: Marks::default(),
        pinning,
        instructions: Vec::new(),
        constraints: Vec::new(),
        trusted: true,
        context: None,
        timeout: Duration::ZERO,
        start: Duration::ZERO,
    }
}

fn is_sound(book: &Book, offered: &[OfferedTool], unpinned: bool) {
    let catalogue = book.catalogue();
    let (mut likenesses, mut remotes) = (HashSet::new(), HashSet::new());
    let mut hashes = HashMap::<_, HashSet<_>>::new();
    for tool in offered {
        hashes.entry(tool.name.clone()).or_default().insert(Defined::new(tool.clone()).hash);
    }
    let pins = book.pins();
    for entry in &catalogue.tools {
        assert_eq!(tool_name_fault(&entry.spec.name), None);
        assert!(likenesses.insert(tool_name_likeness(&entry.spec.name)));
        assert!(remotes.insert(entry.remote().to_owned()));
        assert_eq!(entry.spec.input_schema.get("type"), Some(&json!("object")));
        assert!(!entry.spec.description.trim().is_empty());
        // The server offers it, once, and it is listed as it was accepted.
        let offered = &hashes[entry.remote()];
        assert_eq!(offered.len(), 1);
        assert_eq!(pins.hash(entry.remote()), Some(entry.hash()));
        let is_changed = !offered.contains(entry.hash());
        match book.standing(entry) {
            Standing::Present => assert!(!is_changed),
            Standing::Held(_) => assert!(is_changed && !unpinned),
            other => panic!("{other:?}"),
        }
    }
    for held in &catalogue.held {
        assert!(!unpinned && !held.tool.difference().is_empty());
        assert_eq!(held.tool.is_new(), catalogue.find(held.tool.name()).is_none());
    }
}
