//! Nested without end: an error, never an exhausted stack. These run on the
//! small stack of a test thread.

use super::super::{parse_arguments, thrown};
use super::*;

const ENDLESS: usize = 100_000;

fn deep_json(levels: usize, object: bool) -> Value {
    let mut value = Value::Null;
    for _ in 0..levels {
        value = if object {
            Value::Object(Map::from_iter([("a".to_owned(), value)]))
        } else {
            Value::Array(vec![value])
        };
    }
    value
}

fn deep_script(levels: usize, object: bool) -> Dynamic {
    let mut value = Dynamic::UNIT;
    for _ in 0..levels {
        value = if object {
            Dynamic::from_map(rhai::Map::from_iter([("a".into(), value)]))
        } else {
            Dynamic::from_array(vec![value])
        };
    }
    value
}

#[test]
fn arguments_of_any_depth() {
    for object in [false, true] {
        for ty in [Ty::Array(None), Ty::Map(None), Ty::Int, record(&[("b", Ty::Int)])] {
            let problems = give(&ty, deep_json(ENDLESS, object)).unwrap_err();
            assert_eq!(told(&problems), "the arguments are nested more than 128 levels deep");
        }
    }
    // The object of the arguments is one level.
    assert!(give(&Ty::Array(None), deep_json(127, false)).is_ok());
    assert!(give(&Ty::Array(None), deep_json(128, false)).is_err());
    assert!(give(&Ty::Map(None), deep_json(127, true)).is_ok());
    assert!(arguments(&[], Map::new(), 0).is_err());
    assert!(arguments(&[], Map::new(), 1).is_ok());
}

#[test]
fn unknown_arguments_of_any_depth() {
    let args = Map::from_iter([("y".to_owned(), deep_json(ENDLESS, false))]);
    assert!(arguments(&[], args, DEPTH).is_err());
}

#[test]
fn text_of_any_depth() {
    let text = format!("{}{}", "[".repeat(ENDLESS), "]".repeat(ENDLESS));
    let problems = give(&Ty::Array(None), Value::String(text.clone())).unwrap_err();
    insta::assert_snapshot!(told(&problems), @r#"`x`: expected an array, found a string that is not its JSON text: line 1, column 128: the text is nested too deep"#);
    let error = parse_arguments(&format!("{{\"a\":{text}}}")).unwrap_err();
    insta::assert_snapshot!(error, @r#"invalid_arguments: line 1, column 133: the text is nested too deep"#);
    let error = parse_arguments(&"{\"a\":".repeat(ENDLESS)).unwrap_err();
    insta::assert_snapshot!(error, @r#"invalid_arguments: line 1, column 641: the text is nested too deep"#);
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(give(&Ty::Array(None), Value::String(nested(127))).is_ok());
    assert!(give(&Ty::Array(None), Value::String(nested(128))).is_err());
    assert!(parse_arguments(&format!("{{\"a\":{}}}", nested(127))).is_ok());
    assert!(parse_arguments(&format!("{{\"a\":{}}}", nested(128))).is_err());
    let inside = Value::Array(vec![Value::String(nested(126))]);
    assert!(give(&array(Ty::Array(None)), inside).is_ok());
    let inside = Value::Array(vec![Value::String(nested(127))]);
    assert!(give(&array(Ty::Array(None)), inside).is_err());
}

#[test]
fn results_of_any_depth() {
    for object in [false, true] {
        for ty in [Ty::Array(None), Ty::Map(None), nullable(array(Ty::Array(None)))] {
            if result(&ty, deep_script(1, object), DEPTH).is_err() {
                continue;
            }
            let problems = result(&ty, deep_script(ENDLESS, object), DEPTH).unwrap_err();
            assert_eq!(told(&problems), "the result is nested more than 128 levels deep");
        }
    }
    assert!(result(&Ty::Array(None), deep_script(128, false), DEPTH).is_ok());
    assert!(result(&Ty::Array(None), deep_script(129, false), DEPTH).is_err());
}

#[test]
fn a_value_that_holds_itself() {
    let value = Dynamic::from_array(Array::new()).into_shared();
    let mut inside = value.clone();
    inside.write_lock::<Array>().unwrap().extend([value.clone(), value.clone()]);
    assert!(result(&Ty::Array(None), value.clone(), DEPTH).is_err());
    assert!(thrown(&value, DEPTH).is_array());
    inside.write_lock::<Array>().unwrap().clear();
}
