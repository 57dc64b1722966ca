//! What scripts keep comes back as it was.

use proptest::prelude::*;
use rhai::{Array, Dynamic, FnPtr, Map};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::convert::{kept, restored};

const DEPTH: usize = 10;

/// How a value is written in Rust: its type and every digit.
fn exactly(value: &Dynamic) -> String {
    if let Ok(items) = value.as_array_ref() {
        return format!("[{}]", items.iter().map(exactly).collect::<Vec<_>>().join(", "));
    }
    if let Ok(members) = value.as_map_ref() {
        let members = members.iter().map(|(key, value)| format!("{key:?}: {}", exactly(value)));
        return format!("#{{{}}}", members.collect::<Vec<_>>().join(", "));
    }
    if let Ok(float) = value.as_float() {
        return format!("float {:x}", float.to_bits());
    }
    if let Ok(decimal) = value.as_decimal() {
        return format!("decimal {} of scale {}", decimal, decimal.scale());
    }
    format!("{} {value:?}", value.type_name())
}

fn state(value: Dynamic) -> Dynamic {
    Dynamic::from_map(Map::from_iter([("x".into(), value), ("y".into(), Dynamic::UNIT)]))
}

#[test]
fn every_value_has_its_own_form() {
    let text = |text: &str| Dynamic::from(text.to_owned());
    let decimal = |text: &str| Dynamic::from_decimal(Decimal::from_str_exact(text).unwrap());
    let minus_zero = {
        let mut zero = Decimal::new(0, 1);
        zero.set_sign_negative(true);
        Dynamic::from_decimal(zero)
    };
    let map = |entries: &[(&str, Dynamic)]| {
        Dynamic::from_map(entries.iter().map(|(k, v)| ((*k).into(), v.clone())).collect())
    };
    let cases = [
        (Dynamic::UNIT, json!(null)),
        (true.into(), json!(true)),
        (3_i64.into(), json!(3)),
        ((1_i64 << 53).into(), json!(1_i64 << 53)),
        (((1_i64 << 53) + 1).into(), json!({ "$int": "9007199254740993" })),
        (i64::MIN.into(), json!({ "$int": "-9223372036854775808" })),
        (1.5.into(), json!(1.5)),
        (2.0.into(), json!({ "$float": "2.0" })),
        ((-0.0).into(), json!({ "$float": "-0.0" })),
        (1e300.into(), json!({ "$float": "1e300" })),
        (5e-324.into(), json!(5e-324)),
        (decimal("1.50"), json!({ "$decimal": "1.50" })),
        (decimal("0.00"), json!({ "$decimal": "0.00" })),
        (
            decimal("79228162514264337593543950335"),
            json!({ "$decimal": "79228162514264337593543950335" }),
        ),
        (minus_zero, json!({ "$decimal": "-0.0" })),
        ('x'.into(), json!({ "$char": "x" })),
        (text("{\"$int\":\"1\"}"), json!("{\"$int\":\"1\"}")),
        (map(&[]), json!({})),
        (map(&[("", text(""))]), json!({ "": "" })),
        (map(&[("$decimal", text("1.5"))]), json!({ "$map": { "$decimal": "1.5" } })),
        (map(&[("$map", map(&[]))]), json!({ "$map": { "$map": {} } })),
        (map(&[("$a", true.into()), ("$b", true.into())]), json!({ "$a": true, "$b": true })),
    ];
    for (value, form) in cases {
        let json = kept("notes", &state(value.clone()), DEPTH).expect("what can be kept");
        assert_eq!(json, json!({ "x": form, "y": null }));
        let again = restored(&json, DEPTH).expect("what was kept");
        assert_eq!(exactly(&again), exactly(&state(value)));
    }
}

#[test]
fn a_whole_state_may_look_like_a_type_as_well() {
    let map = Dynamic::from_map(Map::from_iter([("$int".into(), 1_i64.into())]));
    let json = kept("notes", &map, DEPTH).expect("what can be kept");
    assert_eq!(json, json!({ "$map": { "$int": 1 } }));
    assert_eq!(exactly(&restored(&json, DEPTH).expect("what was kept")), exactly(&map));
}

