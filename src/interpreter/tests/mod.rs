//! Calls under a clock moved by hand, and a few under the system's.

mod deadlines;
mod giving_up;
mod left_behind;
mod order;
mod panics;
mod waiting;

use std::pin::Pin;
use std::sync::mpsc::{self, Receiver, Sender};
use std::task::Poll;
use std::time::Duration;

use super::{GRACE, Interpreter, Settings};
use crate::budget;
use crate::clock::{Clock, ManualClock};
use crate::error::{ErrorCode, ToolError};

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(600);

/// A step of the clock that is no call's whole time.
const STEP: Duration = Duration::from_millis(100);

fn settings(clock: Clock) -> Settings {
    Settings { clock, grace: GRACE, waiting_calls: 1_000, abandoned_threads: 8 }
}

fn start(clock: Clock) -> Interpreter {
    Interpreter::start(settings(clock)).unwrap()
}

/// A call that a test holds.
type Call<'a, T> = Pin<Box<dyn Future<Output = Result<T, ToolError>> + 'a>>;

/// Polls a future once.
async fn poll<F: Future + Unpin + ?Sized>(future: &mut F) -> Option<F::Output> {
    std::future::poll_fn(|context| {
        Poll::Ready(match Pin::new(&mut *future).poll(context) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        })
    })
    .await
}

/// A call that waits in the queue, or runs.
async fn begun<'a, T: Send + 'static>(
    interpreter: &'a Interpreter,
    timeout: Duration,
    run: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Call<'a, T> {
    let mut call: Call<'a, T> = Box::pin(interpreter.run(timeout, run));
    assert!(poll(&mut call).await.is_none());
    call
}

/// A call that runs a native function that blocks, and what releases it.
async fn blocking<'a>(
    interpreter: &'a Interpreter,
    timeout: Duration,
) -> (Call<'a, ()>, Sender<()>) {
    let (release, wait) = mpsc::channel();
    let call = running(interpreter, timeout, move || {
        let _ = wait.recv();
    })
    .await;
    (call, release)
}

/// A call that runs a loop until it is told to end.
async fn looping<'a>(interpreter: &'a Interpreter, timeout: Duration) -> Call<'a, ()> {
    running(interpreter, timeout, || {
        while !budget::is_stopped() {
            std::thread::yield_now();
        }
    })
    .await
}

/// A call that has begun to run.
async fn running<'a>(
    interpreter: &'a Interpreter,
    timeout: Duration,
    run: impl FnOnce() + Send + 'static,
) -> Call<'a, ()> {
    let (began, has_begun) = mpsc::channel();
    let call = begun(interpreter, timeout, move || {
        began.send(()).unwrap();
        run();
        Ok(())
    })
    .await;
    wait(&has_begun);
    call
}

/// Waits for another thread to say so.
fn wait<T>(said: &Receiver<T>) -> T {
    said.recv_timeout(LONG).unwrap()
}

/// Waits until something holds that other threads bring about.
fn until(holds: impl Fn() -> bool) {
    while !holds() {
        std::thread::yield_now();
    }
}

/// Waits until the supervisor has told the call that runs to end, at the time
/// that it is now.
fn until_told(interpreter: &Interpreter) {
    until(|| interpreter.0.lock().is_overdue(far_from_now(), Duration::ZERO));
}

fn far_from_now() -> std::time::Instant {
    std::time::Instant::now() + LONG * 1000
}

/// Has the thread of the call that runs left behind, whose time is over.
async fn leave_behind(time: &ManualClock, interpreter: &Interpreter) {
    let before = interpreter.0.lock().abandoned;
    until_told(interpreter);
    time.advance(GRACE);
    until(|| interpreter.0.lock().abandoned == before + 1);
}

async fn code_of<T: std::fmt::Debug>(call: Call<'_, T>) -> ErrorCode {
    call.await.unwrap_err().code
}
