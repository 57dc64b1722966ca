//! The group of processes that a child leads, with whatever it starts.

#[cfg(unix)]
pub(super) use unix::{kill, lead, terminate, wait_for_end, wait_for_rest};

#[cfg(not(unix))]
pub(super) use elsewhere::{kill, lead, terminate, wait_for_end, wait_for_rest};

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::Mutex;
    use std::thread::sleep;
    use std::time::Duration;

    use rustix::io::Errno;
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
    };

    /// How long the rest of a group that was killed may take to be gone, in steps of a
    /// millisecond. It is longer there where nobody takes note of the ends of orphans.
    const REST: u32 = 200;

    /// Makes it lead a group of its own: what a terminal sends to this program, as at
    /// Ctrl-C, is for this program to handle.
    pub(in super::super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Asks the group to end. The number of a group is nobody else's as long as nobody took
    /// note of the end of the child that leads it.
    pub(in super::super) fn terminate(child: &mut Child) {
        signal(child, Signal::TERM);
    }

    /// Ends the group.
    pub(in super::super) fn kill(child: &mut Child) {
        signal(child, Signal::KILL);
    }

    fn signal(child: &Child, signal: Signal) {
        // What has ended by itself cannot be told anything, and need not be.
        let _ = kill_process_group(Pid::from_child(child), signal);
    }

    /// Waits until the child has ended; its end is not taken note of by that.
    pub(in super::super) fn wait_for_end(held: &Mutex<Option<Child>>) {
        let pid = match &*super::super::process::lock(held) {
            Some(child) => Pid::from_child(child),
            None => return,
        };
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(pid), look), Err(Errno::INTR)) {}
    }

    /// Waits until nothing is left of the group of a child that was killed and has ended:
    /// the system takes a moment over it.
    pub(in super::super) fn wait_for_rest(child: &Child) {
        for _ in 0..REST {
            if test_kill_process_group(Pid::from_child(child)) == Err(Errno::SRCH) {
                return;
            }
            sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::process::{Child, Command};
    use std::sync::Mutex;
    use std::thread::sleep;
    use std::time::Duration;

    /// How often it is looked whether a child has ended.
    const LOOK_AGAIN: Duration = Duration::from_millis(20);

    pub(in super::super) fn lead(_: &mut Command) {}

    /// Nothing less than its end can be asked for.
    pub(in super::super) fn terminate(child: &mut Child) {
        kill(child);
    }

    pub(in super::super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }

    pub(in super::super) fn wait_for_rest(_: &Child) {}

    pub(in super::super) fn wait_for_end(held: &Mutex<Option<Child>>) {
        // The lock is not held while it is waited.
        let runs = || match &mut *super::super::process::lock(held) {
            Some(child) => matches!(child.try_wait(), Ok(None)),
            None => false,
        };
        while runs() {
            sleep(LOOK_AGAIN);
        }
    }
}
