//! Whether standard input is at its end, as far as its writer goes.

/// Whether nobody can write to standard input any more. What was written may still be unread,
/// and the end cannot be read before that.
#[cfg(unix)]
pub(super) fn stdin_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = rustix::stdio::stdin();
    let mut looked_at = [PollFd::from_borrowed_fd(stdin, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut looked_at, Some(&at_once)).is_ok()
        && looked_at.iter().any(|stdin| stdin.revents().contains(PollFlags::HUP))
}

#[cfg(not(unix))]
pub(super) fn stdin_hung_up() -> bool {
    false
}
