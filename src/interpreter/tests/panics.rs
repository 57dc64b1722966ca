use std::panic::panic_any;
use std::sync::{Arc, Mutex};
use std::task::{Context, Wake, Waker};

use super::*;

/// Something that panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic_any(Bomb);
        }
    }
}

#[tokio::test]
async fn a_panic_is_a_failure_and_the_next_call_runs() {
    let interpreter = start(Clock::system());
    let lock = Arc::new(Mutex::new(()));
    let panics: Vec<Box<dyn FnOnce() + Send>> = vec![
        Box::new(|| panic!("a host function gives up")),
        Box::new(|| panic_any(7)),
        Box::new(|| panic_any(Bomb)),
        Box::new(|| drop(Bomb)),
        Box::new(move || {
            let _held = lock.lock();
            panic!("while it holds a lock");
        }),
        Box::new(|| {
            budget::current().unwrap().on_set(|| panic!("never"));
            panic!("with something to be done at its end");
        }),
    ];
    for panics in panics {
        let call = interpreter.run(LONG, move || {
            panics();
            Ok(())
        });
        let error = call.await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ScriptFailed);
        assert_eq!(
            error.message,
            "a function of the host failed unexpectedly: the log of the host says why"
        );
        assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    }
    assert_eq!(interpreter.0.lock().abandoned, 0);
}

#[tokio::test]
async fn what_panics_when_it_is_dropped_ends_no_thread() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    // The arguments of a call that never ran, dropped by the supervisor.
    let (first, release) = blocking(&interpreter, LONG).await;
    let bomb = Bomb;
    let call = begun(&interpreter, STEP, move || {
        std::mem::forget(bomb);
        Ok(())
    })
    .await;
    time.advance(STEP);
    assert_eq!(code_of(call).await, ErrorCode::TimedOut);
    drop(release);
    first.await.unwrap();
    // The result of a call that nobody waits for, dropped by the worker.
    let (release, wait) = mpsc::channel::<()>();
    let call = begun(&interpreter, LONG, move || {
        let _ = wait.recv();
        Ok(Bomb)
    })
    .await;
    drop(call);
    drop(release);
    assert_eq!(interpreter.run(LONG, || Ok(7)).await.unwrap(), 7);
    // The supervisor does its work as before.
    let call = looping(&interpreter, STEP).await;
    time.advance(STEP);
    assert_eq!(code_of(call).await, ErrorCode::TimedOut);
}

struct Panics;

impl Wake for Panics {
    fn wake(self: Arc<Self>) {
        panic!("whoever waits panics when the answer comes");
    }
}

#[tokio::test]
async fn a_caller_that_panics_when_the_answer_comes_ends_no_thread() {
    let time = ManualClock::new();
    let interpreter = start(time.clock());
    let waker = Waker::from(Arc::new(Panics));
    let (first, release) = blocking(&interpreter, LONG).await;
    let mut late = Box::pin(interpreter.run(STEP, || Ok(())));
    let mut ends = Box::pin(interpreter.run(LONG, || Ok(())));
    assert!(late.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    assert!(ends.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    time.advance(STEP);
    until(|| interpreter.0.lock().queue.len() == 1);
    drop(release);
    first.await.unwrap();
    ends.await.unwrap();
    assert_eq!(late.await.unwrap_err().code, ErrorCode::TimedOut);
    let call = looping(&interpreter, STEP).await;
    time.advance(STEP);
    assert_eq!(code_of(call).await, ErrorCode::TimedOut);
}

/// Whoever waits, and asks the interpreter again the moment the answer comes.
struct AsksAgain(Arc<Interpreter>, mpsc::Sender<usize>);

impl Wake for AsksAgain {
    fn wake(self: Arc<Self>) {
        self.1.send(self.0.0.lock().queue.len()).unwrap();
    }
}

#[tokio::test]
async fn callers_are_answered_without_a_lock_they_could_need() {
    let time = ManualClock::new();
    let interpreter = Arc::new(start(time.clock()));
    let (sender, asked) = mpsc::channel();
    let waker = Waker::from(Arc::new(AsksAgain(Arc::clone(&interpreter), sender)));
    let mut context = Context::from_waker(&waker);
    let (first, release) = blocking(&interpreter, LONG).await;
    let mut late = Box::pin(interpreter.run(STEP, || Ok(())));
    let mut ends = Box::pin(interpreter.run(LONG, || Ok(())));
    assert!(late.as_mut().poll(&mut context).is_pending());
    assert!(ends.as_mut().poll(&mut context).is_pending());
    time.advance(STEP);
    assert_eq!(wait(&asked), 1);
    drop(release);
    first.await.unwrap();
    assert_eq!(wait(&asked), 0);
    drop((late, ends));
}
