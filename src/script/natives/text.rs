//! Arrays and maps as text. The engine follows their nesting without end, and
//! exhausts the stack.

use std::fmt::Write as _;

use rhai::{Array, Dynamic, Engine, ImmutableString, Map, NativeCallContext};

/// Stands for what is nested too deep.
const LEFT_OUT: &str = "…";

/// `levels` is how deep arrays and maps are followed.
pub(super) fn register(engine: &mut Engine, levels: usize) {
    for name in ["to_string", "to_debug", "print", "debug"] {
        engine.register_fn(name, move |context: NativeCallContext, array: &mut Array| {
            let mut writer = Writer { context, text: String::new() };
            writer.array(array, levels);
            writer.text
        });
        engine.register_fn(name, move |context: NativeCallContext, map: &mut Map| {
            let mut writer = Writer { context, text: String::new() };
            writer.map(map, levels);
            writer.text
        });
    }
}

struct Writer<'c> {
    context: NativeCallContext<'c>,
    text: String,
}

impl Writer<'_> {
    fn value(&mut self, value: &Dynamic, levels: usize) {
        if let Some(array) = value.read_lock::<Array>() {
            return self.array(&array, levels);
        }
        if let Some(map) = value.read_lock::<Map>() {
            return self.map(&map, levels);
        }
        let text = self.context.call_native_fn::<ImmutableString>("to_debug", (value.clone(),));
        match text {
            Ok(text) => self.text.push_str(&text),
            // Writing to a string does not fail.
            Err(_) => drop(write!(self.text, "{value:?}")),
        }
    }

    fn array(&mut self, array: &Array, levels: usize) {
        self.text.push('[');
        match levels.checked_sub(1) {
            _ if array.is_empty() => {}
            None => self.text.push_str(LEFT_OUT),
            Some(levels) => {
                for (index, item) in array.iter().enumerate() {
                    self.text.push_str(if index == 0 { "" } else { ", " });
                    self.value(item, levels);
                }
            }
        }
        self.text.push(']');
    }

    fn map(&mut self, map: &Map, levels: usize) {
        self.text.push_str("#{");
        match levels.checked_sub(1) {
            _ if map.is_empty() => {}
            None => self.text.push_str(LEFT_OUT),
            Some(levels) => {
                for (index, (name, value)) in map.iter().enumerate() {
                    self.text.push_str(if index == 0 { "" } else { ", " });
                    // Writing to a string does not fail.
                    let _ = write!(self.text, "{name:?}: ");
                    self.value(value, levels);
                }
            }
        }
        self.text.push('}');
    }
}
