use std::time::Instant;

use super::super::state::State;
use super::super::task::Work;
use super::*;

#[tokio::test]
async fn one_call_more_than_may_wait_fails_at_once() {
    let interpreter =
        Interpreter::start(Settings { waiting_calls: 3, ..settings(ManualClock::new().clock()) })
            .unwrap();
    let (first, release) = blocking(&interpreter, LONG).await;
    let mut calls = Vec::new();
    for number in 0..3 {
        calls.push(begun(&interpreter, LONG, move || Ok(number)).await);
    }
    let error = interpreter.run(LONG, || Ok(7)).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::LimitExceeded);
    assert_eq!(error.message, "more than 3 calls are waiting: try again when fewer are");
    // A place that is given up is free again.
    drop(calls.pop());
    calls.push(begun(&interpreter, LONG, || Ok(2)).await);
    drop(release);
    first.await.unwrap();
    for (number, call) in calls.into_iter().enumerate() {
        assert_eq!(call.await.unwrap(), number);
    }
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}

#[tokio::test]
async fn an_idle_interpreter_takes_one_call_and_as_many_as_may_wait() {
    // Whether or not the worker has taken the first one out of the queue.
    for _ in 0..200 {
        let one = Settings { waiting_calls: 1, ..settings(ManualClock::new().clock()) };
        let interpreter = Interpreter::start(one).unwrap();
        let (release, wait) = mpsc::channel::<()>();
        let first = begun(&interpreter, LONG, move || {
            let _ = wait.recv();
            Ok(1)
        })
        .await;
        let second = begun(&interpreter, LONG, || Ok(2)).await;
        let error = interpreter.run(LONG, || Ok(3)).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::LimitExceeded);
        drop(release);
        assert_eq!((first.await.unwrap(), second.await.unwrap()), (1, 2));
    }
}

#[tokio::test]
async fn a_call_that_was_answered_takes_nobodys_place() {
    let one = Settings { waiting_calls: 1, ..settings(ManualClock::new().clock()) };
    let interpreter = Interpreter::start(one).unwrap();
    for _ in 0..200 {
        interpreter.run(LONG, || Ok(())).await.unwrap();
        assert!(interpreter.0.lock().running.is_none());
        let (first, second) = (interpreter.run(LONG, || Ok(1)), interpreter.run(LONG, || Ok(2)));
        let (first, second) = tokio::join!(first, second);
        assert_eq!((first.unwrap(), second.unwrap()), (1, 2));
    }
}

#[tokio::test]
async fn ten_thousand_calls_wait_end_and_run() {
    const MANY: usize = 10_000;
    let time = ManualClock::new();
    let most = Settings { waiting_calls: MANY, ..settings(time.clock()) };
    let interpreter = Interpreter::start(most).unwrap();
    let (first, release) = blocking(&interpreter, LONG * 1000).await;
    let mut calls = Vec::new();
    for number in 0..MANY {
        // The one that came last has to end first: each new one has the
        // supervisor look again.
        let timeout = LONG + Duration::from_millis((MANY - number) as u64);
        calls.push(begun(&interpreter, timeout, || Ok(())).await);
    }
    // A third is given up, a third ends late, one by one, and a third runs.
    drop(calls.drain(..MANY / 3));
    time.advance(LONG);
    for call in calls.drain(MANY / 3..).rev() {
        time.advance(Duration::from_millis(1));
        assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    }
    drop(release);
    first.await.unwrap();
    for call in calls {
        call.await.unwrap();
    }
}

/// How long it takes to note `many` waiting calls and to end them one by one,
/// without a thread that could be held up.
fn time_of(many: u32) -> Duration {
    let (begin, mut state) = (Instant::now(), State::default());
    for number in 0..many {
        let deadline = begin + LONG + Duration::from_millis((many - number).into());
        let (task, _) = Work::new(deadline, LONG, || Ok(()));
        state.queue.push(task, true);
        assert_eq!(state.next_deadline(GRACE), Some(deadline));
    }
    for number in 0..many {
        match number % 3 {
            0 => drop(state.queue.pop()),
            1 => drop(state.queue.remove(u64::from(many / 2 + number / 3))),
            _ => drop(state.expire(begin + LONG + Duration::from_millis(number.into()))),
        }
        let _ = state.next_deadline(GRACE);
    }
    begin.elapsed()
}

#[test]
fn waiting_calls_take_no_longer_each_when_they_are_many() {
    let least = |many| (0..3).map(|_| time_of(many)).min().unwrap();
    let (few, many) = (least(4_000), least(40_000));
    // Ten times as much is to be done. Where each looked at all the others, it
    // would be a hundred times as much.
    assert!(many < few * 50, "{many:?} and {few:?}");
}
