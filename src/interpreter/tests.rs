use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::{GRACE, Interpreter, Settings};
use crate::budget;
use crate::clock::{Clock, ManualClock};
use crate::error::ErrorCode;

use super::state::{Running, State};
use super::task::Task;
use crate::budget::Stop;
use crate::error::ToolError;

const LONG: Duration = Duration::from_secs(600);

fn start(clock: Clock) -> Interpreter {
    let (grace, waiting_calls, abandoned_threads) = (GRACE, 1_000, 8);
    Interpreter::start(Settings { clock, grace, waiting_calls, abandoned_threads }).unwrap()
}

/// A call that ends by itself the moment it is told to.
struct Prompt {
    stop: Arc<Stop>,
    told_before_answered: AtomicUsize,
}

impl Task for Prompt {
    fn deadline(&self) -> Instant {
        Clock::system().now()
    }

    fn stop(&self) -> &Arc<Stop> {
        &self.stop
    }

    fn run(&self) {}

    fn fail(&self, error: ToolError) {
        assert_eq!(error.code, ErrorCode::TimedOut);
        self.told_before_answered.fetch_add(self.stop.is_set().into(), Ordering::SeqCst);
    }
}

#[test]
fn a_caller_is_answered_before_the_call_is_told_to_end() {
    let task = Arc::new(Prompt { stop: Arc::default(), told_before_answered: AtomicUsize::new(0) });
    let call: Arc<dyn Task> = Arc::<Prompt>::clone(&task);
    let mut state = State { running: Some(Running::new(call)), ..State::default() };
    state.expire(Instant::now() + LONG, GRACE);
    assert!(task.stop.is_set());
    assert_eq!(task.told_before_answered.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn calls_run_one_at_a_time_in_the_order_they_came() {
    let interpreter = start(Clock::system());
    let (order, inside) = (mpsc::channel(), Arc::new(AtomicUsize::new(0)));
    let calls = (0..50).map(|number| {
        let (sender, inside) = (order.0.clone(), Arc::clone(&inside));
        interpreter.run(LONG, move || {
            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
            sender.send(number).unwrap();
            inside.fetch_sub(1, Ordering::SeqCst);
            Ok(())
        })
    });
    let mut set = Vec::new();
    for mut call in calls.map(Box::pin) {
        assert!(futures_poll(&mut call).await.is_none_or(|done| done.is_ok()));
        set.push(call);
    }
    let mut seen = Vec::new();
    while seen.len() < 50 {
        seen.push(order.1.recv_timeout(LONG).unwrap());
    }
    assert_eq!(seen, (0..50).collect::<Vec<_>>());
}

/// Polls a future once.
async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    std::future::poll_fn(|context| {
        std::task::Poll::Ready(match std::pin::Pin::new(&mut *future).poll(context) {
            std::task::Poll::Ready(value) => Some(value),
            std::task::Poll::Pending => None,
        })
    })
    .await
}

#[tokio::test]
async fn a_call_that_loops_is_answered_at_its_deadline() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (began, has_begun) = mpsc::channel();
    let mut call = Box::pin(interpreter.run(Duration::from_millis(300), move || {
        began.send(()).unwrap();
        while !budget::is_stopped() {
            std::thread::yield_now();
        }
        Ok(())
    }));
    assert!(futures_poll(&mut call).await.is_none());
    has_begun.recv_timeout(LONG).unwrap();
    time.advance(Duration::from_millis(299));
    assert!(futures_poll(&mut call).await.is_none());
    time.advance(Duration::from_millis(1));
    assert_eq!(call.await.unwrap_err().code, ErrorCode::TimedOut);
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}

#[tokio::test]
async fn a_native_function_that_blocks_is_left_behind_and_the_next_call_runs() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (release, wait) = mpsc::channel::<()>();
    let (began, has_begun) = mpsc::channel();
    let mut call = Box::pin(interpreter.run(Duration::from_millis(300), move || {
        began.send(()).unwrap();
        let _ = wait.recv();
        Ok(())
    }));
    assert!(futures_poll(&mut call).await.is_none());
    has_begun.recv_timeout(LONG).unwrap();
    time.advance(Duration::from_millis(300));
    assert_eq!(call.await.unwrap_err().code, ErrorCode::TimedOut);
    time.advance(Duration::from_millis(100));
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    drop(release);
}

