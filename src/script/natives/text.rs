//! Arrays and maps as text. The engine follows their nesting without end, and
//! exhausts the stack.

use std::fmt::Write as _;

use rhai::{Array, Dynamic, Engine, ImmutableString, Map, NativeCallContext};

use crate::script::size::{doom, too_large};

/// Stands for what is nested too deep.
const LEFT_OUT: &str = "…";

/// `levels` is how deep arrays and maps are followed.
pub(super) fn register(engine: &mut Engine, levels: usize) {
    for name in ["to_string", "to_debug", "print", "debug"] {
        engine.register_fn(name, move |context: NativeCallContext, array: &mut Array| {
            let mut writer = Writer::new(context);
            writer.array(array, levels);
            writer.end()
        });
        engine.register_fn(name, move |context: NativeCallContext, map: &mut Map| {
            let mut writer = Writer::new(context);
            writer.map(map, levels);
            writer.end()
        });
    }
}

struct Writer<'c> {
    context: NativeCallContext<'c>,
    text: String,
    most: usize,
}

impl<'c> Writer<'c> {
    fn new(context: NativeCallContext<'c>) -> Self {
        let most = context.engine().max_string_size();
        Self { context, text: String::new(), most }
    }

    fn is_full(&self) -> bool {
        self.text.len() > self.most
    }

    /// The text. To one that is too long the engine would prefer its own, which
    /// follows functions into what they captured, and has no end where that is a
    /// circle; so the call is told to fail in another way.
    fn end(mut self) -> String {
        if self.is_full() {
            self.text.clear();
            doom(too_large::STRING);
        }
        self.text
    }

    fn value(&mut self, value: &Dynamic, levels: usize) {
        // Writing to a string does not fail.
        if let Some(array) = value.read_lock::<Array>() {
            return self.array(&array, levels);
        }
        if let Some(map) = value.read_lock::<Map>() {
            return self.map(&map, levels);
        }
        if value.is_fnptr() {
            let _ = write!(self.text, "{value}");
            return;
        }
        if let Some(text) = value.read_lock::<ImmutableString>() {
            let _ = write!(self.text, "{:?}", text.as_str());
            return;
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
                    if self.is_full() {
                        return;
                    }
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
                    if self.is_full() {
                        return;
                    }
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
