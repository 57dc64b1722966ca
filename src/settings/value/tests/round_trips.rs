//! Any value there and back, and any JSON.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use rust_decimal::Decimal;
use serde_json::{Number, Value};
use uuid::Uuid;

use super::{SettingValue, same, stable, trip};

macro_rules! trips {
    ($($name:ident: $ty:ty = $strategy:expr;)*) => {
        proptest! {$(
            #[test]
            fn $name(value in $strategy) {
                let value: $ty = value;
                same(&value);
            }
        )*}
    };
}

fn nonzero<T: Arbitrary + Copy, N: std::fmt::Debug>(
    make: impl Fn(T) -> Option<N>,
) -> impl Strategy<Value = N> {
    any::<T>().prop_filter_map("zero", make)
}

trips! {
    strings: String = any::<String>();
    boxed_strings: Box<str> = any::<String>().prop_map(Into::into);
    shared_strings: Arc<str> = any::<String>().prop_map(Into::into);
    kept_strings: Cow<'static, str> = any::<String>().prop_map(Into::into);
    bools: bool = any::<bool>();
    i8s: i8 = any::<i8>();
    i16s: i16 = any::<i16>();
    i32s: i32 = any::<i32>();
    i64s: i64 = any::<i64>();
    i128s: i128 = prop_oneof![any::<i128>(), any::<i64>().prop_map(Into::into)];
    isizes: isize = any::<isize>();
    u8s: u8 = any::<u8>();
    u16s: u16 = any::<u16>();
    u32s: u32 = any::<u32>();
    u64s: u64 = any::<u64>();
    u128s: u128 = prop_oneof![any::<u128>(), any::<u64>().prop_map(Into::into)];
    usizes: usize = any::<usize>();
    nonzero_u8s: NonZero<u8> = nonzero(NonZero::<u8>::new);
    nonzero_i64s: NonZero<i64> = nonzero(NonZero::<i64>::new);
    nonzero_u128s: NonZero<u128> = nonzero(NonZero::<u128>::new);
    nonzero_i128s: NonZero<i128> = nonzero(NonZero::<i128>::new);
    decimals: Decimal = decimal();
    uuids: Uuid = any::<u128>().prop_map(Uuid::from_u128);
    durations: Duration = duration();
    arrays: [i16; 3] = any::<[i16; 3]>();
    lists: Vec<u64> = any::<Vec<u64>>();
    queues: VecDeque<String> = any::<VecDeque<String>>();
    ordered_sets: BTreeSet<Decimal> = proptest::collection::btree_set(decimal(), 0..5);
    hashed_sets: HashSet<i128> = any::<HashSet<i128>>();
    ordered_maps: BTreeMap<String, Vec<bool>> = any::<BTreeMap<String, Vec<bool>>>();
    hashed_maps: HashMap<Box<str>, u8> = any::<HashMap<String, u8>>()
        .prop_map(|map| map.into_iter().map(|(key, value)| (key.into(), value)).collect());
}

fn decimal() -> impl Strategy<Value = Decimal> {
    const MOST: i128 = (1 << 96) - 1;
    let digits = prop_oneof![any::<i64>().prop_map(i128::from), -MOST..=MOST, -1000..1000_i128];
    (digits, 0..=28_u32).prop_map(|(digits, scale)| Decimal::from_i128_with_scale(digits, scale))
}

fn duration() -> impl Strategy<Value = Duration> {
    let seconds = prop_oneof![any::<u64>(), 0..100_000_u64];
    let nanoseconds = prop_oneof![0..1_000_000_000_u32, Just(0), Just(300_000_000)];
    (seconds, nanoseconds).prop_map(|(seconds, nanoseconds)| Duration::new(seconds, nanoseconds))
}

proptest! {
    #[test]
    fn doubles(bits in any::<u64>()) {
        let double = f64::from_bits(bits);
        prop_assume!(double.is_finite());
        prop_assert_eq!(trip(&double).to_bits(), bits);
    }

    #[test]
    fn singles(bits in any::<u32>()) {
        let single = f32::from_bits(bits);
        prop_assume!(single.is_finite());
        prop_assert_eq!(trip(&single).to_bits(), bits);
    }

    #[test]
    fn decimals_keep_their_zeros(value in decimal()) {
        let kept = trip(&value);
        prop_assert_eq!(kept.scale(), value.scale());
    }
}

#[cfg(feature = "jiff")]
mod dates {
    use jiff::civil::{Date, DateTime, Time};
    use jiff::tz::{Offset, TimeZone};
    use jiff::{SignedDuration, Timestamp, Zoned};

    use super::*;

    fn date() -> impl Strategy<Value = Date> {
        (-9999..=9999_i16, 1..=12_i8, 1..=31_i8)
            .prop_filter_map("no such day", |(year, month, day)| Date::new(year, month, day).ok())
    }

    fn time() -> impl Strategy<Value = Time> {
        let part = prop_oneof![0..1_000_000_000_i32, Just(0), Just(250_000_000)];
        (0..24_i8, 0..60_i8, 0..60_i8, part)
            .prop_filter_map("no time", |(h, m, s, part)| Time::new(h, m, s, part).ok())
    }

