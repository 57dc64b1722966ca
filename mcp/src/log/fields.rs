//! The message and fields of an event, as JSON.

use std::error::Error;
use std::fmt;

use serde_json::{Map, Value};
use tracing::Event;
use tracing::field::{Field, Visit};

/// How much of a text is sent.
const LONGEST: usize = 8 << 10;

/// An event as an object: its message, and its fields by name.
pub(super) fn fields(event: &Event<'_>) -> Value {
    let mut fields = Fields(Map::new());
    event.record(&mut fields);
    Value::Object(fields.0)
}

struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn text(&mut self, field: &Field, text: &str) {
        let text = match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
            None => text.to_owned(),
        };
        self.put(field, text);
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.text(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.text(field, value);
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.text(field, &value.to_string());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value);
    }
}
