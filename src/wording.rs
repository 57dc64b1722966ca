//! How messages speak of names: for those who write errors of their own.

/// User text in backticks, on one line, harmless on a terminal, cut where it is long.
///
/// ```
/// assert_eq!(rulebook::wording::quoted("a\tb"), "`a\\tb`");
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    crate::quote::quoted(text)
}

/// Text as a person sees it who has to decide something: on one line, with everything spelled
/// out that is not seen, turns the order of the text around it, or is drawn over it.
///
/// ```
/// assert_eq!(rulebook::wording::one_line("a\u{202e}b\nc"), "a\\u{202e}b\\u{a}c");
/// ```
#[must_use]
pub fn one_line(text: &str) -> String {
    crate::shown::one_line(text)
}

/// The same, cut after so many characters.
///
/// ```
/// assert_eq!(rulebook::wording::brief("a long story", 6), "a long…");
/// ```
#[must_use]
pub fn brief(text: &str, longest: usize) -> String {
    crate::shown::brief(text, longest)
}

/// The known name that someone probably meant, when one is like it at all.
///
/// ```
/// let known = ["evaluate_return", "calculate_refund"];
/// assert_eq!(rulebook::wording::nearest("evaluate_returns", known), Some("evaluate_return"));
/// assert_eq!(rulebook::wording::nearest("weather", known), None);
/// ```
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    crate::nearest::nearest(name, known)
}

/// What is wrong with a tool's name that model providers refuse, and what to write.
///
/// ```
/// let fault = rulebook::wording::tool_name_fault("read file").unwrap();
/// assert!(fault.starts_with("the tool name `read file` has a space in it: use the letters"));
/// assert_eq!(rulebook::wording::tool_name_fault("read_file"), None);
/// ```
#[must_use]
pub fn tool_name_fault(name: &str) -> Option<String> {
    crate::tool_name::fault(name).map(|(fault, help)| format!("{fault}: {help}"))
}

/// What names have in common that a model would mix up: two tools of a toolkit differ in
/// more than case, `-` and `_`.
#[must_use]
pub fn tool_name_likeness(name: &str) -> String {
    crate::tool_name::likeness(name)
}

/// What is said of a tool that there is not, with the one that was probably meant, or those
/// that there are.
///
/// ```
/// let said = rulebook::wording::unknown_tool("refnd", ["refund", "look_up"]);
/// assert_eq!(said, "there is no tool `refnd`; did you mean `refund`?");
/// ```
#[must_use]
pub fn unknown_tool<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    const MOST: usize = 10;
    let known: Vec<_> = known.into_iter().collect();
    let name_shown = quoted(name);
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("there is no tool {name_shown}; did you mean `{near}`?"),
        None if known.is_empty() => format!("there is no tool {name_shown}; there are none"),
        None => {
            let first: Vec<_> = known.iter().take(MOST).map(|known| format!("`{known}`")).collect();
            let more = match known.len().saturating_sub(MOST) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("there is no tool {name_shown}; the tools are {}{more}", first.join(", "))
        }
    }
}
