//! Pins as JSON.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rulebook::wording::quoted;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ToolPins;
use crate::remote::catalogue::offered::{Defined, OfferedTool};

/// The version of the JSON that is written, and the only one that is read.
const VERSION: u64 = 1;

#[derive(Serialize)]
struct Written<'a> {
    version: u64,
    instructions: Option<&'a str>,
    tools: BTreeMap<&'a str, WrittenPin<'a>>,
}

#[derive(Serialize)]
struct WrittenPin<'a> {
    hash: &'a str,
    definition: &'a OfferedTool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    #[serde(deserialize_with = "known_version")]
    #[expect(dead_code, reason = "there is one")]
    version: u64,
    #[serde(default)]
    instructions: Option<String>,
    #[serde(deserialize_with = "each_once")]
    tools: BTreeMap<String, Arc<Defined>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadPin {
    hash: String,
    definition: OfferedTool,
}

impl Serialize for ToolPins {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tools = self.tools.iter().map(|(name, pin)| {
            (name.as_str(), WrittenPin { hash: &pin.hash, definition: &pin.tool })
        });
        let instructions = self.instructions.as_deref();
        Written { version: VERSION, instructions, tools: tools.collect() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ToolPins {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Read { instructions, tools, .. } = Read::deserialize(deserializer)?;
        Ok(Self { instructions, tools })
    }
}

fn known_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match u64::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        other => {
            Err(Error::custom(format!("pins of version {other}, and version {VERSION} is known")))
        }
    }
}

/// Of two pins of one name nobody knows which was accepted.
fn each_once<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Arc<Defined>>, D::Error> {
    deserializer.deserialize_map(Pins)
}

struct Pins;

impl<'de> Visitor<'de> for Pins {
    type Value = BTreeMap<String, Arc<Defined>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pins by the names of tools")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pins = BTreeMap::new();
        while let Some((name, pin)) = map.next_entry::<String, ReadPin>()? {
            let defined = checked(&name, pin).map_err(Error::custom)?;
            let shown = quoted(&name);
            if pins.insert(name, Arc::new(defined)).is_some() {
                return Err(Error::custom(format!("two pins of {shown}: keep one")));
            }
        }
        Ok(pins)
    }
}

fn checked(name: &str, pin: ReadPin) -> Result<Defined, String> {
    let shown = quoted(name);
    if pin.definition.name != name {
        let other = quoted(&pin.definition.name);
        return Err(format!("the pin of {shown} holds the definition of {other}"));
    }
    if pin.definition.is_too_deep() {
        return Err(format!("the pin of {shown} holds a schema that is nested too deep"));
    }
    let defined = Defined::new(pin.definition);
    if defined.hash != pin.hash {
        return Err(format!(
            "the pin of {shown} was changed by hand: its hash is not that of its definition; take \
             the pin out to have the tool held until it is accepted again"
        ));
    }
    Ok(defined)
}
