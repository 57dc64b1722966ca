//! Variables of the environment, in the values of a file.

use std::env;

use rulebook::wording::quoted;

/// A variable of this process; none where it is not set.
pub(super) fn variable(name: &str) -> Result<Option<String>, String> {
    // What cannot name a variable is none, where a system would refuse to look.
    if name.is_empty() || name.contains(['=', '\0']) {
        return Ok(None);
    }
    match env::var(name) {
        Ok(value) => Ok(Some(value)),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => {
            Err(format!("the value of the variable {} is not UTF-8 text", quoted(name)))
        }
    }
}

/// A value with the variables that it names: `${NAME}`, `${env:NAME}`, and
/// `${NAME:-default}` for one that is not set or empty. What is wrong is told without the
/// value, which may be secret.
pub(super) fn expand(
    value: &str,
    variable: impl Fn(&str) -> Result<Option<String>, String>,
) -> Result<String, String> {
    let (mut expanded, mut rest) = (String::new(), value);
    while let Some((before, after)) = rest.split_once("${") {
        expanded.push_str(before);
        let Some((inside, after)) = after.split_once('}') else {
            return Err("`${` is not closed: write `}` behind the name of the variable".to_owned());
        };
        rest = after;
        // The first `}` would end both of them.
        if inside.contains("${") {
            return Err("a variable stands in the default of another: write one of them, \
                        or give the default as it is"
                .to_owned());
        }
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        let name = name.strip_prefix("env:").unwrap_or(name);
        if name.starts_with("input:") {
            return Err(format!(
                "an editor asks for {}, which this command cannot: write a variable of the environment, as `${{TOKEN}}`",
                quoted(name)
            ));
        }
        if !is_name(name) {
            return Err(format!(
                "{} names no variable: write letters, digits and `_`, as `${{TOKEN}}`",
                quoted(&format!("${{{name}}}"))
            ));
        }
        match (variable(name)?, default) {
            (Some(value), None) => expanded.push_str(&value),
            (Some(value), Some(_)) if !value.is_empty() => expanded.push_str(&value),
            (_, Some(default)) => expanded.push_str(default),
            (None, None) => {
                return Err(format!(
                    "the variable {} is not set: set it, or write `${{{name}:-default}}`",
                    quoted(name)
                ));
            }
        }
    }
    expanded.push_str(rest);
    Ok(expanded)
}

fn is_name(name: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && name.chars().all(part) && !name.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> Result<String, String> {
        expand(value, |name| match name {
            "TOKEN" => Ok(Some("s3cret".to_owned())),
            "NESTED" => Ok(Some("${TOKEN}".to_owned())),
            "EMPTY" => Ok(Some(String::new())),
            _ => Ok(None),
        })
    }

    #[test]
    fn variables_take_the_place_of_their_names() {
        for (value, expected) in [
            ("", ""),
            ("plain $TOKEN }{ $", "plain $TOKEN }{ $"),
            ("Bearer ${TOKEN}!", "Bearer s3cret!"),
            ("${env:TOKEN}", "s3cret"),
            ("${TOKEN}${EMPTY}${TOKEN}", "s3crets3cret"),
            ("${TOKEN:-other}", "s3cret"),
            ("${EMPTY:-other}", "other"),
            ("${GONE:-other}", "other"),
            ("${GONE:-}", ""),
            ("${GONE:-a:-b}", "a:-b"),
            ("${NESTED}", "${TOKEN}"),
        ] {
            assert_eq!(read(value), Ok(expected.to_owned()), "{value}");
        }
    }

    #[test]
    fn what_cannot_be_expanded_is_told_without_the_value() {
        let told = |value| read(value).unwrap_err();
        insta::assert_snapshot!(told("s3cret ${GONE}"), @"the variable `GONE` is not set: set it, or write `${GONE:-default}`");
        insta::assert_snapshot!(told("s3cret ${TOKEN"), @"`${` is not closed: write `}` behind the name of the variable");
        insta::assert_snapshot!(told("${TOKEN:-${GONE}}"), @"a variable stands in the default of another: write one of them, or give the default as it is");
        insta::assert_snapshot!(told("${}"), @"`${}` names no variable: write letters, digits and `_`, as `${TOKEN}`");
        insta::assert_snapshot!(told("${two words}"), @"`${two words}` names no variable: write letters, digits and `_`, as `${TOKEN}`");
        insta::assert_snapshot!(told("${1ST}"), @"`${1ST}` names no variable: write letters, digits and `_`, as `${TOKEN}`");
        insta::assert_snapshot!(told("${input:shop-token}"), @"an editor asks for `input:shop-token`, which this command cannot: write a variable of the environment, as `${TOKEN}`");
    }
}
