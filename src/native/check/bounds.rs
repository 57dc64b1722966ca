//! How large a number, a text or a list may be.

use serde_json::{Map, Number, Value};

use crate::convert::{Numeral, numeral};

/// What a number is held to besides its type.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    least: Option<Bound>,
    most: Option<Bound>,
    multiple_of: Option<Exact>,
}

#[derive(Clone, Debug)]
struct Bound {
    exact: Exact,
    /// The bound itself is not taken.
    excluded: bool,
}

/// A number with all its digits where it is whole.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exact {
    Whole(i128),
    Float(f64),
}

impl Exact {
    pub(super) fn of(number: &Number) -> Option<Self> {
        match numeral(number) {
            Numeral::Int(int) => Some(Self::Whole(int.into())),
            Numeral::Unsigned(int) => Some(Self::Whole(int.into())),
            Numeral::Float(float) => Some(Self::whole(float).unwrap_or(Self::Float(float))),
            Numeral::Other => None,
        }
    }

    /// The whole number that a float is, where there is no doubt which.
    #[expect(clippy::cast_possible_truncation, reason = "whole, and within 53 bits")]
    fn whole(float: f64) -> Option<Self> {
        const CERTAIN: f64 = 9_007_199_254_740_992.0;
        let is_whole = float.trunc().total_cmp(&float).is_eq() && float.abs() <= CERTAIN;
        is_whole.then_some(Self::Whole(float as i128))
    }

    #[expect(clippy::cast_precision_loss, reason = "one of the two is no whole number")]
    fn float(self) -> f64 {
        match self {
            Self::Whole(int) => int as f64,
            Self::Float(float) => float,
        }
    }

    fn cmp(self, other: Self) -> std::cmp::Ordering {
        match (self, other) {
            (Self::Whole(one), Self::Whole(other)) => one.cmp(&other),
            _ => self.float().total_cmp(&other.float()),
        }
    }

    fn is_multiple_of(self, step: Self) -> bool {
        match (self, step) {
            (_, Self::Whole(0)) => true,
            (Self::Whole(int), Self::Whole(step)) => int % step == 0,
            _ => (self.float() / step.float()).fract() == 0.0,
        }
    }
}

impl std::fmt::Display for Exact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(int) => write!(f, "`{int}`"),
            Self::Float(float) => match Number::from_f64(*float) {
                Some(number) => write!(f, "`{number}`"),
                None => write!(f, "`{float}`"),
            },
        }
    }
}

impl Bounds {
    pub(super) fn of(schema: &Map<String, Value>) -> Self {
        let number = |keyword: &str| match schema.get(keyword) {
            Some(Value::Number(number)) => Exact::of(number),
            _ => None,
        };
        let bound = |included: &str, excluded: &str, is_nearer: fn(Exact, Exact) -> bool| {
            let included = number(included).map(|exact| Bound { exact, excluded: false });
            let excluded = number(excluded).map(|exact| Bound { exact, excluded: true });
            match (included, excluded) {
                (Some(one), Some(other)) if is_nearer(one.exact, other.exact) => Some(one),
                (one, other) => other.or(one),
            }
        };
        Self {
            least: bound("minimum", "exclusiveMinimum", |one, other| one.cmp(other).is_gt()),
            most: bound("maximum", "exclusiveMaximum", |one, other| one.cmp(other).is_lt()),
            multiple_of: number("multipleOf"),
        }
    }

    /// Whether whole numbers past 63 bits may be meant.
    pub(super) fn is_unsigned(&self) -> bool {
        self.least.as_ref().is_some_and(|at| at.exact.cmp(Exact::Whole(-1)).is_gt())
    }

    /// Whether they are those of a float of 32 bits.
    pub(super) fn is_single(&self) -> bool {
        let is = |bound: &Option<Bound>, float: f32| {
            let of = Exact::Float(float.into());
            bound.as_ref().is_some_and(|bound| bound.exact.cmp(of).is_eq())
        };
        is(&self.least, f32::MIN) && is(&self.most, f32::MAX)
    }

    /// What is wrong with a number.
    pub(super) fn refuse(&self, number: Exact) -> Option<String> {
        if let Some(Bound { exact, excluded }) = &self.least {
            let order = number.cmp(*exact);
            if order.is_lt() || (*excluded && order.is_eq()) {
                let at_least = if *excluded { "more than" } else { "at least" };
                return Some(format!("expected {at_least} {exact}, found {number}"));
            }
        }
        if let Some(Bound { exact, excluded }) = &self.most {
            let order = number.cmp(*exact);
            if order.is_gt() || (*excluded && order.is_eq()) {
                let at_most = if *excluded { "less than" } else { "at most" };
                return Some(format!("expected {at_most} {exact}, found {number}"));
            }
        }
        let step = self.multiple_of.filter(|step| !number.is_multiple_of(*step));
        step.map(|step| format!("expected a multiple of {step}, found {number}"))
    }
}

/// How many characters, items or members there may be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    pub(super) least: u64,
    pub(super) most: Option<u64>,
}

impl Size {
    pub(super) fn of(schema: &Map<String, Value>, least: &str, most: &str) -> Self {
        let number = |keyword: &str| match schema.get(keyword) {
            Some(Value::Number(number)) => match Exact::of(number) {
                Some(Exact::Whole(int)) => u64::try_from(int).ok(),
                _ => None,
            },
            _ => None,
        };
        Self { least: number(least).unwrap_or(0), most: number(most) }
    }

    /// Whether any count will do.
    pub(super) fn is_any(self) -> bool {
        self.least == 0 && self.most.is_none()
    }

    /// What is wrong with a count of things; `one` is what one of them is called.
    pub(super) fn refuse(self, count: usize, one: &str) -> Option<String> {
        let found = u64::try_from(count).unwrap_or(u64::MAX);
        let named = |wanted: u64| if wanted == 1 { one.to_owned() } else { format!("{one}s") };
        let (bound, wanted) = match self.most {
            Some(most) if most == self.least && found != most => ("", most),
            _ if found < self.least => ("at least ", self.least),
            Some(most) if found > most => ("at most ", most),
            _ => return None,
        };
        Some(format!("expected {bound}{wanted} {}, found {found}", named(wanted)))
    }
}
