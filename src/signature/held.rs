//! A written value, held to a type.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::literal::{Form, Literal, Member};
use super::number::{self, Whole};
use super::problems::{Problems, quoted, shortened};
use super::unfit;
use crate::code::Code;
use crate::convert::words::not_a_choice;
use crate::nearest::nearest;
use crate::source::{Source, Span};
use crate::ty::{Field, Ty};

/// The JSON of a value of this type. Nothing after it was reported why.
pub(super) fn held(
    problems: &mut Problems<'_>,
    source: &Source,
    ty: &Ty,
    value: &Literal,
) -> Option<Value> {
    Holder { problems, source }.value(ty, value)
}

struct Holder<'h, 's> {
    problems: &'h mut Problems<'s>,
    source: &'h Source,
}

impl Holder<'_, '_> {
    fn value(&mut self, ty: &Ty, value: &Literal) -> Option<Value> {
        match (ty, &value.form) {
            (Ty::Nullable(_), Form::Nothing) => Some(Value::Null),
            (Ty::Nullable(inner), _) => self.value(inner, value),
            (Ty::Bool, Form::Bool(value)) => Some((*value).into()),
            (Ty::Int, Form::Number(text)) => self.int(text, value.span),
            (Ty::Float, Form::Number(text)) => self.float(text, value.span),
            (Ty::Decimal, Form::Number(text)) => self.decimal(text, value.span),
            (Ty::String, Form::Text(text)) => Some(text.as_str().into()),
            (Ty::Choice(members), Form::Text(text)) => self.choice(members, text, value.span),
            (Ty::Array(item), Form::Array(items)) => self.array(item.as_deref(), items),
            (Ty::Map(of), Form::Map(members)) => self.map(of.as_deref(), members),
            (Ty::Record(fields), Form::Map(members)) => self.record(fields, members, value.span),
            _ => {
                let (message, help) = unfit::words(self.source, ty, value);
                self.wrong(value.span, message, help);
                None
            }
        }
    }

    fn int(&mut self, text: &str, span: Span) -> Option<Value> {
        match number::whole(text) {
            Whole::Int(int) => Some(int.into()),
            Whole::Fraction => {
                self.wrong(span, "an int has no fraction and no exponent", "write a whole number");
                None
            }
            Whole::TooLarge => {
                let help = "whole numbers go from -9223372036854775808 to 9223372036854775807";
                self.wrong(span, "this is out of the range of an int", help);
                None
            }
        }
    }

    fn float(&mut self, text: &str, span: Span) -> Option<Value> {
        let float = number::float(text);
        if float.is_none() {
            let help = "write at most 15 digits, or make the type `decimal`";
            self.wrong(span, "this is not exactly a float, or out of its range", help);
        }
        float
    }

    fn decimal(&mut self, text: &str, span: Span) -> Option<Value> {
        let decimal = number::decimal(text);
        if decimal.is_none() {
            let help = "write at most 28 digits, and as many of them after the point";
            self.wrong(span, "this is out of the range of a decimal", help);
        }
        decimal
    }

    fn choice(&mut self, members: &[Arc<str>], text: &str, span: Span) -> Option<Value> {
        if members.iter().any(|member| **member == *text) {
            return Some(text.into());
        }
        let names = members.iter().map(|member| &**member);
        let help = match nearest(text, names.clone()) {
            Some(near) => format!("did you mean {}?", quoted(&format!("\"{near}\""))),
            None => "write one of them, or add it to the type".to_owned(),
        };
        let message = not_a_choice(text, names);
        let message = message.split("; did you mean").next().unwrap_or_default().to_owned();
        self.wrong(span, message, help);
        None
    }

    fn array(&mut self, item: Option<&Ty>, items: &[Literal]) -> Option<Value> {
        // All items are looked at even after one fails.
        let held: Vec<_> = items.iter().map(|value| self.of(item, value)).collect();
        held.into_iter().collect::<Option<Vec<_>>>().map(Value::Array)
    }

    fn map(&mut self, of: Option<&Ty>, members: &[Member]) -> Option<Value> {
        let (mut map, mut good) = (Map::new(), true);
        for member in self.unique(members, &mut good) {
            match self.of(of, &member.value) {
                Some(value) => drop(map.insert(member.name.clone(), value)),
                None => good = false,
            }
        }
        good.then_some(Value::Object(map))
    }

