//! What the schemas of Rust types say.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rulebook::macro_support::{Arguments, Definition, MethodTool};
use rulebook::{Session, Tool, ToolFuture, ToolOutput, ToolSpec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

fn spec(definition: Definition) -> Arc<ToolSpec> {
    fn run<'a>(_: &'a (), _: Arguments, _: &'a Session) -> ToolFuture<'a> {
        Box::pin(async { Ok(ToolOutput::json(Value::Null)) })
    }
    MethodTool::new(Arc::new(()), "tests", definition, run).spec()
}

fn shown(schema: &Value) -> String {
    jsonschema::draft202012::meta::validate(schema).unwrap();
    serde_json::to_string_pretty(schema).unwrap()
}

/// The schema of one parameter, and of a result, of a type.
fn schemas<T: JsonSchema>() -> String {
    let spec = spec(Definition::new("a", "A.").parameter::<T>("x", None).returns::<T>());
    jsonschema::draft202012::meta::validate(&spec.input_schema).unwrap();
    let input = spec.input_schema.pointer("/properties/x").unwrap();
    let definitions = spec.input_schema.get("$defs").map(Value::to_string).unwrap_or_default();
    let output = spec.output_schema.as_ref().unwrap();
    jsonschema::draft202012::meta::validate(output).unwrap();
    format!("{input}\n{definitions}\n{output}").replace("\n\n", "\n")
}

#[test]
fn plain_types() {
    let all = [
        ("bool", schemas::<bool>()),
        ("String", schemas::<String>()),
        ("i64", schemas::<i64>()),
        ("u64", schemas::<u64>()),
        ("u32", schemas::<u32>()),
        ("i32", schemas::<i32>()),
        ("u8", schemas::<u8>()),
        ("f64", schemas::<f64>()),
        ("f32", schemas::<f32>()),
        ("Option<i32>", schemas::<Option<i32>>()),
        ("Vec<u16>", schemas::<Vec<u16>>()),
        ("(i64, bool)", schemas::<(i64, bool)>()),
        ("HashMap<String, bool>", schemas::<HashMap<String, bool>>()),
        ("HashMap<u8, bool>", schemas::<HashMap<u8, bool>>()),
        ("Value", schemas::<Value>()),
    ];
    let table: String =
        all.iter().map(|(name, schemas)| format!("{name} => {schemas}\n")).collect();
    insta::assert_snapshot!(table, @r#"
    bool => {"type":"boolean"}
    {"type":"boolean"}
    String => {"type":"string"}
    {"type":"string"}
    i64 => {"type":"integer"}
    {"type":"integer"}
    u64 => {"type":"integer","minimum":0}
    {"type":"integer","minimum":0}
    u32 => {"type":"integer","minimum":0,"maximum":4294967295}
    {"type":"integer","minimum":0,"maximum":4294967295}
    i32 => {"type":"integer","minimum":-2147483648,"maximum":2147483647}
    {"type":"integer","minimum":-2147483648,"maximum":2147483647}
    u8 => {"type":"integer","minimum":0,"maximum":255}
    {"type":"integer","minimum":0,"maximum":255}
    f64 => {"type":"number"}
    {"type":"number"}
    f32 => {"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38}
    {"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38}
    Option<i32> => {"type":["integer","null"],"minimum":-2147483648,"maximum":2147483647}
    {"type":["integer","null"],"minimum":-2147483648,"maximum":2147483647}
    Vec<u16> => {"type":"array","items":{"type":"integer","minimum":0,"maximum":65535}}
    {"type":"array","items":{"type":"integer","minimum":0,"maximum":65535}}
    (i64, bool) => {"type":"array","prefixItems":[{"type":"integer"},{"type":"boolean"}],"minItems":2,"maxItems":2}
    {"type":"array","prefixItems":[{"type":"integer"},{"type":"boolean"}],"minItems":2,"maxItems":2}
    HashMap<String, bool> => {"type":"object","additionalProperties":{"type":"boolean"}}
    {"type":"object","additionalProperties":{"type":"boolean"}}
    HashMap<u8, bool> => {"type":"object","additionalProperties":false,"patternProperties":{"^\\d+$":{"type":"boolean"}}}
    {"type":"object","additionalProperties":false,"patternProperties":{"^\\d+$":{"type":"boolean"}}}
    Value => {}
    {}
    "#);
}

/// Where things go.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Address {
    /// With the number of the house.
    street: String,
    #[serde(default)]
    floor: u32,
    note: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Person {
    name: String,
    home: Address,
    friends: Vec<Person>,
}

mod other {
    use super::*;

    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct Address {
        pub(super) host: String,
    }
}

/// Two types of one name stay two, and several parameters share what they refer to.
#[test]
fn parameters() {
    let definition = Definition::new("send", "Sends it.")
        .parameter::<Address>("to", Some("Who gets it."))
        .parameter::<Option<Address>>("from", None)
        .parameter::<other::Address>("by", None)
        .parameter::<Person>("person", None)
        .parameter::<Option<String>>("note", Some("What to write on it."))
        .parameter::<u32>("count", Some("How many."))
        .parameter::<Value>("more", None);
    insta::assert_snapshot!(shown(&spec(definition).input_schema), @r##"
    {
      "type": "object",
      "properties": {
        "to": {
          "description": "Who gets it.",
          "type": "object",
          "properties": {
            "street": {
              "type": "string",
              "description": "With the number of the house."
            },
            "floor": {
              "type": "integer",
              "minimum": 0,
              "default": 0,
              "maximum": 4294967295
            },
            "note": {
              "type": [
                "string",
                "null"
              ]
            }
          },
          "required": [
            "street"
          ],
          "additionalProperties": false
        },
        "from": {
          "anyOf": [
            {
              "$ref": "#/$defs/Address"
            },
            {
              "type": "null"
            }
          ]
        },
        "by": {
          "$ref": "#/$defs/Address2"
        },
        "person": {
          "$ref": "#/$defs/Person"
        },
        "note": {
          "description": "What to write on it.",
          "type": [
            "string",
            "null"
          ]
        },
        "count": {
          "description": "How many.",
          "type": "integer",
          "minimum": 0,
          "maximum": 4294967295
        },
        "more": {}
      },
      "required": [
        "to",
        "by",
        "person",
        "count",
        "more"
      ],
      "additionalProperties": false,
      "$defs": {
        "Address": {
          "type": "object",
          "properties": {
            "street": {
              "type": "string",
              "description": "With the number of the house."
            },
            "floor": {
              "type": "integer",
              "minimum": 0,
              "default": 0,
              "maximum": 4294967295
            },
            "note": {
              "type": [
                "string",
                "null"
              ]
            }
          },
          "required": [
            "street"
          ],
          "description": "Where things go.",
          "additionalProperties": false
        },
        "Address2": {
          "type": "object",
          "properties": {
            "host": {
              "type": "string"
            }
          },
          "required": [
            "host"
          ],
          "additionalProperties": false
        },
        "Person": {
          "type": "object",
          "properties": {
            "name": {
              "type": "string"
            },
            "home": {
              "$ref": "#/$defs/Address"
            },
            "friends": {
              "type": "array",
              "items": {
                "$ref": "#/$defs/Person"
              }
            }
          },
          "required": [
            "name",
            "home",
            "friends"
          ],
          "additionalProperties": false
        }
      }
    }
    "##);
}

#[test]
fn results_are_at_the_top() {
    let definition = Definition::new("find", "Finds it.").returns::<Person>();
    insta::assert_snapshot!(shown(spec(definition).output_schema.as_ref().unwrap()), @r##"
    {
      "type": "object",
      "properties": {
        "name": {
          "type": "string"
        },
        "home": {
          "$ref": "#/$defs/Address"
        },
        "friends": {
          "type": "array",
          "items": {
            "$ref": "#"
          }
        }
      },
      "required": [
        "name",
        "home",
        "friends"
      ],
      "additionalProperties": false,
      "$defs": {
        "Address": {
          "type": "object",
          "properties": {
            "street": {
              "type": "string",
              "description": "With the number of the house."
            },
            "floor": {
              "type": "integer",
              "minimum": 0,
              "default": 0,
              "maximum": 4294967295
            },
            "note": {
              "type": [
                "string",
                "null"
              ]
            }
          },
          "required": [
            "street",
            "floor",
            "note"
          ],
          "description": "Where things go.",
          "additionalProperties": false
        }
      }
    }
    "##);
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
enum Event {
    /// It began.
    Opened,
    Moved {
        x: i64,
    },
    At(Address),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flat {
    id: i64,
    #[serde(flatten)]
    address: Address,
    #[serde(flatten)]
    event: Event,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Rest {
    id: i64,
    #[serde(flatten)]
    rest: BTreeMap<String, i64>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Either {
    Left(i64),
    Right { address: Address },
    None,
}

#[test]
fn forms() {
    insta::assert_snapshot!(schemas::<Event>(), @r##"
    {"$ref":"#/$defs/Event"}
    {"Event":{"oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"Opened"}},"required":["type"],"description":"It began.","additionalProperties":false},{"type":"object","properties":{"type":{"type":"string","const":"Moved"},"x":{"type":"integer"}},"required":["type","x"],"additionalProperties":false},{"type":"object","properties":{"type":{"type":"string","const":"At"},"street":{"type":"string","description":"With the number of the house."},"floor":{"type":"integer","minimum":0,"default":0,"maximum":4294967295},"note":{"type":["string","null"]}},"required":["type","street"],"description":"Where things go.","additionalProperties":false}]}}
    {"oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"Opened"}},"required":["type"],"description":"It began.","additionalProperties":false},{"type":"object","properties":{"type":{"type":"string","const":"Moved"},"x":{"type":"integer"}},"required":["type","x"],"additionalProperties":false},{"type":"object","properties":{"type":{"type":"string","const":"At"},"street":{"type":"string","description":"With the number of the house."},"floor":{"type":"integer","minimum":0,"default":0,"maximum":4294967295},"note":{"type":["string","null"]}},"required":["type","street","floor","note"],"description":"Where things go.","additionalProperties":false}]}
    "##);
    insta::assert_snapshot!(schemas::<Flat>(), @r##"
    {"$ref":"#/$defs/Flat"}
    {"Flat":{"type":"object","properties":{"id":{"type":"integer"},"street":{"type":"string","description":"With the number of the house."},"floor":{"type":"integer","minimum":0,"default":0,"maximum":4294967295},"note":{"type":["string","null"]}},"required":["id","street"],"description":"Where things go.","oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"Opened"}},"required":["type"],"description":"It began."},{"type":"object","properties":{"type":{"type":"string","const":"Moved"},"x":{"type":"integer"}},"required":["type","x"]},{"type":"object","properties":{"type":{"type":"string","const":"At"},"street":{"type":"string","description":"With the number of the house."},"floor":{"type":"integer","minimum":0,"default":0,"maximum":4294967295},"note":{"type":["string","null"]}},"required":["type","street"],"description":"Where things go."}],"unevaluatedProperties":false}}
    {"type":"object","properties":{"id":{"type":"integer"},"street":{"type":"string","description":"With the number of the house."},"floor":{"type":"integer","minimum":0,"default":0,"maximum":4294967295},"note":{"type":["string","null"]}},"required":["id","street","floor","note"],"description":"Where things go.","oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"Opened"}},"required":["type"],"description":"It began."},{"type":"object","properties":{"type":{"type":"string","const":"Moved"},"x":{"type":"integer"}},"required":["type","x"]},{"type":"object","properties":{"type":{"type":"string","const":"At"},"street":{"type":"string","description":"With the number of the house."},"floor":{"type":"integer","minimum":0,"default":0,"maximum":4294967295},"note":{"type":["string","null"]}},"required":["type","street","floor","note"],"description":"Where things go."}],"unevaluatedProperties":false}
    "##);
    insta::assert_snapshot!(schemas::<Rest>(), @r##"
    {"$ref":"#/$defs/Rest"}
    {"Rest":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":{"type":"integer"}}}
    {"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":{"type":"integer"}}
    "##);
    insta::assert_snapshot!(schemas::<Either>(), @r##"
    {"$ref":"#/$defs/Either"}
    {"Either":{"oneOf":[{"type":"string","enum":["None"]},{"type":"object","properties":{"Left":{"type":"integer"}},"required":["Left"],"additionalProperties":false},{"type":"object","properties":{"Right":{"type":"object","properties":{"address":{"$ref":"#/$defs/Address"}},"required":["address"],"additionalProperties":false}},"required":["Right"],"additionalProperties":false}]},"Address":{"type":"object","properties":{"street":{"type":"string","description":"With the number of the house."},"floor":{"type":"integer","minimum":0,"default":0,"maximum":4294967295},"note":{"type":["string","null"]}},"required":["street"],"description":"Where things go.","additionalProperties":false}}
    {"oneOf":[{"type":"string","enum":["None"]},{"type":"object","properties":{"Left":{"type":"integer"}},"required":["Left"],"additionalProperties":false},{"type":"object","properties":{"Right":{"type":"object","properties":{"address":{"$ref":"#/$defs/Address"}},"required":["address"],"additionalProperties":false}},"required":["Right"],"additionalProperties":false}],"$defs":{"Address":{"type":"object","properties":{"street":{"type":"string","description":"With the number of the house."},"floor":{"type":"integer","minimum":0,"default":0,"maximum":4294967295},"note":{"type":["string","null"]}},"required":["street","floor","note"],"description":"Where things go.","additionalProperties":false}}}
    "##);
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Shelf {
    /// What lies on it.
    top: Parcel,
    below: Option<Box<Shelf>>,
}

/// A parcel.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Parcel {
    /// Where it goes.
    to: other::Address,
    /// What is in it.
    inner: Option<Box<Parcel>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Chain {
    /// What hangs on it.
    next: Box<Chain>,
}

/// Some providers leave out what stands beside a reference, and others refuse it. Only
/// what holds itself has to be one.
#[test]
fn what_a_part_is_for_stands_beside_no_reference() {
    let definition = Definition::new("store", "Stores it.")
        .parameter::<Shelf>("shelf", Some("Where to."))
        .parameter::<other::Address>("by", Some("Who brought it."))
        .parameter::<Chain>("chain", None);
    let schema = spec(definition).input_schema.clone();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    insta::assert_snapshot!(schema, @r##"{"type":"object","properties":{"shelf":{"description":"Where to.","$ref":"#/$defs/Shelf"},"by":{"description":"Who brought it.","type":"object","properties":{"host":{"type":"string"}},"required":["host"],"additionalProperties":false},"chain":{"$ref":"#/$defs/Chain"}},"required":["shelf","by","chain"],"additionalProperties":false,"$defs":{"Shelf":{"type":"object","properties":{"top":{"$ref":"#/$defs/Parcel","description":"What lies on it."},"below":{"anyOf":[{"$ref":"#/$defs/Shelf"},{"type":"null"}]}},"required":["top"],"additionalProperties":false},"Parcel":{"type":"object","properties":{"to":{"description":"Where it goes.","type":"object","properties":{"host":{"type":"string"}},"required":["host"],"additionalProperties":false},"inner":{"anyOf":[{"$ref":"#/$defs/Parcel"},{"type":"null"}],"description":"What is in it."}},"required":["to"],"description":"A parcel.","additionalProperties":false},"Chain":{"type":"object","properties":{"next":{"$ref":"#/$defs/Chain","description":"What hangs on it."}},"required":["next"],"additionalProperties":false}}}"##);
}

/// A type that doubles with each level would be past all measure.
#[test]
fn parts_are_not_put_in_their_place_without_end() {
    macro_rules! levels {
        ($($name:ident holds $held:ty;)*) => {
            $(
                #[derive(Serialize, Deserialize, JsonSchema)]
                struct $name {
                    /// One.
                    one: $held,
                    /// The other.
                    other: $held,
                }
            )*
        };
    }
    levels! {
        A holds B; B holds C; C holds D; D holds E; E holds F; F holds G; G holds H; H holds I;
        I holds J; J holds K; K holds L; L holds M; M holds u8;
    }
    let schema = schemas::<A>();
    assert!(schema.len() < 100_000, "{}", schema.len());
}