    fn instant() -> impl Strategy<Value = Timestamp> {
        let seconds = Timestamp::MIN.as_second()..=Timestamp::MAX.as_second();
        (prop_oneof![seconds, 0..2_000_000_000_i64], 0..1_000_000_000_i32)
            .prop_filter_map("no instant", |(second, part)| Timestamp::new(second, part).ok())
    }

    fn zoned() -> impl Strategy<Value = Zoned> {
        (instant(), -25 * 60..=25 * 60_i32).prop_map(|(instant, minutes)| {
            instant.to_zoned(TimeZone::fixed(Offset::from_seconds(minutes * 60).unwrap()))
        })
    }

    trips! {
        dates: Date = date();
        times: Time = time();
        date_times: DateTime = (date(), time()).prop_map(|(date, time)| date.to_datetime(time));
        instants: Timestamp = instant();
        signed_durations: SignedDuration = (any::<i64>(), -999_999_999..=999_999_999_i32)
            .prop_map(|(seconds, part)| SignedDuration::new(
                if part < 0 { seconds.max(i64::MIN + 1) } else { seconds.min(i64::MAX - 1) },
                part,
            ));
    }

    proptest! {
        #[test]
        fn offsets_are_kept(value in zoned()) {
            let kept = trip(&value);
            prop_assert_eq!(kept.timestamp(), value.timestamp());
            prop_assert_eq!(kept.offset(), value.offset());
        }

        #[test]
        fn texts_like_times_are_stable(
            text in "(-00)?[0-9]{4}-[01][0-9]-[0-3][0-9]([T ][0-2][0-9](:[0-6][0-9]){1,2}([.,][0-9]{0,9})?)?(Z|[+-][0-2][0-9](:?[0-9]{2})?)?(\\[UTC\\])?"
        ) {
            super::any_kind(&text.into());
        }
    }
}

#[cfg(feature = "url")]
proptest! {
    #[test]
    fn urls(text in "[a-z]{1,6}:(//)?[a-zA-Z0-9@:./?#%\\[\\]\\\\ ü-]{0,30}") {
        if let Ok(url) = url::Url::parse(&text)
            && url::Url::parse(url.as_str()).is_ok_and(|again| again == url)
        {
            same(&url);
        }
        stable::<url::Url>(&text.into());
    }
}

/// Reads a JSON as every kind of value.
fn any_kind(json: &Value) {
    stable::<String>(json);
    stable::<bool>(json);
    stable::<i8>(json);
    stable::<u64>(json);
    stable::<i128>(json);
    stable::<NonZero<u16>>(json);
    stable::<NonZero<i128>>(json);
    stable::<f32>(json);
    stable::<f64>(json);
    stable::<Decimal>(json);
    stable::<Uuid>(json);
    stable::<Duration>(json);
    stable::<[u8; 2]>(json);
    stable::<Vec<f32>>(json);
    stable::<BTreeSet<Decimal>>(json);
    stable::<HashSet<String>>(json);
    stable::<BTreeMap<String, u8>>(json);
    stable::<HashMap<String, Vec<f64>>>(json);
    #[cfg(feature = "jiff")]
    {
        stable::<jiff::civil::Date>(json);
        stable::<jiff::civil::Time>(json);
        stable::<jiff::civil::DateTime>(json);
        stable::<jiff::Timestamp>(json);
        stable::<jiff::Zoned>(json);
        stable::<jiff::SignedDuration>(json);
    }
    #[cfg(feature = "url")]
    stable::<url::Url>(json);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-300..300_i32).prop_map(Value::from),
        any::<f64>().prop_filter_map("finite", |float| Number::from_f64(float).map(Value::from)),
        (-3000..3000_i32).prop_map(|tenths| (f64::from(tenths) / 10.0).into()),
        "-?[0-9]{1,40}".prop_map(Value::from),
        "-?[0-9]{0,3}\\.[0-9]{0,30}".prop_map(Value::from),
        "-?([0-9]{1,25}[dhms]s? ?){1,4}".prop_map(Value::from),
        // As another reader of JSON may keep a number: with all its digits.
        "-?[1-9][0-9]{0,40}(\\.[0-9]{1,40})?(e-?[0-9]{1,3})?"
            .prop_filter_map("no number", |text| serde_json::from_str(&text).ok()),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-c]{0,2}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_json_is_refused_or_stable(json in any_json()) {
        any_kind(&json);
    }

    /// The command line's `--timeout` knows whole milliseconds, seconds and minutes.
    #[test]
    fn durations_of_the_command_line_are_read(number in 0..100_000_u64, unit in 0..3_usize) {
        let (unit, milliseconds) = [("ms", 1), ("s", 1_000), ("m", 60_000)]
            .get(unit)
            .copied()
            .unwrap_or_default();
        let read = Duration::from_json(format!("{number}{unit}").into()).unwrap();
        prop_assert_eq!(read, Duration::from_millis(number * milliseconds));
    }
}
