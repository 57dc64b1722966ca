//! A server that is a child process.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;

/// The command that starts a server, which is spoken to by its standard input and output.
///
/// It gets no environment but what is given here, not even `PATH`. Whatever it starts ends
/// with it, but for what has made itself a group of its own (as by `setsid`).
///
/// ```
/// use rulebook_mcp::ServerCommand;
///
/// let server = ServerCommand::new("npx")
///     .args(["-y", "@modelcontextprotocol/server-filesystem", "/srv/files"])
///     .inherit_env("PATH")
///     .inherit_env("HOME");
/// // Arguments and values of the environment may be secret, and are not shown.
/// assert!(!format!("{server:?}").contains("/srv/files"));
/// ```
#[derive(Clone)]
pub struct ServerCommand {
    pub(super) program: OsString,
    pub(super) arguments: Vec<OsString>,
    pub(super) environment: Vec<(OsString, OsString)>,
    pub(super) folder: Option<PathBuf>,
}

impl ServerCommand {
    /// A program: a name that is looked for in the folders of this process's `PATH`, or a
    /// path, which counts from the folder of this process.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            environment: Vec::new(),
            folder: None,
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Gives it a variable of the environment. Of two of one name the last is given.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Gives it a variable as this process has it now; none where it is not set.
    #[must_use]
    pub fn inherit_env(self, name: impl AsRef<OsStr>) -> Self {
        let name = name.as_ref();
        match std::env::var_os(name) {
            Some(value) => self.env(name, value),
            None => self,
        }
    }

    /// The folder that it runs in; that of this process unless told otherwise.
    #[must_use]
    pub fn current_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }
}

/// Values of the environment may be secret, and so may arguments.
impl fmt::Debug for ServerCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.environment.iter().map(|(name, _)| name).collect();
        f.debug_struct("ServerCommand")
            .field("program", &self.program)
            .field("environment", &names)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}
