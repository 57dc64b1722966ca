//! Starts the process of a server.

use std::process::{Command, Stdio};
use std::sync::Arc;

use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use super::asked::ServerCommand;
use super::child::{Child, Shared};
use super::group;
use super::lookup::{found, refused};
use super::process::Process;
use super::standard_error::StandardError;
use super::transport::Streams;
use crate::remote::error::ConnectError;

/// Starts the process of a server.
///
/// # Errors
/// What to check where there is none.
pub(super) fn start(command: &ServerCommand) -> Result<(Streams, Child), ConnectError> {
    let program = found(command)?;
    let mut started = Command::new(&program);
    started.args(&command.arguments).env_clear();
    started.envs(command.environment.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = &command.folder {
        started.current_dir(folder);
    }
    started.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    group::lead(&mut started);
    let failed = |error: &std::io::Error| refused(command, &program, error);
    let mut child = started.spawn().map_err(|error| failed(&error))?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let process = Process::watched(child).map_err(|error| failed(&error))?;
    // From here on it is ended when there is an error.
    let guard = EndUnlessTaken(Some(Arc::clone(&process)));
    let (Some(input), Some(output), Some(errors)) = pipes else {
        return Err(failed(&std::io::ErrorKind::BrokenPipe.into()));
    };
    let input = ChildStdin::from_std(input).map_err(|error| failed(&error))?;
    let output = ChildStdout::from_std(output).map_err(|error| failed(&error))?;
    let errors = ChildStderr::from_std(errors).map_err(|error| failed(&error))?;
    let errors = StandardError::read(errors, process.gone().clone());
    let shared = Arc::new(Shared::new(process, errors));
    let child = Child(Arc::clone(&shared));
    guard.taken();
    Ok((Streams::new(input, output, shared), child))
}

struct EndUnlessTaken(Option<Arc<Process>>);

impl EndUnlessTaken {
    fn taken(mut self) {
        self.0 = None;
    }
}

impl Drop for EndUnlessTaken {
    fn drop(&mut self) {
        if let Some(process) = &self.0 {
            process.kill();
        }
    }
}
