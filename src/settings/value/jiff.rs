//! Dates, times and lengths of time with a sign.

use jiff::civil::{Date, DateTime, Time};
use jiff::fmt::temporal::{DateTimeParser, DateTimePrinter, Pieces};
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp, Zoned};
use serde_json::{Value, json};

use super::fault::SettingFault;
use super::text::parsed;
use super::time_span::{self, PATTERN};
use super::traits::SettingValue;

const PARSER: DateTimeParser = DateTimeParser::new();
const PRINTER: DateTimePrinter = DateTimePrinter::new();

const DATE: &str = "(-[0-9]{6}|[0-9]{4})-[0-9]{2}-[0-9]{2}";
const TIME: &str = r"[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?";

impl SettingValue for Date {
    fn schema() -> Value {
        json!({ "type": "string", "pattern": format!("^{DATE}$") })
    }

    fn to_json(&self) -> Value {
        Value::String(PRINTER.date_to_string(self))
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        parsed("date such as `2026-11-30`", value, |text| {
            // A time behind it would be left out without a word.
            PARSER.parse_date(text).ok().filter(|date| PRINTER.date_to_string(date) == text)
        })
    }
}

impl SettingValue for Time {
    fn schema() -> Value {
        json!({ "type": "string", "pattern": format!("^{TIME}$") })
    }

    fn to_json(&self) -> Value {
        Value::String(PRINTER.time_to_string(self))
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        parsed("time such as `14:30` or `14:30:05.25`", value, |text| {
            let time = PARSER.parse_time(text).ok()?;
            same_time(&PRINTER.time_to_string(&time), text).then_some(time)
        })
    }
}

impl SettingValue for DateTime {
    fn schema() -> Value {
        json!({ "type": "string", "pattern": format!("^{DATE}T{TIME}$") })
    }

    fn to_json(&self) -> Value {
        Value::String(PRINTER.datetime_to_string(self))
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        parsed("date and time such as `2026-11-30T14:30:00`", value, |text| {
            let date_time = PARSER.parse_datetime(text).ok()?;
            same_time(&PRINTER.datetime_to_string(&date_time), text).then_some(date_time)
        })
    }
}

/// An instant: the offset that it is written with is not kept.
impl SettingValue for Timestamp {
    fn schema() -> Value {
        json!({ "type": "string", "pattern": with_offset() })
    }

    fn to_json(&self) -> Value {
        Value::String(PRINTER.timestamp_to_string(self))
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        parsed("date, time and offset such as `2026-11-30T14:30:00Z`", value, |text| {
            let (date_time, offset) = split(text)?;
            offset.to_timestamp(date_time).ok()
        })
    }
}

/// A date and time with its offset, which is kept. One in a time zone with a name has
/// no JSON: what the name means depends on the machine.
impl SettingValue for Zoned {
    fn schema() -> Value {
        json!({ "type": "string", "pattern": with_offset() })
    }

    fn to_json(&self) -> Value {
        let Ok(offset) = self.time_zone().to_fixed_offset() else { return Value::Null };
        // Texts have no seconds of an offset.
        if offset.seconds() % 60 != 0 {
            return Value::Null;
        }
        let text = PRINTER.timestamp_with_offset_to_string(&self.timestamp(), offset);
        Value::String(text)
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        parsed("date, time and offset such as `2026-11-30T14:30:00+02:00`", value, |text| {
            let (date_time, offset) = split(text)?;
            let instant = offset.to_timestamp(date_time).ok()?;
            Some(instant.to_zoned(TimeZone::fixed(offset)))
        })
    }
}

impl SettingValue for SignedDuration {
    fn schema() -> Value {
        json!({ "type": "string", "pattern": format!("^-?{PATTERN}$") })
    }

    fn to_json(&self) -> Value {
        let nanoseconds = self.as_nanos();
        let sign = if nanoseconds < 0 { "-" } else { "" };
        Value::String(format!("{sign}{}", time_span::write(nanoseconds.unsigned_abs())))
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        parsed("duration such as `1h 30m`, `-2s` or `300ms`", value, |text| {
            let (negative, text) =
                text.strip_prefix('-').map_or((false, text), |text| (true, text));
            let nanoseconds = i128::try_from(time_span::read(text)?).ok()?;
            let nanoseconds = if negative { -nanoseconds } else { nanoseconds };
            let seconds = i64::try_from(nanoseconds / 1_000_000_000).ok()?;
            Some(Self::new(seconds, i32::try_from(nanoseconds % 1_000_000_000).ok()?))
        })
    }
}

fn with_offset() -> String {
    format!("^{DATE}T{TIME}(Z|[+-][0-9]{{2}}:[0-9]{{2}})$")
}

/// Whether two texts of a time are the same but for zeros at the end.
fn same_time(written: &str, text: &str) -> bool {
    let minutes = |text: &str| text.bytes().filter(|byte| *byte == b':').count() == 1;
    let text = if minutes(text) { format!("{text}:00") } else { text.to_owned() };
    let text = match text.split_once('.') {
        Some((_, "")) | None => text.as_str(),
        Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
    };
    written == text
}

/// A date and time, and the offset behind it. Nothing else may be there, such as the
/// name of a time zone, which would be left out without a word.
fn split(text: &str) -> Option<(DateTime, Offset)> {
    let pieces = Pieces::parse(text).ok()?;
    let offset = pieces.to_numeric_offset()?;
    let date_time = pieces.date().to_datetime(pieces.time()?);
    // The last minus is that of the offset, where there is no other sign.
    let place = text.find(['Z', '+']).or_else(|| text.rfind('-'))?;
    let (before, behind) = text.split_at_checked(place)?;
    let exact = behind == "Z" || {
        let seconds = offset.seconds();
        let minutes = seconds.abs() / 60;
        let sign = if behind.starts_with('-') { '-' } else { '+' };
        behind == format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    };
    let same = same_time(&PRINTER.datetime_to_string(&date_time), before);
    (exact && same).then_some((date_time, offset))
}
