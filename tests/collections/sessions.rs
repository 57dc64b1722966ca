//! State of conversations: by collection and type, out of a session and into one.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;

use proptest::prelude::*;
use rulebook::{EntryStatus, ErrorCode, Session, SessionErrorKind, SessionState, ToolError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Notes(Vec<String>);

impl SessionState for Notes {
    const NAME: &'static str = "notes";
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Count {
    calls: u64,
}

impl SessionState for Count {
    const NAME: &'static str = "count";
}

/// The state of any JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Any(Value);

impl SessionState for Any {
    const NAME: &'static str = "any";
}

fn count(session: &Session) -> u64 {
    session.get::<Count>().expect("a count").calls
}

fn add(session: &Session) {
    session.update(|count: &mut Count| count.calls += 1).expect("a change");
}

#[test]
fn collections_and_sessions_never_see_each_others_state() {
    let (one, two) = (Session::new(), Session::new());
    let (orders, returns) = (one.for_collection("orders"), one.for_collection("returns"));
    add(&orders);
    orders.put(&Notes(vec!["a".to_owned()])).expect("a change");
    assert_eq!(count(&orders), 1);
    assert_eq!(count(&returns), 0);
    assert_eq!(count(&one), 0, "the host's own state is another one");
    assert_eq!(count(&two.for_collection("orders")), 0);
    assert_eq!(count(&orders.for_collection("orders").clone()), 1, "a clone is the same session");
    assert_eq!(orders.collection(), "orders");
    insta::assert_snapshot!(
        one.to_json(),
        @r#"{"version":1,"state":{"orders":{"count":{"calls":1},"notes":["a"]}}}"#
    );
    insta::assert_snapshot!(
        format!("{orders:?}"),
        @r#"Session { collection: "orders", entries: ["orders.count", "orders.notes"] }"#
    );
}

#[test]
fn nothing_is_kept_of_what_was_only_read() {
    let session = Session::new();
    assert_eq!(count(&session), 0);
    assert_eq!(session.entries(), []);
}

#[test]
fn two_sessions_with_a_thousand_calls_each_stay_apart() {
    let (one, two) = (Session::new(), Session::new());
    for call in 0..1000_u64 {
        for (session, by) in [(&one, 1), (&two, 2)] {
            let given = session.update(|count: &mut Count| {
                count.calls += by;
                count.calls
            });
            assert_eq!(given, Ok((call + 1) * by));
        }
    }
    assert_eq!((count(&one), count(&two)), (1000, 2000));
}

#[test]
fn sixty_four_sessions_are_changed_at_once() {
    let sessions: Vec<_> = (0..64).map(|_| Session::new()).collect();
    thread::scope(|scope| {
        for (index, session) in (1..).zip(&sessions) {
            scope.spawn(move || (0..index).for_each(|_| add(&session.for_collection("a"))));
        }
    });
    for (index, session) in (1..).zip(&sessions) {
        assert_eq!(count(&session.for_collection("a")), index);
        assert_eq!(session.entries().len(), 1);
    }
}

#[test]
fn no_change_of_many_threads_is_lost() {
    let session = Session::new();
    thread::scope(|scope| {
        for index in 0..16 {
            let session = session.for_collection(if index % 2 == 0 { "even" } else { "odd" });
            scope.spawn(move || (0..500).for_each(|_| add(&session)));
        }
        // Readers wait for nobody, and see whole changes only.
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..200 {
                    let saved: Session = session.to_json().to_string().parse().expect("a session");
                    assert!(count(&saved.for_collection("even")) <= 4000);
                }
            });
        }
    });
    assert_eq!(count(&session.for_collection("even")), 4000);
    assert_eq!(count(&session.for_collection("odd")), 4000);
}

#[test]
fn a_change_that_panics_or_fails_has_changed_nothing() {
    let session = Session::new();
    add(&session);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        session.update(|count: &mut Count| {
            count.calls = 99;
            panic!("a fault of the closure");
        })
    }));
    assert!(panicked.is_err());
    let failed: Result<(), ToolError> = session.try_update(|count: &mut Count| {
        count.calls = 98;
        Err(ToolError::new(ErrorCode::ScriptFailed, "no"))
    });
    assert_eq!(failed.expect_err("a failure").message, "no");
    assert_eq!(count(&session), 1);
    add(&session);
    assert_eq!(count(&session), 2, "the session can be changed after both");
}

