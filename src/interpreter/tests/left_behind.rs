use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

#[tokio::test]
async fn a_native_function_that_blocks_is_left_behind_and_the_next_call_runs() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (call, release) = blocking(&interpreter, STEP).await;
    let next = begun(&interpreter, LONG, || Ok(7)).await;
    time.advance(STEP);
    assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    leave_behind(&time, &interpreter).await;
    assert_eq!(next.await.unwrap(), 7);
    drop(release);
    until(|| interpreter.0.lock().abandoned == 0);
}

#[tokio::test]
async fn five_native_functions_that_block_end_as_the_first_does() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let mut releases = Vec::new();
    for _ in 0..5 {
        let (mut call, release) = blocking(&interpreter, STEP).await;
        releases.push(release);
        time.advance(STEP - Duration::from_nanos(1));
        assert!(poll(&mut call).await.is_none());
        time.advance(Duration::from_nanos(1));
        assert_eq!(code_of(call).await, ErrorCode::TimedOut);
        leave_behind(&time, &interpreter).await;
    }
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    drop(releases);
    until(|| interpreter.0.lock().abandoned == 0);
}

#[tokio::test]
async fn a_thread_that_comes_back_late_answers_and_ends_nobody_elses_call() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let (late, is_late) = mpsc::channel::<()>();
    let (seen, was_seen) = mpsc::channel();
    let call = running(&interpreter, STEP, move || {
        let _ = is_late.recv();
        // Still told to end, whatever has begun meanwhile.
        seen.send(budget::is_stopped()).unwrap();
    })
    .await;
    time.advance(STEP);
    assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    leave_behind(&time, &interpreter).await;
    // The next one runs while the first comes back.
    let go_on = Arc::new(AtomicBool::new(false));
    let may_end = Arc::clone(&go_on);
    let (began, has_begun) = mpsc::channel();
    let mut next = begun(&interpreter, LONG, move || {
        began.send(()).unwrap();
        until(|| may_end.load(Ordering::SeqCst));
        Ok(budget::is_stopped())
    })
    .await;
    wait(&has_begun);
    drop(late);
    assert!(wait(&was_seen));
    until(|| interpreter.0.lock().abandoned == 0);
    assert!(poll(&mut next).await.is_none());
    assert!(interpreter.0.lock().running.is_some());
    go_on.store(true, Ordering::SeqCst);
    assert!(!next.await.unwrap());
}

#[tokio::test]
async fn too_many_threads_left_behind_make_calls_fail_at_once_until_one_returns() {
    let time = ManualClock::new();
    let few = Settings { abandoned_threads: 2, ..settings(time.clock()) };
    let interpreter = Interpreter::start(few).unwrap();
    let mut releases = Vec::new();
    let mut waiting = None;
    for number in 0..3 {
        let (call, release) = blocking(&interpreter, STEP).await;
        releases.push(release);
        if number == 2 {
            waiting = Some(begun(&interpreter, LONG, || Ok(6)).await);
        }
        time.advance(STEP);
        assert_eq!(code_of(call).await, ErrorCode::TimedOut);
        until_told(&interpreter);
        time.advance(GRACE);
        until(|| {
            let state = interpreter.0.lock();
            state.abandoned == number + 1 || state.stuck.is_some()
        });
    }
    // Also those that waited already.
    let says =
        "functions hold up all threads that there may be: try again when some have come back";
    let error = waiting.unwrap().await.unwrap_err();
    assert_eq!((error.code, error.message.as_str()), (ErrorCode::Unavailable, says));
    let error = interpreter.run(LONG, || Ok(7)).await.unwrap_err();
    assert_eq!((error.code, error.message.as_str()), (ErrorCode::Unavailable, says));
    // One comes back: the last is left behind in its stead, and calls run.
    drop(releases.remove(0));
    until(|| interpreter.0.lock().stuck.is_none());
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    assert_eq!(interpreter.0.lock().abandoned, 2);
    drop(releases);
    until(|| interpreter.0.lock().abandoned == 0);
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
}

#[tokio::test]
async fn the_call_that_could_not_be_left_behind_may_come_back_itself() {
    let time = ManualClock::new();
    let none = Settings { abandoned_threads: 0, ..settings(time.clock()) };
    let interpreter = Interpreter::start(none).unwrap();
    for _ in 0..3 {
        let (call, release) = blocking(&interpreter, STEP).await;
        time.advance(STEP);
        assert_eq!(code_of(call).await, ErrorCode::TimedOut);
        until_told(&interpreter);
        time.advance(GRACE);
        until(|| interpreter.0.lock().stuck.is_some());
        let refused = interpreter.run(LONG, || Ok(7)).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::Unavailable);
        drop(release);
        until(|| interpreter.0.lock().stuck.is_none());
        assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    }
}

#[tokio::test]
async fn a_supervisor_that_can_do_nothing_waits_for_no_time() {
    let time = ManualClock::new();
    let none = Settings { abandoned_threads: 0, ..settings(time.clock()) };
    let interpreter = Interpreter::start(none).unwrap();
    let (call, release) = blocking(&interpreter, STEP).await;
    time.advance(STEP);
    assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    until_told(&interpreter);
    time.advance(GRACE);
    until(|| interpreter.0.lock().stuck.is_some());
    assert!(interpreter.0.lock().next_deadline(GRACE).is_none());
    drop(release);
}
