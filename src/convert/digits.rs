//! The digits of a number's text.

/// A number as its text says it: `mantissa` × 10^`exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Digits {
    pub(super) negative: bool,
    /// All significant digits; no trailing zero.
    pub(super) mantissa: u128,
    /// 0 for zero.
    pub(super) exponent: i64,
    /// How many digits after the point were written, trailing zeros among them.
    pub(super) written: i64,
}

impl Digits {
    /// Reads the text of a JSON number; `None` past 38 significant digits.
    pub(super) fn of(text: &str) -> Option<Self> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (plain, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let mut mantissa: u128 = 0;
        let (mut zeros, mut after, mut past_point) = (0_u32, 0_i64, false);
        for byte in plain.bytes() {
            let digit = match byte {
                b'.' => {
                    past_point = true;
                    continue;
                }
                b'0'..=b'9' => byte - b'0',
                _ => return None,
            };
            after += i64::from(past_point);
            if digit > 0 {
                // Zeros count once a digit follows: `1.500…` is as short as `1.5`.
                let shift =
                    if mantissa == 0 { 1 } else { 10_u128.checked_pow(zeros.checked_add(1)?)? };
                mantissa = mantissa.checked_mul(shift)?.checked_add(u128::from(digit))?;
                zeros = 0;
            } else {
                zeros = zeros.checked_add(1)?;
            }
        }
        let written = after.saturating_sub(read_power(power)?);
        let exponent = if mantissa == 0 { 0 } else { i64::from(zeros) - written };
        Some(Self { negative, mantissa, exponent, written })
    }
}

/// An exponent, cut off where it is past all use.
fn read_power(text: &str) -> Option<i64> {
    const PAST_USE: i64 = 1_000_000_000_000;
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let digits = digits.strip_prefix('+').unwrap_or(digits);
    let mut power = 0_i64;
    for byte in digits.bytes() {
        power = (power * 10 + i64::from(byte.checked_sub(b'0')?)).min(PAST_USE);
    }
    Some(if negative { -power } else { power })
}

/// Whether a double reads back as this text, but for how it is written: if
/// not, the double has lost digits.
pub(super) fn is_text_of(text: &str, float: f64) -> bool {
    let shortest = Digits::of(&format!("{float:e}"));
    Digits::of(text).zip(shortest).is_some_and(|(text, float)| {
        (text.mantissa, text.exponent) == (float.mantissa, float.exponent)
    })
}
