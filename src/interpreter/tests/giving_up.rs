use std::sync::Arc;
use std::time::Instant;

use super::*;

#[tokio::test]
async fn a_call_whose_future_is_dropped_is_told_to_end() {
    let interpreter = start(ManualClock::new().clock());
    let call = looping(&interpreter, LONG).await;
    drop(call);
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    assert_eq!(interpreter.0.lock().abandoned, 0);
}

#[tokio::test]
async fn a_call_whose_future_is_dropped_ends_within_100_ms() {
    let interpreter = start(Clock::system());
    let (ended, has_ended) = mpsc::channel();
    let call = running(&interpreter, LONG, move || {
        until(budget::is_stopped);
        ended.send(Instant::now()).unwrap();
    })
    .await;
    let dropped = Instant::now();
    drop(call);
    let took = wait(&has_ended).saturating_duration_since(dropped);
    // 100 ms are promised; a machine that others keep busy may take longer.
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[tokio::test]
async fn a_waiting_call_whose_future_is_dropped_never_runs() {
    let interpreter = start(ManualClock::new().clock());
    let (first, release) = blocking(&interpreter, LONG).await;
    let (ran, has_run) = mpsc::channel();
    let second = begun(&interpreter, LONG, move || {
        ran.send(()).unwrap();
        Ok(())
    })
    .await;
    drop(second);
    assert_eq!(has_run.try_recv(), Err(mpsc::TryRecvError::Disconnected));
    assert!(interpreter.0.lock().queue.is_empty());
    drop(release);
    first.await.unwrap();
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}

#[tokio::test]
async fn a_native_function_whose_future_is_dropped_is_left_behind() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (call, release) = blocking(&interpreter, LONG).await;
    drop(call);
    leave_behind(&time, &interpreter).await;
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    drop(release);
    until(|| interpreter.0.lock().abandoned == 0);
}

#[tokio::test]
async fn giving_one_call_up_leaves_the_others_alone() {
    let interpreter = start(ManualClock::new().clock());
    let (first, release) = blocking(&interpreter, LONG).await;
    let mut calls = Vec::new();
    for number in 0..10 {
        calls.push(begun(&interpreter, LONG, move || Ok(number)).await);
    }
    for _ in 0..5 {
        drop(calls.remove(0));
    }
    drop(release);
    first.await.unwrap();
    for (number, call) in (5..).zip(calls) {
        assert_eq!(call.await.unwrap(), number);
    }
}

#[tokio::test]
async fn calls_that_are_given_up_leave_nothing_behind_in_the_queue() {
    let interpreter = start(Clock::system());
    let (first, release) = blocking(&interpreter, LONG).await;
    let held = Arc::new(());
    let mut calls = Vec::new();
    for _ in 0..100 {
        let held = Arc::clone(&held);
        let run = move || {
            drop(held);
            Ok(())
        };
        calls.push(begun(&interpreter, LONG, run).await);
    }
    drop(calls);
    assert_eq!(Arc::strong_count(&held), 1);
    assert!(interpreter.0.lock().queue.is_empty());
    assert!(interpreter.0.lock().queue.first_deadline().is_none());
    drop(release);
    first.await.unwrap();
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_given_up_at_any_moment_never_hold_up_or_end_another() {
    let interpreter = Arc::new(start(Clock::system()));
    let calls = (0..400_u64).map(|number| {
        let interpreter = Arc::clone(&interpreter);
        tokio::spawn(async move {
            let call = interpreter.run(LONG, move || {
                for _ in 0..number {
                    if budget::is_stopped() {
                        return Ok(u64::MAX);
                    }
                    std::thread::yield_now();
                }
                Ok(number)
            });
            if number % 2 == 0 {
                let some_time = Duration::from_micros(number * 37 % 2_000);
                let _ = tokio::time::timeout(some_time, call).await;
            } else {
                assert_eq!(call.await.unwrap(), number);
            }
        })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    assert!(interpreter.0.lock().queue.is_empty());
}
