use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use super::super::state::{Running, State};
use super::super::task::Task;
use super::*;
use crate::budget::Stop;

/// A call that ends by itself the moment it is told to.
struct Prompt {
    stop: Arc<Stop>,
    told_before_answered: AtomicUsize,
}

impl Task for Prompt {
    fn deadline(&self) -> Instant {
        Instant::now()
    }

    fn given(&self) -> Duration {
        LONG
    }

    fn stop(&self) -> &Arc<Stop> {
        &self.stop
    }

    fn run(&self) {}

    fn finish(&self) {}

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
    state.expire(Instant::now() + LONG).tell();
    assert!(task.stop.is_set());
    assert_eq!(task.told_before_answered.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_call_that_loops_is_answered_at_its_deadline_and_not_before() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let mut call = looping(&interpreter, STEP).await;
    time.advance(STEP - Duration::from_nanos(1));
    assert!(poll(&mut call).await.is_none());
    time.advance(Duration::from_nanos(1));
    let error = call.await.unwrap_err();
    assert_eq!(error.code, ErrorCode::TimedOut);
    assert_eq!(
        error.message,
        "the call did not end within 100ms: ask for less, or give it more time"
    );
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}

#[tokio::test]
async fn a_call_whose_deadline_passes_in_the_queue_never_runs() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (first, release) = blocking(&interpreter, LONG).await;
    let (ran, has_run) = mpsc::channel();
    let second = begun(&interpreter, STEP, move || {
        ran.send(()).unwrap();
        Ok(())
    })
    .await;
    time.advance(STEP);
    let error = second.await.unwrap_err();
    assert_eq!(error.code, ErrorCode::TimedOut);
    assert_eq!(
        error.message,
        "the call did not begin within 100ms, because the calls before it took too long: try \
         again later, or give it more time"
    );
    // What it would have run with is gone already.
    assert_eq!(has_run.try_recv(), Err(mpsc::TryRecvError::Disconnected));
    drop(release);
    first.await.unwrap();
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}

#[tokio::test]
async fn a_call_that_comes_to_its_turn_after_its_deadline_never_runs() {
    // A time of nothing is over before the worker can look at the queue, and
    // also when it looks before the supervisor does.
    let interpreter = start(ManualClock::new().clock());
    for _ in 0..200 {
        let (ran, has_run) = mpsc::channel();
        let call = interpreter.run(Duration::ZERO, move || {
            ran.send(()).unwrap();
            Ok(())
        });
        let error = call.await.unwrap_err();
        assert_eq!(error.code, ErrorCode::TimedOut);
        assert_eq!(
            error.message,
            "a time of 0ns is too short for a call to begin: give it more time"
        );
        assert!(has_run.recv().is_err());
    }
}

#[tokio::test]
async fn waiting_is_part_of_the_time_of_a_call() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (first, release) = blocking(&interpreter, LONG).await;
    let (began, has_begun) = mpsc::channel();
    let mut second = begun(&interpreter, STEP * 2, move || {
        began.send(()).unwrap();
        until(budget::is_stopped);
        Ok(())
    })
    .await;
    time.advance(STEP);
    drop(release);
    first.await.unwrap();
    wait(&has_begun);
    assert!(poll(&mut second).await.is_none());
    time.advance(STEP);
    assert_eq!(code_of(second).await, ErrorCode::TimedOut);
}

#[tokio::test]
async fn five_loops_in_a_row_end_as_the_first_does() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    for _ in 0..5 {
        let mut call = looping(&interpreter, STEP).await;
        time.advance(STEP - Duration::from_nanos(1));
        assert!(poll(&mut call).await.is_none());
        time.advance(Duration::from_nanos(1));
        assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    }
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    assert_eq!(interpreter.0.lock().abandoned, 0);
}

#[tokio::test]
async fn deadlines_of_interleaved_calls_never_mix() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (mut first, release) = blocking(&interpreter, STEP * 5).await;
    let mut calls = Vec::new();
    // Even ones have a short time, odd ones a long one.
    for number in 0..10 {
        let timeout = if number % 2 == 0 { STEP * 2 } else { STEP * 7 };
        calls.push(begun(&interpreter, timeout, move || Ok(number)).await);
    }
    time.advance(STEP * 2);
    let (short, long): (Vec<_>, Vec<_>) =
        calls.into_iter().enumerate().partition(|(number, _)| number % 2 == 0);
    for (_, call) in short {
        assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    }
    assert!(poll(&mut first).await.is_none());
    time.advance(STEP * 3);
    assert_eq!(code_of(first).await, ErrorCode::TimedOut);
    until_told(&interpreter);
    time.advance(GRACE);
    for (number, call) in long {
        assert_eq!(call.await.unwrap(), number);
    }
    drop(release);
}

#[tokio::test]
async fn a_call_after_one_that_timed_out_has_its_full_time() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let first = looping(&interpreter, STEP).await;
    time.advance(STEP);
    assert_eq!(code_of(first).await, ErrorCode::TimedOut);
    let mut second = looping(&interpreter, STEP).await;
    time.advance(STEP - Duration::from_nanos(1));
    assert!(poll(&mut second).await.is_none());
    // Not told to end either: it still runs.
    assert!(!interpreter.0.lock().running.as_ref().unwrap().task.stop().is_set());
    time.advance(Duration::from_nanos(1));
    assert_eq!(code_of(second).await, ErrorCode::TimedOut);
}

#[tokio::test]
async fn what_waits_for_the_end_of_a_call_is_told_at_its_deadline_and_never_after() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (told, was_told) = mpsc::channel();
    let sender = told.clone();
    interpreter
        .run(STEP, move || {
            budget::current().unwrap().on_set(move || sender.send("ended").unwrap());
            Ok(())
        })
        .await
        .unwrap();
    let call = running(&interpreter, STEP * 2, move || {
        budget::current().unwrap().on_set(move || told.send("runs").unwrap());
        until(budget::is_stopped);
    })
    .await;
    time.advance(STEP * 2);
    assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    assert_eq!(wait(&was_told), "runs");
    interpreter.run(LONG, || Ok(())).await.unwrap();
    assert!(was_told.try_recv().is_err());
}

#[tokio::test]
async fn a_time_that_no_clock_can_express_is_a_long_one() {
    let interpreter = start(Clock::system());
    assert_eq!(interpreter.run(Duration::MAX, || Ok(7)).await.unwrap(), 7);
}

/// Five calls in a row under the system's clock: each has its answer at its
/// deadline, and the sixth call works.
async fn answer_in_time(call: impl Fn() + Clone + Send + 'static) {
    const LIMIT: Duration = Duration::from_millis(100);
    let interpreter = start(Clock::system());
    for number in 0..5 {
        let (begin, call) = (Instant::now(), call.clone());
        let answer = interpreter.run(LIMIT, move || {
            call();
            Ok(())
        });
        assert_eq!(answer.await.unwrap_err().code, ErrorCode::TimedOut, "{number}");
        let took = begin.elapsed();
        assert!(took >= LIMIT, "{number}: {took:?}");
        // 50 ms are promised; a machine that others keep busy may take longer.
        assert!(took < LIMIT * 10, "{number}: {took:?}");
    }
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}

#[tokio::test]
async fn five_loops_in_a_row_have_their_answers_in_time() {
    answer_in_time(|| until(budget::is_stopped)).await;
}

#[tokio::test]
async fn five_native_functions_that_block_have_their_answers_in_time() {
    answer_in_time(|| {
        let release = Arc::new(());
        while Arc::strong_count(&release) == 1 {
            std::thread::park_timeout(LONG);
        }
    })
    .await;
}
