//! Tools that tell how far they are, and ask.

use std::sync::{Arc, Mutex};

use rulebook::{
    Answer, AnswerFuture, CallOptions, Caller, Collection, ErrorCode, FnTool, Listener, Progress,
    Question, Session, ToolCall, ToolCollection, ToolError, ToolOutput, ToolSettings, ToolSpec,
    Toolkit, tool_collection,
};
use serde_json::{Map, Value, json};

use super::support::call;

/// Notes what it hears, and gives the same answer each time.
struct Notes {
    heard: Mutex<Vec<String>>,
    answer: Result<Answer, ToolError>,
}

impl Notes {
    fn answering(answer: Result<Answer, ToolError>) -> Arc<Self> {
        Arc::new(Self { heard: Mutex::default(), answer })
    }

    fn heard(&self) -> String {
        std::mem::take(&mut *self.heard.lock().unwrap()).join("\n")
    }
}

impl Listener for Notes {
    fn progress(&self, progress: Progress) {
        let Progress { done, total, message, .. } = progress;
        self.heard.lock().unwrap().push(format!("{done} of {total:?}: {message:?}"));
    }

    fn ask(&self, question: Question) -> AnswerFuture<'_> {
        let Question { key, message, schema, .. } = question;
        self.heard.lock().unwrap().push(format!("{key}: {message} {schema}"));
        let answer = self.answer.clone();
        Box::pin(async {
            tokio::task::yield_now().await;
            answer
        })
    }
}

fn size() -> Question {
    let schema = json!({ "type": "object", "properties": { "size": { "type": "string" } } });
    Question::new("size", "Which size?", schema)
}

fn given(size: &str) -> Result<Answer, ToolError> {
    Ok(Answer::Given(Map::from_iter([("size".to_owned(), json!(size))])))
}

#[derive(Default, ToolSettings)]
struct Sizes {
    smallest: u32,
}

struct Shop;

#[tool_collection]
impl Shop {
    /// Orders.
    #[tool]
    async fn order(
        &self,
        caller: &Caller,
        /// How many.
        count: u32,
        session: &Session,
        settings: &Sizes,
    ) -> Result<String, ToolError> {
        let answer = caller.ask(size()).await?.given()?;
        for done in 1..=count {
            caller.progress(Progress::new(done.into()).of(count.into()).message("packed"));
        }
        let size = answer.get("size").and_then(Value::as_str).unwrap_or_default();
        Ok(format!("{count} of {size} for {}, {}", session.collection(), settings.smallest))
    }

    /// Says whether anyone listens.
    #[tool]
    fn listens(&self, caller: &rulebook::Caller) -> bool {
        caller.progress(Progress::new(1.0));
        caller.is_there()
    }
}

fn kit() -> Toolkit {
    let ask = FnTool::new(ToolSpec::new("ask", "Asks."), |call: ToolCall| async move {
        let answer = call.caller.ask(size()).await?;
        call.caller.progress(Progress::new(f64::NAN));
        call.caller.progress(Progress::new(0.5).of(f64::INFINITY));
        Ok(ToolOutput::json(format!("{answer:?}").into()))
    });
    let asks = Collection::builder("asks").tool(Arc::new(ask)).build().unwrap();
    Toolkit::builder().collection(Shop).collection(asks).build().unwrap()
}

fn from(caller: &Caller) -> CallOptions {
    CallOptions::new(&Session::new()).caller(caller)
}

