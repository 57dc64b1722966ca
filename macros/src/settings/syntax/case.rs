//! Names in another case, as `serde` makes them: where both rename a type, they have to
//! come to the same names.

/// The cases, as they are written in an attribute.
pub(super) const CASES: [&str; 8] = [
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

/// The name of a field, which is in snake case.
pub(super) fn of_field(name: &str, case: &str) -> String {
    match case {
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => name.to_ascii_uppercase(),
        "PascalCase" => pascal(name),
        "camelCase" => lower_first(&pascal(name)),
        "kebab-case" => name.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => name.to_ascii_uppercase().replace('_', "-"),
        _ => name.to_owned(),
    }
}

/// The name of a variant, which is in Pascal case.
pub(super) fn of_variant(name: &str, case: &str) -> String {
    match case {
        "lowercase" => name.to_ascii_lowercase(),
        "UPPERCASE" => name.to_ascii_uppercase(),
        "camelCase" => lower_first(name),
        "snake_case" => snake(name),
        "SCREAMING_SNAKE_CASE" => snake(name).to_ascii_uppercase(),
        "kebab-case" => snake(name).replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => snake(name).to_ascii_uppercase().replace('_', "-"),
        _ => name.to_owned(),
    }
}

fn pascal(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (index, letter) in name.char_indices() {
        if index > 0 && letter.is_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}
