//! The members of a server: those that are read, and those that others keep there.

/// What is read.
pub(super) const READ: [&str; 9] =
    ["type", "command", "args", "env", "cwd", "url", "headers", "disabled", "enabled"];

/// What other programs read, and what does not change how a server is reached.
const OTHERS: [&str; 22] = [
    "alwaysAllow",
    "autoApprove",
    "description",
    "dev",
    "disabledTools",
    "enabledTools",
    "excludeTools",
    "gallery",
    "icon",
    "id",
    "includeTools",
    "initTimeout",
    "name",
    "note",
    "notes",
    "sandbox",
    "sandboxEnabled",
    "timeout",
    "title",
    "tools",
    "trust",
    "version",
];

/// What other programs call a member that is read.
const SYNONYMS: [(&str, &str); 13] = [
    ("arguments", "args"),
    ("cmd", "command"),
    ("endpoint", "url"),
    ("environment", "env"),
    ("header", "headers"),
    ("httpUrl", "url"),
    ("program", "command"),
    ("serverUrl", "url"),
    ("transport", "type"),
    ("transportType", "type"),
    ("uri", "url"),
    ("workingDirectory", "cwd"),
    ("working_directory", "cwd"),
];

/// What becomes of a member by its name.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Member {
    Read,
    /// It is left to other programs.
    Others,
    /// It says something that would be lost: what to write.
    Wrong(String),
}

pub(super) fn member(name: &str) -> Member {
    if READ.contains(&name) {
        return Member::Read;
    }
    if OTHERS.contains(&name) {
        return Member::Others;
    }
    if let Some((_, meant)) = SYNONYMS.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)) {
        return Member::Wrong(format!("write `{meant}`"));
    }
    match name {
        "envFile" => Member::Wrong("write its variables into `env`".to_owned()),
        "headersHelper" => {
            Member::Wrong("write `headers`, with the variable that holds the token".to_owned())
        }
        _ => match misspelt(name, READ) {
            Some(meant) => Member::Wrong(format!("did you mean `{meant}`")),
            None => Member::Others,
        },
    }
}

/// Which of these a name is but for a letter or two, or for its case.
pub(super) fn misspelt<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let plain = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let name = plain(name);
    let near = known.into_iter().filter_map(|known| {
        let plain = plain(known);
        let most = if plain.len() > 5 { 2 } else { 1 };
        let distance = strsim::osa_distance(&name, &plain);
        (distance <= most).then_some((distance, known))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_a_known_member_is_no_members_of_others() {
        for (name, meant) in [
            ("arg", "did you mean `args`"),
            ("argz", "did you mean `args`"),
            ("Command", "did you mean `command`"),
            ("comand", "did you mean `command`"),
            ("comamnd", "did you mean `command`"),
            ("cmd", "write `command`"),
            ("ENV", "did you mean `env`"),
            ("envs", "did you mean `env`"),
            ("evn", "did you mean `env`"),
            ("ulr", "did you mean `url`"),
            ("environment", "write `env`"),
            ("URL", "did you mean `url`"),
            ("serverURL", "write `url`"),
            ("header", "write `headers`"),
            ("transport", "write `type`"),
            ("disable", "did you mean `disabled`"),
            ("envFile", "write its variables into `env`"),
        ] {
            assert_eq!(member(name), Member::Wrong(meant.to_owned()), "{name}");
        }
        for name in OTHERS.into_iter().chain(["oauth", "x", "autostart", "my note"]) {
            assert_eq!(member(name), Member::Others, "{name}");
        }
        for name in READ {
            assert_eq!(member(name), Member::Read, "{name}");
        }
    }
}
