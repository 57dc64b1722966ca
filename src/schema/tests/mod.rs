mod agreement;
pub(crate) mod types;

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{input, output};
use crate::ty::{Field, Ty};

fn choice(members: &[&str]) -> Ty {
    Ty::Choice(members.iter().map(|member| Arc::from(*member)).collect())
}

fn array(item: Ty) -> Ty {
    Ty::Array(Some(Arc::new(item)))
}

fn map(of: Ty) -> Ty {
    Ty::Map(Some(Arc::new(of)))
}

fn nullable(inner: Ty) -> Ty {
    Ty::Nullable(Arc::new(inner))
}

fn field(name: &str, optional: bool, ty: Ty) -> Field {
    Field { name: name.into(), optional, ty }
}

/// The input schema of one parameter `x`.
fn input_of(ty: &Ty) -> Value {
    input([("x", ty, None)].into_iter())
}

fn property(ty: &Ty) -> Value {
    input_of(ty).pointer("/properties/x").unwrap().clone()
}

#[test]
fn a_call_without_arguments() {
    insta::assert_snapshot!(input(std::iter::empty()), @r#"{"type":"object","properties":{},"required":[],"additionalProperties":false}"#);
    assert_eq!(input(std::iter::empty()), crate::ToolSpec::new("a", "b").input_schema);
}

#[test]
fn parameters_keep_their_order_and_carry_their_descriptions() {
    let ty = choice(&["late", "damaged"]);
    let params = [
        ("zone", &Ty::Int, Some("Where it goes.")),
        ("reason", &ty, None),
        ("amount", &Ty::Decimal, Some("")),
    ];
    insta::assert_snapshot!(input(params.into_iter()), @r#"{"type":"object","properties":{"zone":{"description":"Where it goes.","type":"integer"},"reason":{"type":"string","enum":["late","damaged"]},"amount":{"description":"","type":["number","string"],"pattern":"^(-?[1-9][0-9]*(\\.[0-9]+)?|-?0\\.[0-9]*[1-9][0-9]*|0(\\.0+)?)$"}},"required":["zone","reason","amount"],"additionalProperties":false}"#);
}

#[test]
fn every_type() {
    let record = Ty::Record(
        [
            field("b", false, Ty::Int),
            field("a", true, Ty::String),
            field("c", true, nullable(choice(&["x", "y"]))),
            field("d", false, nullable(Ty::Array(None))),
        ]
        .into(),
    );
    let types = [
        Ty::Unit,
        Ty::Bool,
        Ty::Int,
        Ty::Float,
        Ty::Decimal,
        Ty::String,
        choice(&["y", "x \"z\""]),
        Ty::Array(None),
        array(Ty::Int),
        Ty::Map(None),
        map(Ty::Bool),
        Ty::Record([].into()),
        nullable(Ty::Int),
        nullable(Ty::Decimal),
        nullable(choice(&["x"])),
        nullable(array(nullable(Ty::String))),
        nullable(nullable(Ty::Int)),
        nullable(Ty::Unit),
        nullable(record.clone()),
        array(map(record)),
    ];
    let table: String = types
        .iter()
        .map(|ty| match (property(ty), output(ty)) {
            (input, output) if input == output => format!("{ty} => {output}\n"),
            (input, output) => format!("{ty} => {output}\n  taken: {input}\n"),
        })
        .collect();
    insta::assert_snapshot!(table, @r#"
    () => {"type":"null"}
    bool => {"type":"boolean"}
    int => {"type":"integer"}
    float => {"type":"number"}
    decimal => {"type":["number","string"],"pattern":"^(-?[1-9][0-9]*(\\.[0-9]+)?|-?0\\.[0-9]*[1-9][0-9]*|0(\\.0+)?)$"}
    string => {"type":"string"}
    "y" | "x \"z\"" => {"type":"string","enum":["y","x \"z\""]}
    array => {"type":"array","items":{}}
    array<int> => {"type":"array","items":{"type":"integer"}}
    map => {"type":"object","additionalProperties":true}
    map<bool> => {"type":"object","additionalProperties":{"type":"boolean"}}
    #{} => {"type":"object","properties":{},"required":[],"additionalProperties":false}
    int? => {"type":["integer","null"]}
    decimal? => {"anyOf":[{"type":["number","string"],"pattern":"^(-?[1-9][0-9]*(\\.[0-9]+)?|-?0\\.[0-9]*[1-9][0-9]*|0(\\.0+)?)$"},{"type":"null"}]}
    "x"? => {"anyOf":[{"type":"string","enum":["x"]},{"type":"null"}]}
    array<string?>? => {"anyOf":[{"type":"array","items":{"type":["string","null"]}},{"type":"null"}]}
    int?? => {"type":["integer","null"]}
    ()? => {"type":"null"}
    #{ b: int, a?: string, c?: "x" | "y"?, d: array? }? => {"anyOf":[{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":"string"},"c":{"anyOf":[{"type":"string","enum":["x","y"]},{"type":"null"}]},"d":{"anyOf":[{"type":"array","items":{}},{"type":"null"}]}},"required":["b","d"],"additionalProperties":false},{"type":"null"}]}
      taken: {"anyOf":[{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":["string","null"]},"c":{"anyOf":[{"type":"string","enum":["x","y"]},{"type":"null"}]},"d":{"anyOf":[{"type":"array","items":{}},{"type":"null"}]}},"required":["b","d"],"additionalProperties":false},{"type":"null"}]}
    array<map<#{ b: int, a?: string, c?: "x" | "y"?, d: array? }>> => {"type":"array","items":{"type":"object","additionalProperties":{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":"string"},"c":{"anyOf":[{"type":"string","enum":["x","y"]},{"type":"null"}]},"d":{"anyOf":[{"type":"array","items":{}},{"type":"null"}]}},"required":["b","d"],"additionalProperties":false}}}
      taken: {"type":"array","items":{"type":"object","additionalProperties":{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":["string","null"]},"c":{"anyOf":[{"type":"string","enum":["x","y"]},{"type":"null"}]},"d":{"anyOf":[{"type":"array","items":{}},{"type":"null"}]}},"required":["b","d"],"additionalProperties":false}}}
    "#);
}

#[test]
fn the_pattern_of_a_decimal() {
    let validator = jsonschema::draft202012::new(&output(&Ty::Decimal)).unwrap();
    for text in ["0", "0.0", "0.00", "7", "-7", "70", "0.5", "-0.5", "-0.05", "10.50", "-10.00"] {
        assert!(validator.is_valid(&json!(text)), "{text}");
    }
    for text in [
        "", "-", "-0", "-0.0", "-0.00", "00", "01", "0.", ".5", "1.", "+1", "1e3", " 1", "1 ",
        "1\n", "1,0", "٣", "x", "1_0", "0x1", "--1", "1.0.0",
    ] {
        assert!(!validator.is_valid(&json!(text)), "{text:?}");
    }
}

proptest! {
    /// Valid by the meta-schema, in few keywords, closed, and the same each time.
    #[test]
    fn schemas_are_plain_and_closed(ty in types::any_type()) {
        for schema in [input_of(&ty), output(&ty)] {
            prop_assert!(jsonschema::draft202012::meta::validate(&schema).is_ok(), "{}", schema);
            prop_assert!(is_plain(&schema), "{}", schema);
        }
        prop_assert_eq!(input_of(&ty).to_string(), input_of(&ty.clone()).to_string());
        prop_assert_eq!(output(&ty).to_string(), output(&ty.clone()).to_string());
    }
}

/// Only these keywords, and every object that names its properties is closed.
fn is_plain(schema: &Value) -> bool {
    let members = schema.as_object().unwrap();
    let closed = !members.contains_key("properties")
        || (members["additionalProperties"] == json!(false) && members.contains_key("required"));
    closed
        && members.iter().all(|(keyword, value)| match keyword.as_str() {
            "type" | "enum" | "required" | "pattern" => true,
            "items" => is_plain(value),
            "additionalProperties" => value.is_boolean() || is_plain(value),
            "anyOf" => value.as_array().unwrap().iter().all(is_plain),
            "properties" => value.as_object().unwrap().values().all(is_plain),
            _ => false,
        })
}
