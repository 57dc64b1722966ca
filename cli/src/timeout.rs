//! Reading a time such as `2s`, `300ms` or `2m`.

use std::time::Duration;

const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);
const HOW: &str = "write a whole number and a unit, as in `2s`, `300ms` or `2m`";

/// A time longer than nothing, from a whole number and its unit.
pub(crate) fn parse(word: &str) -> Result<Duration, String> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = word.split_at_checked(digits).unwrap_or(("", word));
    let per_unit: u64 = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "" if !number.is_empty() => return Err(format!("the unit is missing; {HOW}")),
        _ => return Err(HOW.to_owned()),
    };
    if number.is_empty() {
        return Err(HOW.to_owned());
    }
    // What does not fit its type is too long, too.
    let milliseconds = number.parse::<u64>().unwrap_or(u64::MAX).saturating_mul(per_unit);
    let time = Duration::from_millis(milliseconds);
    if time.is_zero() {
        return Err("the time must be longer than nothing".to_owned());
    }
    if time > LONGEST {
        return Err("the time is too long; it may be a year at most".to_owned());
    }
    Ok(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_a_unit_are_a_time() {
        assert_eq!(parse("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(parse("300ms"), Ok(Duration::from_millis(300)));
        assert_eq!(parse("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse("007s"), Ok(Duration::from_secs(7)));
        assert_eq!(parse("525600m"), Ok(LONGEST));
    }

    #[test]
    fn anything_else_is_refused_in_words() {
        for word in
            ["", "s", "ms", "-2s", "+2s", "1.5s", "2 s", " 2s", "2s ", "2h", "2S", "٣s", "2é"]
        {
            assert_eq!(parse(word), Err(HOW.to_owned()), "{word}");
        }
        assert!(parse("2").is_err_and(|error| error.starts_with("the unit is missing")));
        assert!(parse("0s").is_err_and(|error| error.contains("longer than nothing")));
        for word in ["525601m", "18446744073709551615m", "99999999999999999999999s"] {
            assert!(parse(word).is_err_and(|error| error.contains("too long")), "{word}");
        }
    }
}