#[tokio::test]
async fn a_method_tells_and_asks_whoever_calls() {
    let notes = Notes::answering(given("M"));
    let caller = Caller::new(Arc::clone(&notes));
    let given = call(&kit(), "order", json!({ "count": 2 }), from(&caller)).await.unwrap();
    assert_eq!(given, "2 of M for shop, 0");
    insta::assert_snapshot!(notes.heard(), @r#"
    size: Which size? {"type":"object","properties":{"size":{"type":"string"}}}
    1 of Some(2.0): Some("packed")
    2 of Some(2.0): Some("packed")
    "#);
    assert_eq!(call(&kit(), "listens", json!({}), from(&caller)).await.unwrap(), true);
    assert_eq!(notes.heard(), "1 of None: None");
}

#[tokio::test]
async fn the_caller_is_none_of_the_models_arguments() {
    let tools = Arc::new(Shop).tools();
    let schema = &tools.first().unwrap().spec().input_schema;
    assert_eq!(schema["properties"].as_object().unwrap().keys().collect::<Vec<_>>(), ["count"]);
    let error = call(&kit(), "listens", json!({ "caller": 1 }), &Session::new()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArguments);
}

#[tokio::test]
async fn without_a_caller_nobody_hears_and_nobody_answers() {
    let session = Session::new();
    assert_eq!(call(&kit(), "listens", json!({}), &session).await.unwrap(), false);
    let error = call(&kit(), "order", json!({ "count": 1 }), &session).await.unwrap_err();
    assert_eq!((error.code, &*error.message), (ErrorCode::Unavailable, "there is nobody to ask"));
}

#[tokio::test]
async fn every_answer_reaches_the_tool() {
    let mut told = Vec::new();
    let unavailable = Err(ToolError::new(ErrorCode::Unavailable, "the line is dead"));
    for answer in [given("S"), Ok(Answer::Declined), Ok(Answer::Cancelled), unavailable] {
        let notes = Notes::answering(answer);
        let caller = Caller::new(Arc::clone(&notes));
        for (tool, arguments) in [("ask", json!({})), ("order", json!({ "count": 0 }))] {
            told.push(match call(&kit(), tool, arguments, from(&caller)).await {
                Ok(value) => value.to_string(),
                Err(error) => error.to_string(),
            });
        }
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
    "Given({\"size\": String(\"S\")})"
    "0 of S for shop, 0"
    "Declined"
    denied: whoever was asked refuses to say, and the call needs the answer
    "Cancelled"
    cancelled: whoever was asked did not decide, and the call needs the answer
    unavailable: the line is dead
    unavailable: the line is dead
    "#);
}

#[tokio::test]
async fn what_is_no_finite_number_is_told_to_nobody() {
    let notes = Notes::answering(given("M"));
    call(&kit(), "ask", json!({}), from(&Caller::new(Arc::clone(&notes)))).await.unwrap();
    let heard = notes.heard();
    assert_eq!(heard.lines().skip(1).collect::<Vec<_>>(), ["0.5 of None: None"]);
}

/// Panics where it is told to.
struct Panics {
    polled: bool,
}

impl Listener for Panics {
    fn progress(&self, _: Progress) {
        panic!("a listener's fault");
    }

    fn ask(&self, _: Question) -> AnswerFuture<'_> {
        assert!(self.polled, "a listener's fault");
        Box::pin(async { panic!("a listener's fault") })
    }
}

#[tokio::test]
async fn a_listener_that_panics_costs_no_more_than_the_answer() {
    for polled in [false, true] {
        let caller = Caller::new(Panics { polled });
        assert_eq!(call(&kit(), "listens", json!({}), from(&caller)).await.unwrap(), true);
        let error = call(&kit(), "ask", json!({}), from(&caller)).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable);
        insta::allow_duplicates! {
            insta::assert_snapshot!(error.message, @"the question could not be asked: the log of the host says why");
        }
    }
}

/// A host may drop the call while its question is open.
#[tokio::test]
async fn a_question_that_nobody_answers_gives_the_call_up() {
    struct Never;
    impl Listener for Never {
        fn progress(&self, _: Progress) {}
        fn ask(&self, _: Question) -> AnswerFuture<'_> {
            Box::pin(std::future::pending())
        }
    }
    let (toolkit, caller) = (kit(), Caller::new(Never));
    let mut asking = Box::pin(toolkit.call("ask", json!({}), from(&caller)));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(asking.as_mut().poll(&mut context).is_pending());
    drop(asking);
    assert_eq!(call(&kit(), "listens", json!({}), from(&caller)).await.unwrap(), true);
}