#[test]
fn whoever_reads_within_a_change_sees_the_state_before_it() {
    let session = Session::new();
    add(&session);
    let seen = session.update(|count_in: &mut Count| {
        count_in.calls = 7;
        let shown = format!("{session:?}");
        (count(&session), session.to_json(), session.entries().len(), shown)
    });
    let (calls, json, entries, shown) = seen.expect("a change");
    assert_eq!((calls, entries), (1, 1));
    assert_eq!(json["state"][""]["count"]["calls"], 1);
    assert!(shown.contains("count"));
    assert_eq!(count(&session), 7);
}

#[test]
fn a_change_within_a_change_of_the_same_session_is_refused() {
    let session = Session::new();
    let inner = session.update(|_: &mut Count| {
        let other = session.for_collection("other");
        let nested = [
            other.update(|_: &mut Notes| ()).expect_err("a refusal"),
            session.put(&Notes::default()).expect_err("a refusal"),
        ];
        nested.map(|error| (error.kind(), error.to_string()))
    });
    let [update, put] = inner.expect("a change");
    assert_eq!(update.0, SessionErrorKind::Busy);
    assert_eq!(update, put);
    insta::assert_snapshot!(
        update.1,
        @"the session is being changed by the closure that asks for it: end the one change before the other begins"
    );
    add(&session);
    assert_eq!(count(&session), 1);
}

#[test]
fn changes_of_two_sessions_that_are_nested_crosswise_do_not_wait_without_end() {
    let (one, two) = (Session::new(), Session::new());
    let both_began = Barrier::new(2);
    let nested = |outer: &Session, inner: &Session| {
        outer
            .update(|count: &mut Count| {
                both_began.wait();
                let changed = inner.update(|count: &mut Count| count.calls += 1);
                count.calls += 1;
                changed.map_err(|error| error.kind())
            })
            .expect("the outer change")
    };
    let results = thread::scope(|scope| {
        let other = scope.spawn(|| nested(&two, &one));
        [nested(&one, &two), other.join().expect("no panic")]
    });
    let refused = results.iter().filter(|result| **result == Err(SessionErrorKind::Busy)).count();
    assert!(matches!(refused, 1), "the last one is refused: {results:?}");
    assert_eq!(count(&one) + count(&two), 3);
}

