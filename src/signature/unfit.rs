//! What is said of a default that is of another kind than its type.

use super::literal::{Form, Literal};
use super::number;
use super::problems::{quoted, shortened};
use crate::source::Source;
use crate::ty::Ty;

/// What is wrong with a value of another kind than its type, and what to write.
pub(super) fn words(source: &Source, ty: &Ty, value: &Literal) -> (String, String) {
    let found = match &value.form {
        Form::Nothing => "`()`".to_owned(),
        Form::Bool(value) => format!("`{value}`"),
        Form::Number(_) => format!("the number {}", quoted(source.slice(value.span))),
        Form::Text(text) => format!("the text {}", quoted(&format!("\"{text}\""))),
        Form::Array(_) => "an array".to_owned(),
        Form::Map(_) => "a map".to_owned(),
    };
    let message = format!("expected {}, found {found}", quoted(&ty.to_string()));
    let help = match (ty, &value.form) {
        (Ty::Int | Ty::Float | Ty::Decimal, Form::Text(text)) if number::is_number(text) => {
            format!("write `{text}` without quotes")
        }
        (Ty::Bool, Form::Text(text)) if matches!(text.as_str(), "true" | "false") => {
            format!("write `{text}` without quotes")
        }
        (_, Form::Nothing) => {
            format!("write {}; the type `{}?` can be null", like(ty), shortened(&ty.to_string()))
        }
        (Ty::String, Form::Number(_) | Form::Bool(_)) => {
            let text = shortened(source.slice(value.span));
            format!("put it in quotes: `\"{text}\"`")
        }
        (Ty::Array(item), _) if is_item(item.as_deref(), &value.form) => {
            format!("write {}", quoted(&format!("[{}]", source.slice(value.span))))
        }
        _ => format!("write {}", like(ty)),
    };
    (message, help)
}

/// Whether a value may be one item of an array.
fn is_item(item: Option<&Ty>, form: &Form) -> bool {
    match (item, form) {
        (_, Form::Array(_) | Form::Nothing) => false,
        (None, Form::Map(_)) => false,
        (None, _) => true,
        (Some(Ty::String | Ty::Choice(_)), Form::Text(_)) => true,
        (Some(Ty::Int | Ty::Float | Ty::Decimal), Form::Number(_)) => true,
        (Some(Ty::Bool), Form::Bool(_)) => true,
        (Some(Ty::Record(_) | Ty::Map(_)), Form::Map(_)) => true,
        (Some(_), _) => false,
    }
}

/// What a value of a type looks like.
fn like(ty: &Ty) -> String {
    match ty {
        Ty::Bool => "`true` or `false`".to_owned(),
        Ty::Int => "a whole number, like `3`".to_owned(),
        Ty::Float => "a number, like `3.5`".to_owned(),
        Ty::Decimal => "a number, like `19.99`".to_owned(),
        Ty::Choice(members) => {
            let members: Vec<_> =
                members.iter().take(10).map(|name| quoted(&format!("\"{name}\""))).collect();
            format!("one of {}", members.join(", "))
        }
        Ty::Array(_) => "`[...]`".to_owned(),
        Ty::Map(_) | Ty::Record(_) => "`#{ ... }`".to_owned(),
        Ty::Nullable(inner) => like(inner),
        Ty::String | Ty::Unit | Ty::Session | Ty::Settings(_) => "`\"...\"`".to_owned(),
    }
}
