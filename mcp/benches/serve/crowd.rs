//! Many clients for a while: nothing fails, and memory stays flat.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::http::{Client, start};
use crate::process::Which;

const CLIENTS: usize = 64;

/// How often memory is looked at.
const LOOKS: u32 = 6;

/// How much more memory than after the first look there may be at the last, in KiB: what
/// an allocator comes to, and far less than the sessions that come and go would leave.
const BOUND: u64 = 8 * 1024;

/// How many calls a session lasts.
const SESSION: u32 = 200;

/// Has many clients call for a time. A call that fails ends the program.
pub(crate) fn stay(time: Duration) {
    let (process, address) = start(Which::Ours);
    let calls = AtomicU64::new(0);
    let until = Instant::now() + time;
    let client = |number: usize| {
        let tool = if number.is_multiple_of(2) { "echo" } else { "say" };
        let revision = if number % 4 < 2 { "2025-11-25" } else { "2026-07-28" };
        let mut client = Client::new(&address, tool, revision);
        for turn in 1.. {
            client.call(turn);
            calls.fetch_add(1, Ordering::Relaxed);
            if Instant::now() > until {
                break;
            }
            if turn.is_multiple_of(SESSION) && revision == "2025-11-25" {
                client.end();
                client.begin();
            }
        }
    };
    thread::scope(|scope| {
        let client = &client;
        for number in 0..CLIENTS {
            scope.spawn(move || client(number));
        }
        let mut first = None;
        for look in 1..=LOOKS {
            thread::sleep(time / LOOKS);
            let calls = calls.load(Ordering::Relaxed);
            let Some(resident) = process.resident() else { continue };
            println!("{CLIENTS} clients, {:?}: {calls} calls, {resident} KiB", time * look / LOOKS);
            let first = *first.get_or_insert(resident);
            assert!(resident < first + BOUND, "memory grows: {first} KiB, then {resident} KiB");
        }
    });
    println!("{CLIENTS} clients, {time:?}: {} calls, none failed", calls.into_inner());
}
