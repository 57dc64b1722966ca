use super::*;

const PATIENCE: Patience =
    Patience { quiet: Duration::from_millis(60), longest: Duration::from_millis(400) };

/// When files are looked at, in milliseconds, after changes at these times; a look
/// at any of `half_saved` finds a file that is being saved.
fn looks(changes: &[u64], writing_until: u64, half_saved: std::ops::Range<u64>) -> Vec<u64> {
    let start = Instant::now();
    let at = |millis: u64| start + Duration::from_millis(millis);
    let mut gathering = Gathering::new(PATIENCE);
    let (mut looks, mut changes) = (Vec::new(), changes.iter().copied().peekable());
    for now in 0..5_000 {
        if changes.next_if_eq(&now).is_some() {
            gathering.note(at(now));
        }
        let due = gathering.due(now < writing_until);
        if due.is_none_or(|due| due > at(now)) {
            continue;
        }
        looks.push(now);
        let Some(taken) = gathering.take() else { continue };
        if half_saved.contains(&now) && at(now) < gathering.hold_until(taken) {
            gathering.hold(taken, at(now));
        }
    }
    looks
}

#[test]
fn changes_are_gathered_until_nothing_more_happens() {
    assert_eq!(looks(&[], 0, 0..0), Vec::<u64>::new());
    assert_eq!(looks(&[0], 0, 0..0), [60]);
    assert_eq!(looks(&[0, 30, 80, 139], 0, 0..0), [199]);
    assert_eq!(looks(&[0, 61], 0, 0..0), [60, 121]);
}

#[test]
fn changes_that_go_on_are_taken_all_the_same() {
    let changes: Vec<_> = (0..40).map(|number| number * 50).collect();
    // The change at 450 is the first of the next.
    assert_eq!(looks(&changes, 0, 0..0), [400, 850, 1300, 1750, 2010]);
}

#[test]
fn a_file_that_is_open_for_writing_is_waited_for() {
    assert_eq!(looks(&[0], 200, 0..0), [200]);
    assert_eq!(looks(&[0], 1_000, 0..0), [400]);
}

#[test]
fn a_file_that_looks_half_saved_is_looked_at_again() {
    assert_eq!(looks(&[0], 0, 0..150), [60, 120, 180]);
    // It stays away: at the latest 400 ms after the last change it is gone.
    assert_eq!(looks(&[0], 0, 0..5_000), [60, 120, 180, 240, 300, 360, 420]);
    // It is written to again and again, and looks half saved whenever it is looked at.
    let changes: Vec<_> = (0..40).map(|number| number * 50).collect();
    let busy = looks(&changes, 0, 0..5_000);
    assert_eq!(busy.iter().copied().find(|look| *look >= 800), Some(820));
    assert_eq!(busy.iter().copied().find(|look| *look > 820), Some(1250));
}
