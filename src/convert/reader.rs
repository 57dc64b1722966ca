//! Strict JSON text to a value, without losing a digit or a member on the way.
//!
//! `serde_json` reads a number that no double is as the nearest one, and keeps
//! the last of two members with one name, both without an error.

use serde_json::{Map, Value};

use super::cursor::{Cursor, Read};
use super::literal::{number, string};
use super::words::shorten;

/// The value of a JSON text, nested at most `depth` deep.
pub(super) fn read(text: &str, depth: usize) -> Read<Value> {
    let mut reader = Reader { cursor: Cursor::new(text), room: depth };
    reader.cursor.skip_space();
    let value = reader.value()?;
    reader.cursor.skip_space();
    reader.cursor.end()?;
    Ok(value)
}

/// The same, of a text without space around the value.
pub(super) fn read_exactly(text: &str, depth: usize) -> Read<Value> {
    let mut reader = Reader { cursor: Cursor::new(text), room: depth };
    let value = reader.value()?;
    reader.cursor.end()?;
    Ok(value)
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    /// How many containers may still be opened.
    room: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Read<Value> {
        match self.cursor.peek() {
            Some(b'{') => self.inside(Self::object),
            Some(b'[') => self.inside(Self::array),
            Some(b'"') => string(&mut self.cursor).map(Value::String),
            Some(b'-' | b'0'..=b'9') => number(&mut self.cursor).map(Value::Number),
            _ if self.cursor.take("true") => Ok(Value::Bool(true)),
            _ if self.cursor.take("false") => Ok(Value::Bool(false)),
            _ if self.cursor.take("null") => Ok(Value::Null),
            _ => Err(self.cursor.unexpected("a JSON value")),
        }
    }

    /// Reads a container from behind its first bracket.
    fn inside(&mut self, read: fn(&mut Self) -> Read<Value>) -> Read<Value> {
        let at = self.cursor.at();
        let too_deep = || Cursor::fault(at, "the text is nested too deep");
        self.room = self.room.checked_sub(1).ok_or_else(too_deep)?;
        // Brackets, as all that was peeked at, are one byte.
        if !self.cursor.take("[") {
            self.cursor.take("{");
        }
        self.cursor.skip_space();
        let value = read(self)?;
        self.room += 1;
        Ok(value)
    }

    fn array(&mut self) -> Read<Value> {
        let mut items = Vec::new();
        if self.cursor.take("]") {
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value()?);
            self.cursor.skip_space();
            if self.cursor.take("]") {
                return Ok(Value::Array(items));
            }
            self.comma("`,` or `]`")?;
        }
    }

    fn object(&mut self) -> Read<Value> {
        let mut members = Map::new();
        if self.cursor.take("}") {
            return Ok(Value::Object(members));
        }
        loop {
            let name = self.name(&members)?;
            self.cursor.skip_space();
            if !self.cursor.take(":") {
                return Err(self.cursor.unexpected("`:`"));
            }
            self.cursor.skip_space();
            let value = self.value()?;
            members.insert(name, value);
            self.cursor.skip_space();
            if self.cursor.take("}") {
                return Ok(Value::Object(members));
            }
            self.comma("`,` or `}`")?;
        }
    }

    fn name(&mut self, members: &Map<String, Value>) -> Read<String> {
        let at = self.cursor.at();
        if self.cursor.peek() != Some(b'"') {
            return Err(self.cursor.unexpected("a name in double quotes"));
        }
        let name = string(&mut self.cursor)?;
        if members.contains_key(&name) {
            return Err(Cursor::fault(at, format!("`{}` is given twice", shorten(&name))));
        }
        Ok(name)
    }

    fn comma(&mut self, wanted: &str) -> Read<()> {
        if !self.cursor.take(",") {
            return Err(self.cursor.unexpected(wanted));
        }
        self.cursor.skip_space();
        Ok(())
    }
}