#[test]
fn what_is_no_data_is_refused_with_its_place() {
    let nested = (0..DEPTH).fold(Dynamic::from(1_i64), |inner, _| vec![inner].into());
    let list = vec![Dynamic::from(1_i64), FnPtr::new("f").unwrap().into(), f64::NAN.into()];
    let blob: rhai::Blob = vec![1];
    let cases = [
        state(list.into()),
        state(Dynamic::from(rhai::Instant::now())),
        state(Dynamic::from_blob(blob)),
        state(Dynamic::from(0..3_i64)),
        state(nested),
        Dynamic::from(3_i64),
        Dynamic::UNIT,
    ];
    let told = cases.map(|value| {
        let problems = kept("notes", &value, DEPTH).expect_err("what cannot be kept");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    });
    insta::assert_snapshot!(told.join("\n"), @r#"
        `notes.x[1]`: a function cannot be kept for a session; `notes.x[2]`: a float that is not a finite number cannot be kept for a session
        `notes.x`: a timestamp cannot be kept for a session
        `notes.x`: a blob cannot be kept for a session
        `notes.x`: a range cannot be kept for a session
        `notes`: it is nested more than 10 levels deep
        `notes`: expected an object map, found an int; put what is to be kept in a field of it
        `notes`: expected an object map, found (); put what is to be kept in a field of it
        "#);
}

#[test]
fn a_map_that_holds_itself_is_too_deep() {
    let mut circle = Dynamic::from_map(Map::new()).into_shared();
    let inside = circle.clone();
    circle.write_lock::<Map>().unwrap().insert("me".into(), inside);
    let problems = kept("notes", &circle, 50).expect_err("no end");
    assert_eq!(problems[0].to_string(), "`notes`: it is nested more than 50 levels deep");
    circle.write_lock::<Map>().unwrap().clear();
}

#[test]
fn what_is_not_as_it_is_kept_is_refused() {
    let deep = (0..DEPTH).fold(json!(1), |inner, _| json!([inner]));
    let cases = [
        json!(null),
        json!([]),
        json!({ "$decimal": "1.5" }),
        json!({ "a": { "$decimal": 1.5 } }),
        json!({ "a": { "$decimal": "1e3" } }),
        json!({ "a": { "$int": "007" } }),
        json!({ "a": { "$float": "inf" } }),
        json!({ "a": { "$char": "xy" } }),
        json!({ "a": [{ "$date": "today" }] }),
        json!({ "a": { "$map": [] } }),
        json!({ "a": 2.0 }),
        json!({ "a": u64::MAX }),
        json!({ "a": deep }),
    ];
    let told = cases.map(|saved| restored(&saved, DEPTH).expect_err("not as it is kept"));
    insta::assert_snapshot!(told.join("\n"), @r#"
        expected an object, found null
        expected an object, found an array
        it is no object of members
        `a`: a number is no $decimal
        `a`: "1e3" is no $decimal
        `a`: "007" is no $int
        `a`: "inf" is no $float
        `a`: "xy" is no $char
        `a[0]`: "today" is no $date
        `a`: an array is no $map
        `a`: `2.0` may be an int or a float that was changed on the way
        `a`: `18446744073709551615` may be an int or a float that was changed on the way
        it is nested too deep
        "#);
}

fn any_value() -> impl Strategy<Value = Dynamic> {
    let leaf = prop_oneof![
        Just(Dynamic::UNIT),
        any::<bool>().prop_map(Dynamic::from),
        any::<i64>().prop_map(Dynamic::from),
        (-10_i64..10).prop_map(Dynamic::from),
        any::<f64>().prop_filter("finite", |float| float.is_finite()).prop_map(Dynamic::from),
        (-10_i32..10).prop_map(|int| Dynamic::from(f64::from(int))),
        (any::<i64>(), 0_u32..29)
            .prop_map(|(digits, scale)| { Dynamic::from_decimal(Decimal::new(digits, scale)) }),
        any::<char>().prop_map(Dynamic::from),
        any::<String>().prop_map(Dynamic::from),
    ];
    let key = prop_oneof![any::<String>(), r"\$(int|decimal|float|char|map|other)"];
    leaf.prop_recursive(4, 30, 5, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5)
                .prop_map(|items| Dynamic::from_array(Array::from_iter(items))),
            proptest::collection::btree_map(key.clone(), inner, 0..5).prop_map(|members| {
                Dynamic::from_map(members.into_iter().map(|(k, v)| (k.into(), v)).collect())
            }),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_kept_comes_back_exactly(value in any_value()) {
        let state = state(value);
        let json = kept("notes", &state, 100).expect("what can be kept");
        // It is saved as text in between.
        let text = serde_json::to_string(&json).expect("JSON");
        let read: Value = serde_json::from_str(&text).expect("JSON");
        prop_assert_eq!(&read, &json);
        let again = restored(&read, 100).expect("what was kept");
        prop_assert_eq!(exactly(&again), exactly(&state));
        prop_assert_eq!(kept("notes", &again, 100).expect("the same"), json);
    }
}
