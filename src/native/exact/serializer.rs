//! A serializer that refuses what another would change.

use std::collections::HashSet;
use std::fmt::Display;

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Value;

use crate::quote::quoted;

/// How deep containers may be nested.
const DEPTH: usize = 128;

pub(in crate::native) const TOO_DEEP: &str = "the result is nested more than 128 levels deep";

/// Hands on what is written to another, unless that would change it.
pub(super) struct Exact<S> {
    to: S,
    /// How many containers are around it.
    depth: usize,
}

impl<S> Exact<S> {
    pub(super) const fn new(to: S) -> Self {
        Self { to, depth: 0 }
    }
}

/// A part of a value.
struct Part<'v, T: ?Sized> {
    value: &'v T,
    depth: usize,
}

impl<T: Serialize + ?Sized> Serialize for Part<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(Exact { to, depth: self.depth })
    }
}

macro_rules! hand_on {
    ($($write:ident: $value:ty),* $(,)?) => {
        $(fn $write(self, value: $value) -> Result<Self::Ok, Self::Error> {
            self.to.$write(value)
        })*
    };
}

impl<S> Exact<S> {
    /// The same, within one more container.
    fn opened<E: Error, C>(self, open: impl FnOnce(S) -> Result<C, E>) -> Result<Exact<C>, E> {
        let depth = self.depth + 1;
        if depth > DEPTH {
            return Err(E::custom(TOO_DEEP));
        }
        Ok(Exact { to: open(self.to)?, depth })
    }

    fn part<'v, T: ?Sized>(&self, value: &'v T) -> Part<'v, T> {
        Part { value, depth: self.depth }
    }
}

impl<S: Serializer> Serializer for Exact<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Exact<S::SerializeSeq>;
    type SerializeTuple = Exact<S::SerializeTuple>;
    type SerializeTupleStruct = Exact<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Exact<S::SerializeTupleVariant>;
    type SerializeMap = Members<S::SerializeMap>;
    type SerializeStruct = Exact<S::SerializeStruct>;
    type SerializeStructVariant = Exact<S::SerializeStructVariant>;

    hand_on! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_char: char,
        serialize_str: &str,
        serialize_bytes: &[u8],
        serialize_unit_struct: &'static str,
    }

    fn serialize_i128(self, int: i128) -> Result<S::Ok, S::Error> {
        match (i64::try_from(int), u64::try_from(int)) {
            (Ok(int), _) => self.to.serialize_i64(int),
            (_, Ok(int)) => self.to.serialize_u64(int),
            _ => Err(S::Error::custom(format!("`{int}` does not fit in 64 bits"))),
        }
    }

    fn serialize_u128(self, int: u128) -> Result<S::Ok, S::Error> {
        match u64::try_from(int) {
            Ok(int) => self.to.serialize_u64(int),
            Err(_) => Err(S::Error::custom(format!("`{int}` does not fit in 64 bits"))),
        }
    }

    fn serialize_f32(self, float: f32) -> Result<S::Ok, S::Error> {
        // With the digits that it is written with, rather than those of its double.
        let written = float.to_string().parse().unwrap_or(f64::NAN);
        self.serialize_f64(written)
    }

    fn serialize_f64(self, float: f64) -> Result<S::Ok, S::Error> {
        if float.is_finite() {
            self.to.serialize_f64(float)
        } else {
            Err(S::Error::custom("expected float, found a float that is not a finite number"))
        }
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.to.serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        let part = self.part(value);
        self.to.serialize_some(&part)
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.to.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.to.serialize_unit_variant(name, index, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let part = self.part(value);
        self.to.serialize_newtype_struct(name, &part)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let Exact { to, depth } = self.opened(Ok)?;
        to.serialize_newtype_variant(name, index, variant, &Part { value, depth })
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        self.opened(|to| to.serialize_seq(len))
    }

    fn serialize_tuple(self, len: usize) -> Result<Self::SerializeTuple, S::Error> {
        self.opened(|to| to.serialize_tuple(len))
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        self.opened(|to| to.serialize_tuple_struct(name, len))
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        self.opened(|to| to.serialize_tuple_variant(name, index, variant, len))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        let opened = self.opened(|to| to.serialize_map(len))?;
        Ok(Members { opened, names: HashSet::new() })
    }

    fn serialize_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        self.opened(|to| to.serialize_struct(name, len))
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        self.opened(|to| to.serialize_struct_variant(name, index, variant, len))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.to.collect_str(value)
    }
}

macro_rules! parts {
    ($($of:ident: $write:ident($($name:ident)?)),* $(,)?) => {
        $(impl<C: $of> $of for Exact<C> {
            type Ok = C::Ok;
            type Error = C::Error;

            fn $write<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Result<(), C::Error> {
                let part = self.part(value);
                self.to.$write($($name,)? &part)
            }

            fn end(self) -> Result<C::Ok, C::Error> {
                self.to.end()
            }
        })*
    };
}

parts! {
    SerializeSeq: serialize_element(),
    SerializeTuple: serialize_element(),
    SerializeTupleStruct: serialize_field(),
    SerializeTupleVariant: serialize_field(),
    SerializeStruct: serialize_field(name),
    SerializeStructVariant: serialize_field(name),
}

/// A map, of whose members none may take the place of another.
pub(super) struct Members<C> {
    opened: Exact<C>,
    names: HashSet<String>,
}

impl<C: SerializeMap> SerializeMap for Members<C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), C::Error> {
        let name = match serde_json::to_value(key) {
            Ok(Value::String(name)) => Some(name),
            Ok(scalar @ (Value::Number(_) | Value::Bool(_))) => Some(scalar.to_string()),
            // It is no name, and what is written to says so.
            Ok(_) | Err(_) => None,
        };
        if let Some(name) = name {
            if self.names.contains(&name) {
                return Err(C::Error::custom(format!("{} is there twice", quoted(&name))));
            }
            self.names.insert(name);
        }
        self.opened.to.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), C::Error> {
        let part = self.opened.part(value);
        self.opened.to.serialize_value(&part)
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.opened.to.end()
    }
}