#[tokio::test]
async fn a_call_whose_deadline_passes_in_the_queue_never_runs() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (release, wait) = mpsc::channel::<()>();
    let (began, has_begun) = mpsc::channel();
    let mut first = Box::pin(interpreter.run(LONG, move || {
        began.send(()).unwrap();
        let _ = wait.recv();
        Ok(())
    }));
    assert!(futures_poll(&mut first).await.is_none());
    has_begun.recv_timeout(LONG).unwrap();
    let (ran, has_run) = mpsc::channel();
    let mut second = Box::pin(interpreter.run(Duration::from_secs(1), move || {
        ran.send(()).unwrap();
        Ok(())
    }));
    assert!(futures_poll(&mut second).await.is_none());
    time.advance(Duration::from_secs(1));
    assert_eq!(second.await.unwrap_err().code, ErrorCode::TimedOut);
    drop(release);
    first.await.unwrap();
    assert!(has_run.try_recv().is_err());
}

#[tokio::test]
async fn a_call_whose_future_is_dropped_is_told_to_end() {
    let interpreter = start(Clock::system());
    let (began, has_begun) = mpsc::channel();
    let (ended, has_ended) = mpsc::channel();
    let mut call = Box::pin(interpreter.run(LONG, move || {
        began.send(()).unwrap();
        while !budget::is_stopped() {
            std::thread::yield_now();
        }
        ended.send(()).unwrap();
        Ok(())
    }));
    assert!(futures_poll(&mut call).await.is_none());
    has_begun.recv_timeout(LONG).unwrap();
    drop(call);
    has_ended.recv_timeout(LONG).unwrap();
}

#[tokio::test]
async fn a_panic_is_a_failure_and_the_next_call_runs() {
    let interpreter = start(Clock::system());
    let failed = interpreter.run::<(), _>(LONG, || panic!("a host function gives up")).await;
    assert_eq!(failed.unwrap_err().code, ErrorCode::ScriptFailed);
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}

#[tokio::test]
async fn too_many_threads_left_behind_make_calls_fail_at_once_until_some_return() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let mut releases = Vec::new();
    for _ in 0..=8 {
        let (release, wait) = mpsc::channel::<()>();
        let (began, has_begun) = mpsc::channel();
        let mut call = Box::pin(interpreter.run(Duration::from_millis(10), move || {
            began.send(()).unwrap();
            let _ = wait.recv();
            Ok(())
        }));
        assert!(futures_poll(&mut call).await.is_none());
        has_begun.recv_timeout(LONG).unwrap();
        releases.push(release);
        time.advance(Duration::from_millis(10));
        assert_eq!(call.await.unwrap_err().code, ErrorCode::TimedOut);
        time.advance(Duration::from_millis(100));
    }
    let refused = interpreter.run(LONG, || Ok(7)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Unavailable);
    drop(releases);
    while interpreter.run(LONG, || Ok(7)).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn dropping_the_interpreter_ends_its_threads() {
    let interpreter = start(Clock::system());
    let shared = Arc::downgrade(&interpreter.0);
    interpreter.run(LONG, || Ok(())).await.unwrap();
    drop(interpreter);
    while shared.upgrade().is_some() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn calls_that_are_given_up_leave_nothing_behind_in_the_queue() {
    let interpreter = start(Clock::system());
    let (release, wait) = mpsc::channel::<()>();
    let mut first = Box::pin(interpreter.run(LONG, move || {
        let _ = wait.recv();
        Ok(())
    }));
    assert!(futures_poll(&mut first).await.is_none());
    let held = Arc::new(());
    let mut calls = Vec::new();
    for _ in 0..100 {
        let held = Arc::clone(&held);
        let mut call = Box::pin(interpreter.run(LONG, move || {
            drop(held);
            Ok(())
        }));
        assert!(futures_poll(&mut call).await.is_none());
        calls.push(call);
    }
    drop(calls);
    assert_eq!(Arc::strong_count(&held), 1);
    assert!(interpreter.0.lock().queue.len() <= 2);
    drop(release);
    first.await.unwrap();
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}
