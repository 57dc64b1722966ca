use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

#[tokio::test]
async fn calls_run_one_at_a_time_in_the_order_they_came() {
    let interpreter = start(Clock::system());
    let (first, release) = blocking(&interpreter, LONG).await;
    let (sender, order) = mpsc::channel();
    let inside = Arc::new(AtomicUsize::new(0));
    let mut calls = Vec::new();
    for number in 0..200 {
        let (sender, inside) = (sender.clone(), Arc::clone(&inside));
        let run = move || {
            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
            sender.send(number).unwrap();
            inside.fetch_sub(1, Ordering::SeqCst);
            Ok(())
        };
        // Deadlines that fall while the numbers rise: they have no say in the order.
        calls.push(begun(&interpreter, LONG * 1000 - STEP * number, run).await);
    }
    drop(release);
    first.await.unwrap();
    // Awaited the other way round: who asks first has no say in it either.
    for call in calls.into_iter().rev() {
        call.await.unwrap();
    }
    assert_eq!(order.try_iter().collect::<Vec<_>>(), (0..200).collect::<Vec<_>>());
}

#[tokio::test]
async fn calls_of_two_interpreters_do_not_wait_for_each_other() {
    let (held_up, free) = (start(Clock::system()), start(Clock::system()));
    let (blocked, release) = blocking(&held_up, LONG).await;
    let looped = begun(&held_up, LONG, || Ok(1)).await;
    for number in 0..100 {
        assert_eq!(free.run(LONG, move || Ok(number)).await.unwrap(), number);
    }
    drop(release);
    blocked.await.unwrap();
    assert_eq!(looped.await.unwrap(), 1);
}

#[tokio::test]
async fn dropping_the_interpreter_ends_its_threads() {
    let interpreter = start(Clock::system());
    let shared = Arc::downgrade(&interpreter.0);
    interpreter.run(LONG, || Ok(())).await.unwrap();
    drop(interpreter);
    until(|| shared.strong_count() == 0);
}

#[tokio::test]
async fn dropping_the_interpreter_ends_threads_that_were_left_behind_when_they_come_back() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (call, release) = blocking(&interpreter, STEP).await;
    time.advance(STEP);
    assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    leave_behind(&time, &interpreter).await;
    let shared = Arc::downgrade(&interpreter.0);
    drop(interpreter);
    until(|| shared.strong_count() == 1);
    drop(release);
    until(|| shared.strong_count() == 0);
}
