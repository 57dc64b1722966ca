use std::time::Instant;

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

/// How long it takes to let `many` calls wait, each with a deadline of its own,
/// and to end them all.
async fn time_of(many: u32) -> Duration {
    let time = ManualClock::new();
    let most = Settings { waiting_calls: 1_000_000, ..settings(time.clock()) };
    let interpreter = Interpreter::start(most).unwrap();
    let (first, release) = blocking(&interpreter, LONG * 1000).await;
    let begin = Instant::now();
    let mut calls = Vec::new();
    for number in 0..many {
        // The one that came last has to end first: each new one has the
        // supervisor look again.
        let timeout = LONG + Duration::from_millis((many - number).into());
        calls.push(begun(&interpreter, timeout, || Ok(())).await);
    }
    let thirds = many as usize / 3;
    // A third is given up, a third ends late, one by one, and a third runs.
    drop(calls.drain(..thirds));
    time.advance(LONG);
    for call in calls.drain(thirds..).rev() {
        time.advance(Duration::from_millis(1));
        assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    }
    drop(release);
    first.await.unwrap();
    for call in calls {
        call.await.unwrap();
    }
    begin.elapsed()
}

#[tokio::test]
async fn ten_thousand_waiting_calls_take_no_longer_each_than_a_thousand() {
    let few = time_of(1_000).await.max(Duration::from_millis(1));
    let many = time_of(10_000).await;
    // Ten times as much is to be done. Where each looked at all the others, it
    // would be a hundred times as much.
    assert!(many < few * 50, "{many:?} and {few:?}");
}
