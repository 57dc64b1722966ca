//! How much a value holds, and what a script is told when that is too much.

use std::cell::Cell;

use rhai::{Array, Blob, Dynamic, Engine, EvalAltResult, FnPtr, ImmutableString, Map, Position};

use super::limits::Limits;

/// What may be too large, as the engine or this crate names it in its errors.
pub(super) mod too_large {
    pub(in crate::script) const STRING: &str = "Length of string";
    pub(in crate::script) const ARRAY: &str = "Size of array/BLOB";
    pub(in crate::script) const MAP: &str = "Size of object map";
    pub(in crate::script) const CLOSURES: &str = "Closures";
    pub(in crate::script) const CAPTURED: &str = "What closures captured";
    pub(in crate::script) const CURRIED: &str = "What functions were given by curry";
}

/// The error of something that is too large; no script can catch it.
pub(super) fn error(what: &str, position: Position) -> Box<EvalAltResult> {
    EvalAltResult::ErrorDataTooLarge(what.to_owned(), position).into()
}

thread_local! {
    /// What was too large where no error can be told.
    static DOOM: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Has the call on this thread fail when it ends, because something was too large.
pub(super) fn doom(what: &'static str) {
    DOOM.set(Some(what));
}

/// The failure that the call on this thread is to end in, whatever it gave.
pub(super) fn take_doom() -> Option<Box<EvalAltResult>> {
    DOOM.take().map(|what| error(what, Position::NONE))
}

/// Which limit was passed, and what it is.
pub(super) fn message(what: &str, limits: &Limits) -> String {
    match what {
        too_large::STRING => format!("a string grew past {} bytes", limits.string_bytes),
        too_large::MAP => format!("a map grew past {} entries", limits.map_items),
        too_large::CLOSURES => format!("closures captured more than {} variables", limits.closures),
        too_large::CAPTURED => {
            "closures captured more than 64 values of the largest size".to_owned()
        }
        too_large::CURRIED => "`curry` gave a function more than 1000 values".to_owned(),
        _ => format!("an array grew past {} items", limits.array_items),
    }
}

/// The most that one value may hold.
#[derive(Clone, Copy)]
pub(super) struct Most {
    items: usize,
    entries: usize,
    bytes: usize,
}

impl Most {
    pub(super) const fn of(items: usize, entries: usize, bytes: usize) -> Self {
        Self { items, entries, bytes }
    }

    pub(super) fn new(limits: &Limits) -> Self {
        let Limits { array_items, map_items, string_bytes, .. } = *limits;
        Self { items: array_items, entries: map_items, bytes: string_bytes }
    }
}

/// How much a value holds, all that is within it counted, and what functions were
/// given by `curry` too; what they captured belongs to a variable.
#[derive(Clone, Copy, Default)]
pub(super) struct Size {
    pub(super) items: usize,
    pub(super) entries: usize,
    pub(super) bytes: usize,
    /// Functions that hold something.
    pub(super) functions: usize,
}

impl Size {
    /// All of a value's largest size, in [`Size::share`].
    pub(super) const WHOLE: u64 = 1 << 30;

    pub(super) fn of(value: &Dynamic) -> Self {
        let mut size = Self::default();
        size.add(value);
        size
    }

    fn add(&mut self, value: &Dynamic) {
        if value.is_int() || value.is_bool() || value.is_unit() || value.is_float() {
            return;
        }
        if let Some(text) = value.read_lock::<ImmutableString>() {
            self.bytes = self.bytes.saturating_add(text.len());
        } else if let Some(items) = value.read_lock::<Array>() {
            self.items = self.items.saturating_add(items.len());
            items.iter().for_each(|item| self.add(item));
        } else if let Some(members) = value.read_lock::<Map>() {
            self.entries = self.entries.saturating_add(members.len());
            members.values().for_each(|member| self.add(member));
        } else if let Some(blob) = value.read_lock::<Blob>() {
            self.items = self.items.saturating_add(blob.len());
        } else if !value.is_shared()
            && let Some(function) = value.read_lock::<FnPtr>()
        {
            self.functions += usize::from(function.is_curried());
            for given in function.iter_curry().filter(|given| !given.is_shared()) {
                self.items = self.items.saturating_add(1);
                self.add(given);
            }
        }
    }

    /// Which part of the most that a value may hold this is, of [`Size::WHOLE`].
    pub(super) fn share(&self, most: &Most) -> u64 {
        let part = |size: usize, most: usize| {
            (size as u64).saturating_mul(Self::WHOLE).div_ceil(most.max(1) as u64)
        };
        part(self.items, most.items)
            .saturating_add(part(self.entries, most.entries))
            .saturating_add(part(self.bytes, most.bytes))
    }

    /// What of this is more than one value may hold.
    pub(super) fn excess(&self, most: &Most) -> Option<&'static str> {
        if self.items > most.items {
            return Some(too_large::ARRAY);
        }
        if self.entries > most.entries {
            return Some(too_large::MAP);
        }
        (self.bytes > most.bytes).then_some(too_large::STRING)
    }
}

/// What of a value is more than one may hold, as in "it has more than 3 items".
pub(crate) fn excess(value: &Dynamic, limits: &Limits) -> Option<String> {
    let what = Size::of(value).excess(&Most::new(limits))?;
    Some(match what {
        too_large::STRING => format!("has more than {} bytes of text", limits.string_bytes),
        too_large::MAP => format!("has more than {} entries", limits.map_items),
        _ => format!("has more than {} items", limits.array_items),
    })
}

/// The value, unless it is more than one may hold. What grew by the last operation
/// on it, the engine has not looked at yet.
pub(super) fn fits(value: Dynamic, limits: &Limits) -> Result<Dynamic, Box<EvalAltResult>> {
    match Size::of(&value).excess(&Most::new(limits)) {
        Some(what) => Err(error(what, Position::NONE)),
        None => Ok(value),
    }
}

/// How much room one value leaves for what is put into it, one after the other.
pub(super) struct Room {
    most: Most,
    taken: Size,
}

impl Room {
    pub(super) fn new(engine: &Engine) -> Self {
        let most = Most {
            items: engine.max_array_size(),
            entries: engine.max_map_size(),
            bytes: engine.max_string_size(),
        };
        Self { most, taken: Size::default() }
    }

    /// Takes room for a value.
    ///
    /// # Errors
    /// That there is not enough.
    pub(super) fn take(&mut self, value: &Dynamic) -> Result<(), Box<EvalAltResult>> {
        self.taken.add(value);
        match self.taken.excess(&self.most) {
            Some(what) => Err(error(what, Position::NONE)),
            None => Ok(()),
        }
    }
}
