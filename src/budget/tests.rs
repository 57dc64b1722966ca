use std::sync::atomic::AtomicUsize;

use super::*;

/// Something to be done, and how often it was.
fn counted() -> (impl Fn() + Clone + Send, Arc<AtomicUsize>) {
    let times = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&times);
    let count = move || {
        count.fetch_add(1, Ordering::SeqCst);
    };
    (count, times)
}

#[test]
fn what_waits_for_the_end_is_done_once_when_it_is_told() {
    let (stop, (then, times)) = (Stop::default(), counted());
    stop.on_set(then);
    assert_eq!(times.load(Ordering::SeqCst), 0);
    stop.set();
    stop.set();
    stop.set();
    assert_eq!(times.load(Ordering::SeqCst), 1);
}

#[test]
fn what_comes_after_the_end_is_done_at_once() {
    let (stop, (then, times)) = (Stop::default(), counted());
    stop.set();
    stop.on_set(then.clone());
    stop.on_set(then);
    assert_eq!(times.load(Ordering::SeqCst), 2);
}

#[test]
fn what_is_done_at_the_end_may_ask_the_flag_again() {
    let (stop, (then, times)) = (Arc::new(Stop::default()), counted());
    let itself = Arc::clone(&stop);
    stop.on_set(move || {
        assert!(itself.is_set());
        itself.on_set(then);
        itself.set();
    });
    stop.set();
    assert_eq!(times.load(Ordering::SeqCst), 1);
}

#[test]
fn nothing_is_lost_or_done_twice_when_it_is_told_meanwhile() {
    for _ in 0..500 {
        let (stop, (then, times)) = (Arc::new(Stop::default()), counted());
        let teller = Arc::clone(&stop);
        let telling = std::thread::spawn(move || teller.set());
        (0..8).for_each(|_| stop.on_set(then.clone()));
        telling.join().expect("the teller ends");
        assert_eq!(times.load(Ordering::SeqCst), 8);
    }
}

#[test]
fn the_flag_of_the_call_on_this_thread_is_found_while_it_runs() {
    assert!(current().is_none());
    let stop = Arc::new(Stop::default());
    let guard = begin(Arc::clone(&stop));
    assert!(current().is_some_and(|current| Arc::ptr_eq(&current, &stop)));
    drop(guard);
    assert!(current().is_none());
}

#[test]
fn a_call_that_is_told_to_end_does_no_more_than_a_few_operations() {
    for before in 0..10 {
        let stop = Arc::new(Stop::default());
        let _budget = begin(Arc::clone(&stop));
        assert!((0..before).all(|_| spend(u64::MAX).is_none()));
        stop.set();
        let after = (0..100).take_while(|_| spend(u64::MAX).is_none()).count();
        assert!(after < 4, "{after} after {before}");
    }
}
