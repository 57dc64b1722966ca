//! `--mcp NAME=COMMAND`, and the other words that name a server.

use rulebook::wording::quoted;

use super::server::{Origin, Reached, Server};

const HOW: &str = "write a name, `=` and a command, as in `files=mcp-server-files /srv/files`";

/// Reads the word of `--mcp`; the command is split as a shell does it.
pub(super) fn server(word: &str) -> Result<Server, String> {
    let Some((name, command)) = word.split_once('=') else {
        return Err(format!("the name is missing; {HOW}"));
    };
    let name = name.trim();
    if name.is_empty() {
        return Err(format!("the name is missing; {HOW}"));
    }
    // A command that holds a `=` of its own, where the name was forgotten.
    if name.contains(char::is_whitespace) {
        return Err(format!("{} is a command, and no name; {HOW}", quoted(name)));
    }
    let words = shell_words::split(command).map_err(|_| {
        "a quote is not closed; close each `'` and `\"`, or write `\\` before one that is meant as it is"
    })?;
    let mut words = words.into_iter();
    match words.next() {
        Some(address) if is_address(&address) => Err(format!(
            "{} is an address, and no command; a server that is there stands in a file for `--mcp-config`, as `{{ \"mcpServers\": {{ {}: {{ \"url\": \"...\" }} }} }}`",
            quoted(&address),
            serde_json::Value::from(name),
        )),
        Some(program) if !program.is_empty() => Ok(Server {
            name: name.to_owned(),
            origin: Origin::Word,
            reached: Reached::Command {
                program,
                arguments: words.collect(),
                environment: Vec::new(),
                folder: None,
            },
        }),
        _ => Err(format!("the command of {} is missing; {HOW}", quoted(name))),
    }
}

/// Whether a word is the address of a server that is there, rather than a program.
fn is_address(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    word.starts_with("http://") || word.starts_with("https://")
}

/// The name of a server, and the prefix of its tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    pub(super) server: String,
    pub(super) prefix: String,
}

/// Reads the word of `--mcp-prefix`: the prefix is made of the name unless it is given.
pub(super) fn prefix(word: &str) -> Result<Prefix, String> {
    let (server, prefix) = match word.split_once('=') {
        Some((server, prefix)) => (server, prefix.to_owned()),
        None => (word, format!("{word}_")),
    };
    if server.is_empty() {
        return Err("the name of the server is missing; write it, as in `files=f_`".to_owned());
    }
    if prefix.is_empty() {
        return Err(format!("the prefix is missing; write it, as in `{server}=f_`"));
    }
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !prefix.chars().all(fits) {
        return Err(format!(
            "{} cannot begin the name of a tool; write a prefix of letters, digits, `_` and `-`, as in {}",
            quoted(&prefix),
            quoted(&format!("{server}=f_")),
        ));
    }
    Ok(Prefix { server: server.to_owned(), prefix })
}

/// A variable of the environment that servers get.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) value: String,
}