    fn record(&mut self, fields: &[Field], members: &[Member], whole: Span) -> Option<Value> {
        let (mut good, mut given, mut unknown) = (true, HashMap::new(), Vec::new());
        for member in self.unique(members, &mut good) {
            if fields.iter().any(|field| *field.name == *member.name) {
                given.insert(member.name.as_str(), &member.value);
            } else {
                unknown.push(member);
                good = false;
            }
        }
        let misspelt = self.unknown(fields, &given, &unknown);
        let mut record = Map::new();
        for field in fields {
            match given.get(&*field.name) {
                // As JSON, what is optional and null is absent.
                Some(value) if field.optional && matches!(value.form, Form::Nothing) => {}
                Some(value) => match self.value(&field.ty, value) {
                    Some(Value::Null) if field.optional => {}
                    Some(value) => drop(record.insert((*field.name).to_owned(), value)),
                    None => good = false,
                },
                None if field.optional || misspelt.contains(&field.name) => {}
                None => {
                    let name = quoted(&field.name);
                    let help = format!("write `{}: ` and its value in it", shortened(&field.name));
                    self.wrong(whole, format!("the field {name} is missing"), help);
                    good = false;
                }
            }
        }
        good.then_some(Value::Object(record))
    }

    /// The members without those that stand there twice, which are reported.
    fn unique<'m>(&mut self, members: &'m [Member], good: &mut bool) -> Vec<&'m Member> {
        let mut known = HashMap::new();
        let mut unique = Vec::new();
        for member in members {
            if known.insert(member.name.as_str(), ()).is_none() {
                unique.push(member);
            } else {
                *good = false;
                let name = quoted(&member.name);
                let help = "leave one of them out, or give it another name";
                self.wrong(member.span, format!("{name} stands in this map twice"), help);
            }
        }
        unique
    }

    /// Reports the members that are no fields. Gives the fields that they were probably
    /// meant to be, which are not missing as well.
    fn unknown(
        &mut self,
        fields: &[Field],
        given: &HashMap<&str, &Literal>,
        unknown: &[&Member],
    ) -> Vec<Arc<str>> {
        let absent = |field: &&Field| !given.contains_key(&*field.name);
        let required = || fields.iter().filter(absent).filter(|field| !field.optional);
        let mut misspelt = Vec::new();
        for member in unknown {
            let free = fields.iter().filter(absent);
            let free = free.filter(|field| !misspelt.contains(&field.name));
            let near = nearest(&member.name, free.map(|field| &*field.name));
            let near = near.or_else(|| nearest(&member.name, fields.iter().map(|one| &*one.name)));
            // One that is missing, and one too many, are the same one.
            let only =
                || required().next().filter(|_| unknown.len() == 1 && required().count() == 1);
            let near = near.or_else(|| only().map(|field| &*field.name));
            let help = match near {
                Some(near) => format!("did you mean {}?", quoted(near)),
                None if fields.is_empty() => "the type has no fields: leave it out".to_owned(),
                None => {
                    let known: Vec<_> =
                        fields.iter().take(20).map(|field| quoted(&field.name)).collect();
                    format!("the fields of its type are {}", known.join(", "))
                }
            };
            misspelt.extend(near.map(Arc::from));
            let message = format!("the type has no field {}", quoted(&member.name));
            self.wrong(member.span, message, help);
        }
        misspelt
    }

    /// A value of a type, or any that is not null.
    fn of(&mut self, ty: Option<&Ty>, value: &Literal) -> Option<Value> {
        let Some(ty) = ty else { return self.any(value) };
        self.value(ty, value)
    }

    /// A value of an array or a map that says nothing of what it holds.
    fn any(&mut self, value: &Literal) -> Option<Value> {
        match &value.form {
            Form::Bool(value) => Some((*value).into()),
            Form::Text(text) => Some(text.as_str().into()),
            Form::Array(items) => self.array(None, items),
            Form::Map(members) => self.map(None, members),
            Form::Number(text) if number::is_whole(text) => self.int(text, value.span),
            Form::Number(text) => self.float(text, value.span),
            Form::Nothing => {
                let help = "leave it out, or put it in a record, whose fields can be null";
                self.wrong(value.span, "nothing in an array or a map of settings is null", help);
                None
            }
        }
    }

    fn wrong(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.problems.report(Code::InvalidDefault, span, message, help);
    }
}