#[test]
fn a_circle_of_many_sessions_is_found_too() {
    const MANY: usize = 5;
    let sessions: Vec<_> = (0..MANY).map(|_| Session::new()).collect();
    let all_began = Barrier::new(MANY);
    let refused: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..MANY)
            .map(|index| {
                let (sessions, all_began) = (&sessions, &all_began);
                scope.spawn(move || {
                    let next = &sessions[(index + 1) % MANY];
                    let changed = sessions[index].update(|_: &mut Count| {
                        all_began.wait();
                        next.update(|count: &mut Count| count.calls += 1)
                    });
                    usize::from(changed.expect("the outer change").is_err())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
    });
    assert!((1..MANY).contains(&refused), "{refused} were refused");
}

#[test]
fn a_nested_change_waits_for_a_change_that_ends() {
    let (one, two) = (Session::new(), Session::new());
    let (tell, told) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel();
    thread::scope(|scope| {
        let busy = two.clone();
        scope.spawn(move || {
            let change = busy.update(|count: &mut Count| {
                tell.send(()).expect("a listener");
                may_go_on.recv().expect("leave to go on");
                count.calls += 1;
            });
            change.expect("a change");
        });
        told.recv().expect("a change that began");
        let change = one.update(|_: &mut Count| {
            go_on.send(()).expect("a listener");
            two.update(|count: &mut Count| count.calls += 1)
        });
        change.expect("the outer change").expect("the inner change");
    });
    assert_eq!(count(&two), 2);
}

/// A type whose JSON does not read as itself.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Average(f64);

impl SessionState for Average {
    const NAME: &'static str = "average";
}

/// A type that JSON cannot hold.
#[derive(Debug, Default, Serialize, Deserialize)]
struct ByPair(BTreeMap<(u8, u8), u8>);

impl SessionState for ByPair {
    const NAME: &'static str = "pairs";
}

#[test]
fn state_that_could_not_be_read_again_is_refused_at_once() {
    let session = Session::new().for_collection("sums");
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    session.put(&Any(deep.clone())).expect("a hundred levels");
    let errors = [
        session.update(|average: &mut Average| average.0 = f64::NAN).expect_err("no number"),
        session.put(&ByPair(BTreeMap::from([((1, 2), 3)]))).expect_err("no JSON"),
        session.put(&Any(json!([deep]))).expect_err("too deep"),
    ];
    assert!(errors.iter().all(|error| error.kind() == SessionErrorKind::Unwritable));
    insta::assert_snapshot!(errors.map(|error| error.to_string()).join("\n"), @r#"
        the state `average` of `sums` cannot be kept in the session: its own JSON does not read as the same type: invalid type: null, expected f64
        the state `pairs` of `sums` cannot be kept in the session: key must be a string
        the state `any` of `sums` cannot be kept in the session: it is nested more than 100 levels deep
        "#);
    assert_eq!(session.entries().len(), 1);
    let error = ToolError::from(session.put(&Average(f64::INFINITY)).expect_err("no number"));
    assert_eq!(error.code, ErrorCode::Unavailable);
}

#[test]
fn what_cannot_be_read_is_kept_and_told() {
    let saved = json!({ "version": 1, "state": {
        "orders": { "count": { "calls": "many" }, "notes": ["a"] },
        "gone": { "other": null },
    } });
    let session = Session::from_json(saved.clone()).expect("a session");
    let status = |session: &Session| {
        let entries = session.entries().into_iter();
        let entries =
            entries.map(|entry| (format!("{}.{}", entry.collection, entry.name), entry.status));
        entries.collect::<BTreeMap<_, _>>()
    };
    assert!(status(&session).values().all(|status| *status == EntryStatus::Unclaimed));

    let orders = session.for_collection("orders");
    let read = orders.get::<Count>().expect_err("no count");
    let changed = orders.update(|count: &mut Count| count.calls += 1).expect_err("no count");
    assert_eq!(read, changed, "a change says the same");
    assert_eq!(read.kind(), SessionErrorKind::Unreadable);
    insta::assert_snapshot!(read, @r#"the state `count` that the session keeps for `orders` cannot be read: invalid type: string "many", expected u64"#);
    orders.update(|notes: &mut Notes| notes.0.push("b".to_owned())).expect("a change");

    let now = status(&session);
    assert_eq!(now["orders.notes"], EntryStatus::InUse);
    assert_eq!(now["gone.other"], EntryStatus::Unclaimed);
    let EntryStatus::Unreadable(why) = &now["orders.count"] else { panic!("{now:?}") };
    insta::assert_snapshot!(why, @r#"invalid type: string "many", expected u64"#);
    let again = session.to_json();
    assert_eq!(again["state"]["orders"]["count"], saved["state"]["orders"]["count"]);
    assert_eq!(again["state"]["gone"], saved["state"]["gone"]);

    orders.put(&Count { calls: 3 }).expect("a new state");
    assert_eq!(count(&orders), 3);
    assert_eq!(status(&session)["orders.count"], EntryStatus::InUse);
}

#[test]
fn text_is_a_session_or_says_why_not() {
    let deep = |levels: usize, open: &str, close: &str| {
        let (open, close) = (open.repeat(levels), close.repeat(levels));
        format!(r#"{{"version":1,"state":{{"a":{{"b":{open}1{close}}}}}}}"#)
    };
    let cases = [
        ("", "nothing"),
        ("{}", "an empty object"),
        (r#"{"version":1,"state":{"a":{"b":1"#, "cut off"),
        (r#"{"version":1,"state":{}} more"#, "text after it"),
        ("[]", "an array"),
        ("null", "null"),
        (r#"{"state":{}}"#, "no version"),
        (r#"{"version":2,"state":{}}"#, "a later version"),
        (r#"{"version":0,"state":{}}"#, "version 0"),
        (r#"{"version":1.5,"state":{}}"#, "a fraction of a version"),
        (r#"{"version":"1","state":{}}"#, "a version as text"),
        (r#"{"version":1}"#, "no state"),
        (r#"{"version":1,"state":[]}"#, "state of another kind"),
        (r#"{"version":1,"state":{"a":[]}}"#, "a collection of another kind"),
        (r#"{"version":1,"state":{},"notes":{}}"#, "an unknown field"),
        (r#"{"version":1,"state":{},"answered":"a"}"#, "one answer"),
        (r#"{"version":1,"state":{},"answered":["a",1]}"#, "an answer that is no text"),
        (r#"{"version":1,"state":{"a":{},"a":{}}}"#, "a collection twice"),
        (r#"{"version":1,"state":{"a":{"b":1,"b":2}}}"#, "an entry twice"),
        (r#"{"version":1,"state":{"a":{"b":0.12345678901234567891}}}"#, "too many digits"),
        (&deep(101, "[", "]"), "101 levels"),
        (&deep(100_000, "[", "]"), "100,000 levels of arrays"),
        (&deep(100_000, "{\"a\":", "}"), "100,000 levels of objects"),
    ];
    let told = cases.map(|(text, what)| {
        let error = text.parse::<Session>().expect_err(what);
        format!("{what}: {:?}, {error}", error.kind())
    });
    insta::assert_snapshot!(told.join("\n"), @r#"
    nothing: Malformed, this is not the JSON of a session: line 1, column 1: expected a JSON value, found the end of the text
    an empty object: Malformed, this is not the JSON of a session: `version` is missing
    cut off: Malformed, this is not the JSON of a session: line 1, column 33: expected `,` or `}`, found the end of the text
    text after it: Malformed, this is not the JSON of a session: line 1, column 26: expected the end of the text, found `m`
    an array: Malformed, this is not the JSON of a session: expected an object, found an array
    null: Malformed, this is not the JSON of a session: expected an object, found null
    no version: Malformed, this is not the JSON of a session: `version` is missing
    a later version: Newer, the session was saved by a later version: this one reads version 1, and it is of version 2
    version 0: Malformed, this is not the JSON of a session: there is no version `0`, only whole numbers from 1
    a fraction of a version: Malformed, this is not the JSON of a session: there is no version `1.5`, only whole numbers from 1
    a version as text: Malformed, this is not the JSON of a session: `version`: expected a number, found a string
    no state: Malformed, this is not the JSON of a session: `state` is missing
    state of another kind: Malformed, this is not the JSON of a session: `state`: expected an object, found an array
    a collection of another kind: Malformed, this is not the JSON of a session: the state of `a`: expected an object, found an array
    an unknown field: Malformed, this is not the JSON of a session: `notes` is no field of it; the fields are `version`, `id`, `state` and `answered`
    one answer: Malformed, this is not the JSON of a session: `answered`: expected an array, found a string
    an answer that is no text: Malformed, this is not the JSON of a session: an item of `answered`: expected a string, found a number
    a collection twice: Malformed, this is not the JSON of a session: line 1, column 30: `a` is given twice
    an entry twice: Malformed, this is not the JSON of a session: line 1, column 34: `b` is given twice
    too many digits: Malformed, this is not the JSON of a session: line 1, column 32: `0.12345678901234567891` would lose digits; send it as text: `"0.12345678901234567891"`
    101 levels: Malformed, this is not the JSON of a session: line 1, column 132: the text is nested too deep
    100,000 levels of arrays: Malformed, this is not the JSON of a session: line 1, column 132: the text is nested too deep
    100,000 levels of objects: Malformed, this is not the JSON of a session: line 1, column 532: the text is nested too deep
    "#);
}

#[test]
fn json_that_is_very_deep_is_refused_without_a_large_stack() {
    let deep = (0..100_000).fold(json!(1), |inner, _| Value::Array(vec![inner]));
    let small = thread::Builder::new().stack_size(128 * 1024);
    let refuse = move || {
        let mut state = json!({ "version": 1, "state": { "a": {} } });
        state["state"]["a"]["b"] = deep;
        Session::from_json(state).expect_err("too deep").to_string()
    };
    let error = small.spawn(refuse).expect("a thread").join().expect("no panic");
    insta::assert_snapshot!(error, @"this is not the JSON of a session: state in it is nested more than 100 levels deep");
}

#[test]
fn what_is_restored_is_kept_to_the_last_digit() {
    let texts = [
        r#"{"version":1,"state":{}}"#,
        r#"{"version":1,"state":{"a":{}}}"#,
        r#"{"version":1,"state":{"":{"":{"":null}}}}"#,
        r#"{"version":1,"state":{"a":{"b":18446744073709551615,"c":-9223372036854775808}}}"#,
        r#"{"version":1,"state":{"a":{"b":0.1,"c":1e-7,"d":1.7976931348623157e308,"e":2.0}}}"#,
        r#"{"version":1,"state":{"a":{"b":"\u0000 \" \\ é"}},"answered":["x","y"]}"#,
    ];
    for text in texts {
        let session: Session = text.parse().expect(text);
        let json: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(session.to_json(), json);
        let deep = (0..100).fold(json!(1), |inner, _| json!({ "a": inner }));
        session.for_collection("deep").put(&Any(deep)).expect("a hundred levels");
        let again: Session = session.to_json().to_string().parse().expect("the deepest");
        assert_eq!(again.to_json(), session.to_json());
    }
    let marked = format!("\u{feff}{}", texts[0]);
    assert!(marked.parse::<Session>().is_ok(), "a byte order mark");
}

#[test]
fn a_session_stands_in_the_state_of_a_host() {
    #[derive(Serialize, Deserialize)]
    struct Conversation {
        user: String,
        session: Session,
    }
    let session = Session::new().for_collection("orders");
    add(&session);
    let conversation = Conversation { user: "u".to_owned(), session };
    let saved = serde_json::to_string(&conversation).expect("JSON");
    insta::assert_snapshot!(saved, @r#"{"user":"u","session":{"version":1,"state":{"orders":{"count":{"calls":1}}}}}"#);
    let restored: Conversation = serde_json::from_str(&saved).expect("a conversation");
    assert_eq!(count(&restored.session.for_collection("orders")), 1);
    assert_eq!(restored.user, "u");
    let later = saved.replace("\"version\":1", "\"version\":2");
    let error = serde_json::from_str::<Conversation>(&later).map(drop).expect_err("a later one");
    insta::assert_snapshot!(error, @"the session was saved by a later version: this one reads version 1, and it is of version 2 at line 1 column 77");
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |float| float.is_finite()).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|members| members.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn json_goes_in_and_out_and_in_and_is_the_same(
        state in proptest::collection::btree_map(
            any::<String>(),
            proptest::collection::btree_map(any::<String>(), any_json(), 0..4),
            0..4,
        ),
    ) {
        let json = json!({ "version": 1, "state": state });
        let session = Session::from_json(json.clone()).expect("a session");
        prop_assert_eq!(&session.to_json(), &json);
        let text = session.to_json().to_string();
        let again: Session = text.parse().expect("a session");
        prop_assert_eq!(&again.to_json(), &json);
        prop_assert_eq!(again.to_json().to_string(), text);
        let embedded: Session = serde_json::from_str(&serde_json::to_string(&again).unwrap()).unwrap();
        prop_assert_eq!(embedded.to_json(), json);
    }

    #[test]
    fn typed_state_comes_back_as_it_was(value in any_json(), notes in any::<Vec<String>>()) {
        let session = Session::new().for_collection("a");
        session.put(&Any(value.clone())).expect("JSON");
        session.put(&Notes(notes.clone())).expect("JSON");
        let again: Session = session.to_json().to_string().parse().expect("a session");
        let again = again.for_collection("a");
        prop_assert_eq!(again.get::<Any>().expect("readable").0, value);
        prop_assert_eq!(again.get::<Notes>().expect("readable").0, notes);
    }
}

#[test]
fn a_session_is_shared_by_its_clones_and_equal_to_them() {
    let session = Arc::new(Session::new());
    assert_eq!(*session, Session::clone(&session));
    assert_ne!(*session, session.for_collection("a"));
    assert_ne!(*session, Session::new());
}
