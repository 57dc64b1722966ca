//! What a worker takes from itself before it does anything.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, exit};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getpgrp, getpid, getrlimit,
    kill_current_process_group, kill_process_group, setrlimit, waitid,
};

use super::asked::{ASKED, arguments, this_program};
use crate::stack;

/// Holds this process to its memory, and starts its program once more: with no
/// file open but its pipes, and with a stack that is large for scripts and takes
/// only what it uses. Returns only when that failed.
pub(super) fn start_over(memory: u64) -> io::Error {
    let program = match this_program() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let mut arguments: Vec<_> = arguments().collect();
    arguments.pop();
    let mut command = Command::new(program);
    command.args(arguments).arg(ASKED).arg0(ASKED);
    close_fds::set_fds_cloexec(3, &[]);
    let limits = [
        (Resource::Core, 0, 0),
        (Resource::Stack, (stack::LARGE as u64).min(memory / 2), u64::MAX),
        (Resource::As, memory, memory),
    ];
    for (resource, soft, hard) in limits {
        if let Err(error) = lower(resource, soft, hard) {
            return error;
        }
    }
    command.exec()
}

/// How large a stack this process may have.
pub(super) fn stack_size() -> usize {
    let size = getrlimit(Resource::Stack).current.and_then(|size| usize::try_from(size).ok());
    size.unwrap_or(stack::LARGE)
}

/// Sets a limit, never above what this process may have anyway.
fn lower(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    let most = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let maximum = hard.min(most);
    let limit = |value: u64| (value != u64::MAX).then_some(value);
    let limits = Rlimit { current: Some(soft.min(maximum)), maximum: limit(maximum) };
    setrlimit(resource, limits).map_err(io::Error::from)
}

/// Of so many bytes of memory, how many a worker will have.
pub(super) fn allowed_memory(bytes: u64) -> u64 {
    bytes.min(getrlimit(Resource::As).maximum.unwrap_or(u64::MAX))
}

/// Ends a child that leads a group, and all of the group.
pub(super) fn kill_with_children(child: &mut Child) {
    // What has ended by itself cannot be killed, and need not be.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
}

/// Whether a child has ended, which is left for others to take note of.
pub(super) fn has_ended(child: &Child) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), look), Ok(None))
}

/// Ends this process, and whatever it started.
pub(super) fn leave() -> ! {
    if getpgrp() == getpid() {
        let _ = kill_current_process_group(Signal::KILL);
    }
    exit(0)
}

/// Takes the pipes to the parent for itself: whatever reads standard input from
/// now on finds it at its end, and what is printed goes to standard error.
pub(super) fn take_pipes() -> io::Result<(OwnedFd, OwnedFd)> {
    let from_parent = io::stdin().as_fd().try_clone_to_owned()?;
    let to_parent = io::stdout().as_fd().try_clone_to_owned()?;
    let (nothing, _) = io::pipe()?;
    rustix::stdio::dup2_stdin(nothing)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok((from_parent, to_parent))
}
