//! Waiting for something, and no longer than a time.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use futures_timer::Delay;

use crate::clock::{Clock, Sleeper};
use crate::panics;

impl Clock {
    /// What a future gives; nothing when the time was over first. The time counts
    /// from the first poll, and no async runtime is needed to keep it.
    pub(crate) async fn within<F: Future>(&self, time: Duration, future: F) -> Option<F::Output> {
        let begun = self.now();
        let mut future = pin!(future);
        // Most futures that have to be waited for at all are there at once.
        let mut timer = None;
        poll_fn(|context| {
            if let Poll::Ready(output) = future.as_mut().poll(context) {
                return Poll::Ready(Some(output));
            }
            let timer = timer.get_or_insert_with(|| Timer::new(self, begun, time));
            timer.poll(context).map(|()| None)
        })
        .await
    }
}

/// Tells when a time has come.
enum Timer {
    System(Delay),
    Manual(Clock, Arc<Alarm>),
}

impl Timer {
    fn new(clock: &Clock, begun: Instant, time: Duration) -> Self {
        // What lies further ahead than a clock can show never comes.
        let at = begun.checked_add(time);
        if clock.sleep_time(time).is_some() {
            let passed = clock.now().saturating_duration_since(begun);
            return Self::System(Delay::new(time.saturating_sub(passed)));
        }
        let alarm = Arc::new(Alarm { at, waker: Mutex::default() });
        let sleeper: Weak<Alarm> = Arc::downgrade(&alarm);
        clock.tell(sleeper);
        Self::Manual(clock.clone(), alarm)
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        match self {
            // Without a thread to tell the time there is no waiting.
            Self::System(delay) => {
                panics::contain(|| Pin::new(delay).poll(context)).unwrap_or(Poll::Ready(()))
            }
            Self::Manual(clock, alarm) => {
                // Before the look, so that no move of the clock is missed.
                alarm.wake_later(context.waker());
                match alarm.at {
                    Some(at) if at <= clock.now() => Poll::Ready(()),
                    _ => Poll::Pending,
                }
            }
        }
    }
}

/// Who waits for a time on a clock that is moved by hand.
struct Alarm {
    at: Option<Instant>,
    waker: Mutex<Option<Waker>>,
}

impl Alarm {
    fn waker(&self) -> std::sync::MutexGuard<'_, Option<Waker>> {
        self.waker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake_later(&self, waker: &Waker) {
        let before = self.waker().replace(waker.clone());
        // Outside of the lock: what a waker does is not ours.
        drop(before);
    }
}

impl Sleeper for Alarm {
    fn wake(&self) {
        let waker = self.waker().take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;
    use std::thread;

    use super::*;
    use crate::clock::ManualClock;

    const SECOND: Duration = Duration::from_secs(1);

    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Runs a future on this thread, without any runtime.
    fn block_on<F: Future>(future: F) -> F::Output {
        struct Unpark(thread::Thread);
        impl Wake for Unpark {
            fn wake(self: Arc<Self>) {
                self.0.unpark();
            }
        }
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut future = pin!(future);
        loop {
            match future.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(output) => return output,
                Poll::Pending => thread::park(),
            }
        }
    }

    #[test]
    fn the_time_of_a_clock_that_is_moved_by_hand_is_over_when_it_says_so() {
        let manual = ManualClock::new();
        let clock = manual.clock();
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(Arc::clone(&woken));
        let mut context = Context::from_waker(&waker);
        let mut wait = pin!(clock.within(2 * SECOND, pending::<()>()));
        assert!(wait.as_mut().poll(&mut context).is_pending());

        manual.advance(SECOND);
        assert_eq!(woken.0.load(Ordering::SeqCst), 1, "it looks again whenever the time moves");
        assert!(wait.as_mut().poll(&mut context).is_pending());
        manual.advance(SECOND);
        assert_eq!(woken.0.load(Ordering::SeqCst), 2);
        assert_eq!(wait.as_mut().poll(&mut context), Poll::Ready(None));
    }

    #[test]
    fn what_is_there_is_given_even_when_no_time_is_left() {
        let clock = ManualClock::new().clock();
        assert_eq!(block_on(clock.within(Duration::ZERO, ready(1))), Some(1));
        assert_eq!(block_on(Clock::system().within(Duration::ZERO, ready(1))), Some(1));
    }

    #[test]
    fn no_time_at_all_is_over_at_once() {
        let clock = ManualClock::new().clock();
        assert_eq!(block_on(clock.within(Duration::ZERO, pending::<()>())), None);
        assert_eq!(block_on(Clock::system().within(Duration::ZERO, pending::<()>())), None);
    }

    #[test]
    fn the_clock_of_the_system_needs_no_runtime() {
        let clock = Clock::system();
        let time = Duration::from_millis(20);
        let begun = Instant::now();
        assert_eq!(block_on(clock.within(time, pending::<()>())), None);
        assert!(begun.elapsed() >= time);
    }

    #[test]
    fn a_time_that_no_clock_can_show_never_comes() {
        let manual = ManualClock::new();
        for clock in [manual.clock(), Clock::system()] {
            let (tell, mut told) = tokio::sync::oneshot::channel();
            let mut wait = pin!(clock.within(Duration::MAX, &mut told));
            let mut context = Context::from_waker(Waker::noop());
            assert!(wait.as_mut().poll(&mut context).is_pending());
            manual.advance(1000 * SECOND);
            assert!(wait.as_mut().poll(&mut context).is_pending());
            assert_eq!(tell.send(1), Ok(()));
            assert_eq!(wait.as_mut().poll(&mut context), Poll::Ready(Some(Ok(1))));
        }
    }

    #[test]
    fn whoever_stopped_waiting_is_not_woken() {
        let manual = ManualClock::new();
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(Arc::clone(&woken));
        {
            let clock = manual.clock();
            let mut wait = Box::pin(clock.within(SECOND, pending::<()>()));
            assert!(wait.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        }
        manual.advance(SECOND);
        assert_eq!(woken.0.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn a_wait_of_many_is_over_for_each_of_them() {
        let manual = ManualClock::new();
        let threads: Vec<_> = (0..8)
            .map(|_| {
                let clock = manual.clock();
                let (begun, has_begun) = std::sync::mpsc::channel();
                let thread = thread::spawn(move || {
                    block_on(clock.within(
                        SECOND,
                        poll_fn(|_| {
                            begun.send(()).expect("a listener");
                            Poll::<()>::Pending
                        }),
                    ))
                });
                (thread, has_begun)
            })
            .collect();
        for (_, has_begun) in &threads {
            has_begun.recv().expect("a wait that begins");
        }
        manual.advance(SECOND);
        for (thread, _listener) in threads {
            assert_eq!(thread.join().expect("no panic"), None);
        }
    }
}
