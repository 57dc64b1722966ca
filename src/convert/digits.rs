//! The digits of a number's text.

use serde_json::Number;

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
    fn is(&self, other: Option<Self>) -> bool {
        other.is_some_and(|other| {
            (self.negative, self.mantissa, self.exponent)
                == (other.negative, other.mantissa, other.exponent)
        })
    }

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

/// Whether a double is written as this text, but for zeros and the exponent: if
/// not, the double has lost digits.
pub(super) fn is_text_of(text: &str, float: f64) -> bool {
    Digits::of(text)
        .is_some_and(|digits| written(float).into_iter().any(|as_text| digits.is(as_text)))
}

/// Whether it is, whoever writes the double.
pub(super) fn is_only_text_of(text: &str, float: f64) -> bool {
    Digits::of(text)
        .is_some_and(|digits| written(float).into_iter().all(|as_text| digits.is(as_text)))
}

/// The shortest text of a double, as the standard library and as JSON writes
/// it. Where two texts are as short and as near, they choose differently.
fn written(float: f64) -> [Option<Digits>; 2] {
    let in_json = Number::from_f64(float).map(|number| number.to_string());
    [Digits::of(&format!("{float:e}")), in_json.and_then(|text| Digits::of(&text))]
}