/// Reads the word of `--mcp-env`: the value is the one here unless it is given.
pub(super) fn variable(word: &str) -> Result<Variable, String> {
    let (name, given) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (word, None),
    };
    if name.is_empty() {
        return Err("the name is missing; write it, as in `PATH`".to_owned());
    }
    let value = match given {
        Some(value) => value,
        None => super::environment::variable(name)?.ok_or_else(|| {
            format!("the variable is not set here; set it, or give its value, as in `{name}=VALUE`")
        })?,
    };
    Ok(Variable { name: name.to_owned(), value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(word: &str) -> Result<(String, String, Vec<String>), String> {
        let Server { name, reached, .. } = server(word)?;
        let Reached::Command { program, arguments, .. } = reached else {
            return Err("it is no command".to_owned());
        };
        Ok((name, program, arguments))
    }

    #[test]
    fn a_command_is_split_as_a_shell_does_it() {
        for (word, program, arguments) in [
            ("a=b", "b", &[][..]),
            ("a= b  c ", "b", &["c"]),
            ("a=b 'c d' \"e f\" g\\ h", "b", &["c d", "e f", "g h"]),
            ("a=b --x=y ''", "b", &["--x=y", ""]),
            ("a='/with space/b' $HOME ~", "/with space/b", &["$HOME", "~"]),
        ] {
            let arguments = arguments.iter().map(|&it| it.to_owned()).collect();
            assert_eq!(read(word), Ok(("a".to_owned(), program.to_owned(), arguments)), "{word}");
        }
    }

    #[test]
    fn what_is_no_server_is_told_with_what_to_write() {
        let told = |word| read(word).unwrap_err();
        insta::assert_snapshot!(told("npx files"), @"the name is missing; write a name, `=` and a command, as in `files=mcp-server-files /srv/files`");
        insta::assert_snapshot!(told("=files"), @"the name is missing; write a name, `=` and a command, as in `files=mcp-server-files /srv/files`");
        insta::assert_snapshot!(told("npx files --level=3"), @"`npx files --level` is a command, and no name; write a name, `=` and a command, as in `files=mcp-server-files /srv/files`");
        insta::assert_snapshot!(told("files="), @"the command of `files` is missing; write a name, `=` and a command, as in `files=mcp-server-files /srv/files`");
        insta::assert_snapshot!(told("files=  "), @"the command of `files` is missing; write a name, `=` and a command, as in `files=mcp-server-files /srv/files`");
        insta::assert_snapshot!(told("files=https://example.com/mcp"), @r#"`https://example.com/mcp` is an address, and no command; a server that is there stands in a file for `--mcp-config`, as `{ "mcpServers": { "files": { "url": "..." } } }`"#);
        insta::assert_snapshot!(told("files='' x"), @"the command of `files` is missing; write a name, `=` and a command, as in `files=mcp-server-files /srv/files`");
        insta::assert_snapshot!(told("files=a 'b"), @r#"a quote is not closed; close each `'` and `"`, or write `\` before one that is meant as it is"#);
        insta::assert_snapshot!(told("files=a \"b"), @r#"a quote is not closed; close each `'` and `"`, or write `\` before one that is meant as it is"#);
    }

    #[test]
    fn a_prefix_is_made_of_the_name_or_given() {
        let read = |word| prefix(word).map(|it| (it.server, it.prefix));
        let pair = |server: &str, prefix: &str| Ok((server.to_owned(), prefix.to_owned()));
        assert_eq!(read("files"), pair("files", "files_"));
        assert_eq!(read("files=f-"), pair("files", "f-"));
        assert_eq!(read("my server=my_"), pair("my server", "my_"));
        let told = |word| prefix(word).unwrap_err();
        insta::assert_snapshot!(told(""), @"the name of the server is missing; write it, as in `files=f_`");
        insta::assert_snapshot!(told("=f_"), @"the name of the server is missing; write it, as in `files=f_`");
        insta::assert_snapshot!(told("files="), @"the prefix is missing; write it, as in `files=f_`");
        insta::assert_snapshot!(told("my server"), @"`my server_` cannot begin the name of a tool; write a prefix of letters, digits, `_` and `-`, as in `my server=f_`");
        insta::assert_snapshot!(told("files=f."), @"`f.` cannot begin the name of a tool; write a prefix of letters, digits, `_` and `-`, as in `files=f_`");
    }

    #[test]
    fn a_variable_has_the_value_that_is_given() {
        let read = |word| variable(word).map(|it| (it.name, it.value));
        assert_eq!(read("A=b=c"), Ok(("A".to_owned(), "b=c".to_owned())));
        assert_eq!(read("A="), Ok(("A".to_owned(), String::new())));
        assert_eq!(read("PATH").map(|(name, _)| name), Ok("PATH".to_owned()));
        let told = |word| variable(word).map(|_| ()).unwrap_err();
        insta::assert_snapshot!(told(""), @"the name is missing; write it, as in `PATH`");
        insta::assert_snapshot!(told("=x"), @"the name is missing; write it, as in `PATH`");
        insta::assert_snapshot!(told("RULEBOOK_IS_NOT_SET"), @"the variable is not set here; set it, or give its value, as in `RULEBOOK_IS_NOT_SET=VALUE`");
    }
}
