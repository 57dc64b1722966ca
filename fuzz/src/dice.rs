//! Choices made by bytes.

/// Gives a choice for each byte. When there are no more, it chooses the first:
/// whatever is made of choices has its end there.
pub struct Dice<'a>(&'a [u8]);

impl<'a> Dice<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number below another, which is at most 256.
    pub fn below(&mut self, most: usize) -> usize {
        usize::from(self.byte()) % most.max(1)
    }

    pub fn flip(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    pub fn of<T: Copy>(&mut self, list: &[T]) -> T {
        match list.len() {
            256.. => list[(usize::from(self.byte()) << 8 | usize::from(self.byte())) % list.len()],
            _ => list[self.below(list.len())],
        }
    }

    pub fn bits(&mut self) -> u64 {
        (0..8).fold(0, |bits, _| bits << 8 | u64::from(self.byte()))
    }

    /// What is left, as far as it is text.
    pub fn rest(self) -> &'a str {
        match std::str::from_utf8(self.0) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&self.0[..error.valid_up_to()]).unwrap_or(""),
        }
    }
}
