//! What holds for any type and any value of JSON or of a script.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::fuzzing::{argument, input_schema, output_schema, result, shown};
use rulebook::rhai::Dynamic;
use rulebook::ty::Ty;
use rulebook::{Problem, parse_arguments};
use rulebook_fuzz::schema::fits;
use rulebook_fuzz::{Dice, Input, input, json, types, values};
use serde_json::{Map, Value};

/// How deep containers may be nested here.
const DEPTH: usize = 128;

fn arguments(value: Value) -> Map<String, Value> {
    Map::from_iter([("x".to_owned(), value)])
}

fn is_valid(schema: &Value, value: &Value) -> bool {
    fits(schema, schema, value)
}

fn give(ty: &Ty, value: Value) -> Result<Dynamic, Vec<Problem>> {
    argument(ty, arguments(value), DEPTH)
}

/// What the schema cannot speak of.
#[derive(Default)]
struct Beyond {
    /// A text that may be the JSON text of something else.
    text: bool,
    /// A number that some type cannot hold.
    number: bool,
}

impl Beyond {
    fn look(&mut self, value: &Value) {
        match value {
            Value::Null | Value::Bool(_) => {}
            Value::Number(number) => {
                let plain = number.as_f64().is_some_and(|float| {
                    let thousandths = float * 1000.0;
                    let few = thousandths.abs() < 1e12 && thousandths == thousandths.trunc();
                    few && thousandths / 1000.0 == float
                });
                self.number |= !plain;
            }
            Value::String(text) => {
                self.number |= text.len() > 15;
                self.text |= text.starts_with(|c: char| "-0123456789tfn{[".contains(c));
            }
            Value::Array(items) => items.iter().for_each(|item| self.look(item)),
            Value::Object(members) => members.values().for_each(|member| self.look(member)),
        }
    }
}

fn check_problems(problems: &[Problem]) {
    assert!(!problems.is_empty());
    for problem in problems {
        assert!(
            !problem.message.is_empty() && !problem.to_string().contains(['\n', '\0']),
            "{problem}"
        );
    }
}

/// A decimal of 16 digits or more goes out as a number where a double has them
/// all, and is asked for as text on the way in: who sent it may have had more.
fn is_doubtful(why: &[Problem]) -> bool {
    why.iter().all(|problem| problem.message.contains("may have lost digits"))
}

/// Taken or refused as the schema says, and equal when it comes back.
fn taken(ty: &Ty, value: &Value) {
    let fits = is_valid(&input_schema(ty), &Value::Object(arguments(value.clone())));
    let given = give(ty, value.clone());
    let mut beyond = Beyond::default();
    beyond.look(value);
    match &given {
        Ok(_) => assert!(fits || beyond.text, "{ty}: {value} is taken, and the schema refuses it"),
        Err(why) => {
            assert!(!fits || beyond.number || beyond.text, "{ty}: {value} is refused: {why:?}");
            check_problems(why);
        }
    }
    let Ok(given) = given else { return };
    let out =
        result(ty, given.clone(), DEPTH).unwrap_or_else(|why| panic!("{ty}: {value}: {why:?}"));
    assert!(is_valid(&output_schema(ty), &out), "{ty}: {out} does not fit its schema");
    match give(ty, out.clone()) {
        Ok(again) => assert_eq!(shown(&given), shown(&again), "{ty}: {value}: {out}"),
        Err(why) => assert!(is_doubtful(&why), "{ty}: {value}: {out}: {why:?}"),
    }
    let text = Value::Object(arguments(out)).to_string();
    let read = parse_arguments(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(text, Value::Object(read).to_string());
}

/// What is let out fits its schema, and stays what it is when it is given again.
fn let_out(ty: &Ty, value: Dynamic) {
    match result(ty, value.clone(), DEPTH) {
        Err(why) => check_problems(&why),
        Ok(out) => {
            assert!(is_valid(&output_schema(ty), &out), "{ty}: {out} does not fit its schema");
            match give(ty, out.clone()) {
                Ok(given) => {
                    assert_eq!(Ok(&out), result(ty, given, DEPTH).as_ref(), "{ty}: {value:?}")
                }
                Err(why) => assert!(is_doubtful(&why), "{ty}: {out}: {why:?}"),
            }
        }
    }
}

/// Containers in each other, deeper than any stack would bear.
fn deep(ty: &Ty, dice: &mut Dice<'_>) {
    let levels = match dice.below(4) {
        0 => 100 + dice.below(60),
        1 => dice.below(256),
        _ => dice.below(256) * 100,
    };
    let (kind, as_text) = (dice.byte(), dice.flip());
    let is_array = |level: usize| kind >> (level % 8) & 1 == 1;
    let value = if as_text {
        let open = (0..levels).map(|level| if is_array(level) { "[" } else { "{\"a\":" });
        let shut = (0..levels).rev().map(|level| if is_array(level) { "]" } else { "}" });
        Value::String(open.chain(["1"]).chain(shut).collect())
    } else {
        (0..levels).rev().fold(Value::from(1), |inner, level| match is_array(level) {
            true => Value::Array(vec![inner]),
            false => Value::Object(Map::from_iter([("a".to_owned(), inner)])),
        })
    };
    match give(ty, value) {
        // The object of the arguments is a level too.
        Ok(value) => {
            let is_text = as_text && ty.to_string().trim_end_matches('?') == "string";
            assert!(is_text || levels < DEPTH, "{ty}: {levels}");
            let _ = result(ty, value, DEPTH);
        }
        Err(why) => {
            check_problems(&why);
            let untyped = matches!(ty, Ty::Array(None)) && is_array(0)
                || matches!(ty, Ty::Map(None)) && !is_array(0);
            assert!(levels >= DEPTH || levels == 0 || !untyped, "{ty}: {levels}: {why:?}");
        }
    }
}

fuzz_target!(|data: &[u8]| {
    match input(data) {
        None => {}
        // JSON of a type: the type is what the first byte chooses.
        Some(Input::Text(text)) => {
            if let Ok(arguments) = parse_arguments(text) {
                for (of, value) in arguments {
                    let mut dice = Dice::new(of.as_bytes());
                    taken(&types::any_type(&mut dice, 4), &value);
                }
            }
        }
        Some(Input::Choices(mode, mut dice)) => {
            let ty = types::any_type(&mut dice, 4);
            match mode {
                1..4 => {
                    let mut value = json::value_of(&ty, &mut dice);
                    for _ in 1..mode {
                        json::change(&mut value, &mut dice);
                    }
                    taken(&ty, &value);
                }
                4 => taken(&ty, &json::any_json(&mut dice, 4)),
                5 => deep(&ty, &mut dice),
                6 => {
                    let other = types::any_type(&mut dice, 4);
                    if let Ok(value) = give(&other, json::value_of(&other, &mut dice)) {
                        let_out(&ty, value);
                    }
                }
                _ => let_out(&ty, values::any_value(&mut dice, 4)),
            }
        }
    }
});
