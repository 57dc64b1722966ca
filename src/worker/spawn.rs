//! Starts the process of a worker.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

use super::asked::{ASKED, asked, this_program};
use super::death::fail;
use super::options::WorkerOptions;
use crate::error::{ErrorCode, ToolError};

pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

/// Starts the process, with an empty environment and three pipes.
pub(super) fn start(options: &WorkerOptions) -> Result<(Child, Pipes), ToolError> {
    if asked().is_some() {
        // What its program does is done twice, and each worker would start the next.
        fail("`rulebook::start_worker_if_asked` has to stand at the top of its `main`");
    }
    let asked = format!("{ASKED}={}", options.memory);
    let program = match &options.program {
        Some(program) => program.clone(),
        None => this_program().map_err(|error| not_started(&error))?,
    };
    let mut command = Command::new(program);
    command.args(&options.arguments).arg(asked).env_clear();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    in_a_group_of_its_own(&mut command);
    let mut child = command.spawn().map_err(|error| not_started(&error))?;
    match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
        (Some(stdin), Some(stdout), Some(stderr)) => Ok((child, Pipes { stdin, stdout, stderr })),
        _ => Err(not_started(&io::ErrorKind::BrokenPipe.into())),
    }
}

/// What a terminal sends to its program, as at Ctrl-C, is for the program to
/// handle: its workers end when it does.
#[cfg(unix)]
fn in_a_group_of_its_own(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn in_a_group_of_its_own(_: &mut Command) {}

fn not_started(error: &io::Error) -> ToolError {
    let message = format!("the worker process could not be started: {}", reason(error));
    ToolError::new(ErrorCode::Unavailable, message)
}

/// Why the system refused something, in its own words but for the number.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
