//! `#[tool_collection]` and `#[derive(SessionState)]`.

use std::collections::BTreeMap;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::task::Poll;

use rulebook::{
    ErrorCode, Session, SessionState, Tool, ToolCall, ToolCollection, ToolError, ToolOutput,
    tool_collection,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Serialize, JsonSchema)]
struct Order {
    number: String,
    open: bool,
}

#[derive(Debug)]
struct NoSuchOrder(String);

impl fmt::Display for NoSuchOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no order `{}`", self.0)
    }
}

impl std::error::Error for NoSuchOrder {}

#[derive(Default, Serialize, Deserialize, SessionState)]
struct SeenOrders(Vec<String>);

/// How an order is sent.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Speed {
    Normal,
    Fast,
}

#[derive(Default)]
struct OrderDesk(BTreeMap<String, Order>);

impl OrderDesk {
    fn with(numbers: &[&str]) -> Arc<Self> {
        let order =
            |number: &&str| (number.to_string(), Order { number: number.to_string(), open: true });
        Arc::new(Self(numbers.iter().map(order).collect()))
    }
}

#[tool_collection]
#[instruction("Order numbers look like A-1234.")]
#[constraint("Never promise a date.")]
impl OrderDesk {
    /// Finds an order by its number.
    ///
    /// - gives what is known of it
    #[tool(kind = "read")]
    #[instruction("Look an order up before you speak of it.")]
    async fn find_order(
        &self,
        /// The order's number.
        order: String,
        seen: &Session,
    ) -> Result<Order, NoSuchOrder> {
        seen.update(|seen: &mut SeenOrders| seen.0.push(order.clone())).unwrap();
        self.0.get(&order).cloned().ok_or(NoSuchOrder(order))
    }

    #[tool(requires_approval, kind = "edit", name = "send-order", description = "Sends an order.")]
    #[constraint("Never send an order twice.")]
    fn send(&self, _: &Session, order: String, speed: Option<Speed>, copies: u8) -> String {
        let speed = match speed {
            None => "as usual",
            Some(Speed::Normal) => "normally",
            Some(Speed::Fast) => "fast",
        };
        format!("{order} goes out {speed}, {copies} times")
    }

    /// Counts the orders.
    #[tool]
    fn count(&self) -> usize {
        self.helper()
    }

    /// Forgets what was seen.
    #[tool(kind = "state", requires_approval = false)]
    fn forget(&self, session: &Session) -> Result<(), ToolError> {
        Ok(session.put(&SeenOrders::default())?)
    }

    #[context]
    async fn seen_orders(&self, session: &Session) -> Option<String> {
        let seen = session.get::<SeenOrders>().ok()?;
        (!seen.0.is_empty()).then(|| format!("seen: {}", seen.0.join(", ")))
    }

    fn helper(&self) -> usize {
        self.0.len()
    }
}

fn named(collection: &Arc<impl ToolCollection>, name: &str) -> Arc<dyn Tool> {
    let tools = Arc::clone(collection).tools();
    tools.into_iter().find(|tool| tool.spec().name == name).expect("a tool")
}

async fn call(
    collection: &Arc<impl ToolCollection>,
    name: &str,
    arguments: Value,
    session: &Session,
) -> Result<Value, ToolError> {
    let call = ToolCall::from_json(arguments)?.in_session(session);
    named(collection, name).call(call).await.map(|output| output.value)
}

/// What a model is told of each tool, a line for each thing.
fn told(collection: &Arc<impl ToolCollection>) -> String {
    let mut lines = Vec::new();
    for tool in Arc::clone(collection).tools() {
        let spec = tool.spec();
        let kind = spec.kind.map_or("nothing claimed", |kind| kind.as_str());
        let approval = if spec.requires_approval { ", to be approved" } else { "" };
        lines.push(format!("{} ({kind}{approval}): {:?}", spec.name, spec.description));
        let properties = spec.input_schema.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            let description = schema.get("description").unwrap_or(&Value::Null);
            lines.push(format!("  {name}: {description}"));
        }
        let returns = spec.output_schema.as_ref().and_then(|schema| schema.get("type"));
        let returns = returns.unwrap_or(&Value::Null);
        lines.push(format!("  gives {returns}"));
    }
    lines.join("\n")
}

#[test]
fn a_model_is_told_of_every_marked_method() {
    insta::assert_snapshot!(told(&OrderDesk::with(&[])), @r#"
    find_order (read): "Finds an order by its number.\n\n- gives what is known of it"
      order: "The order's number."
      gives "object"
    send-order (edit, to be approved): "Sends an order."
      order: null
      speed: null
      copies: null
      gives "string"
    count (nothing claimed): "Counts the orders."
      gives "integer"
    forget (state): "Forgets what was seen."
      gives "null"
    "#);
}

#[tokio::test]
async fn methods_are_called_sync_and_async() {
    let (desk, session) = (OrderDesk::with(&["A-1"]), Session::new());
    let order = call(&desk, "find_order", json!({"order": "A-1"}), &session).await.unwrap();
    assert_eq!(order, json!({"number": "A-1", "open": true}));
    assert_eq!(call(&desk, "count", json!({}), &session).await.unwrap(), 1);
    let arguments = json!({"order": "A-1", "copies": 2});
    let sent = call(&desk, "send-order", arguments, &session).await.unwrap();
    assert_eq!(sent, "A-1 goes out as usual, 2 times");
    assert_eq!(call(&desk, "forget", json!({}), &session).await.unwrap(), Value::Null);
}

#[tokio::test]
async fn context_sees_what_tools_kept() {
    let (desk, session) = (OrderDesk::with(&["A-1"]), Session::new());
    let asked = || Arc::clone(&desk).context(session.clone());
    assert_eq!(asked().await.unwrap(), None);
    let error = call(&desk, "find_order", json!({"order": "A-2"}), &session).await.unwrap_err();
    insta::assert_snapshot!(error, @"script_failed: there is no order `A-2`");
    assert_eq!(asked().await.unwrap().unwrap(), "seen: A-2");
}

#[test]
fn standing_lines_come_in_the_order_in_which_they_are_written() {
    let desk = OrderDesk::with(&[]);
    assert_eq!(
        desk.instructions(),
        ["Order numbers look like A-1234.", "Look an order up before you speak of it."]
    );
    assert_eq!(desk.constraints(), ["Never promise a date.", "Never send an order twice."]);
}

#[test]
fn a_collection_is_named_after_its_type_or_as_it_says() {
    struct HTTPCache2;
    struct Named;

    #[tool_collection]
    impl HTTPCache2 {
        /// Gives 1.
        #[tool]
        fn one(&self) -> u8 {
            1
        }
    }

    #[tool_collection(name = "orders of the day")]
    impl Named {
        /// Gives 1.
        #[tool]
        fn one(&self) -> u8 {
            1
        }
    }

    assert_eq!(HTTPCache2.name(), "http_cache2");
    assert_eq!(Named.name(), "orders of the day");
    assert_eq!(OrderDesk::with(&[]).name(), "order_desk");
    assert_eq!(Arc::new(Named).tools().len(), 1);
    assert!(Named.instructions().is_empty());
}

#[test]
fn state_is_named_after_its_type_or_as_it_says() {
    #[derive(Default, Serialize, Deserialize, SessionState)]
    #[session(name = "notes-2")]
    struct Notes(u8);

    assert_eq!(SeenOrders::NAME, "seen_orders");
    assert_eq!(Notes::NAME, "notes-2");
}

#[test]
fn the_session_is_hidden_and_what_may_be_left_out_is_not_required() {
    let desk = OrderDesk::with(&[]);
    insta::assert_snapshot!(named(&desk, "find_order").spec().input_schema, @r#"{"type":"object","properties":{"order":{"description":"The order's number.","type":"string"}},"required":["order"],"additionalProperties":false}"#);
    insta::assert_snapshot!(
        serde_json::to_string_pretty(&named(&desk, "send-order").spec().input_schema).unwrap(),
        @r##"
    {
      "type": "object",
      "properties": {
        "order": {
          "type": "string"
        },
        "speed": {
          "anyOf": [
            {
              "$ref": "#/$defs/Speed"
            },
            {
              "type": "null"
            }
          ]
        },
        "copies": {
          "type": "integer",
          "minimum": 0,
          "maximum": 255
        }
      },
      "required": [
        "order",
        "copies"
      ],
      "additionalProperties": false,
      "$defs": {
        "Speed": {
          "type": "string",
          "enum": [
            "normal",
            "fast"
          ],
          "description": "How an order is sent."
        }
      }
    }
    "##
    );
    let required = |name| named(&desk, name).spec().input_schema["required"].clone();
    assert_eq!(required("send-order"), json!(["order", "copies"]));
    assert_eq!(required("count"), json!([]));
}

#[tokio::test]
async fn every_problem_of_the_arguments_is_told_at_once() {
    let (desk, session) = (OrderDesk::with(&[]), Session::new());
    let arguments = json!({"order": 1, "speed": "slow", "copies": 1000});
    let error = call(&desk, "send-order", arguments, &session).await.unwrap_err();
    insta::assert_snapshot!(error, @"invalid_arguments: `order`: expected string, found a number; `speed`: `slow` is not one of `normal`, `fast`; `copies`: expected at most `255`, found `1000`");
}

/// What is fine by its schema and not by its type is told of every argument as well.
#[tokio::test]
async fn every_argument_is_taken_before_any_problem_is_told() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(try_from = "String")]
    struct Number(#[expect(dead_code, reason = "only read")] String);

    impl TryFrom<String> for Number {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            let fine = text.starts_with("A-");
            fine.then_some(Self(text)).ok_or_else(|| "an order number begins with `A-`".to_owned())
        }
    }

    struct Orders;

    #[tool_collection]
    impl Orders {
        /// Joins two orders.
        #[tool]
        fn join(&self, _first: Number, _second: Number) {}
    }

    let arguments = json!({"_first": "1", "_second": "2"});
    let error = call(&Arc::new(Orders), "join", arguments, &Session::new()).await.unwrap_err();
    insta::assert_snapshot!(error, @"invalid_arguments: `_first`: an order number begins with `A-`; `_second`: an order number begins with `A-`");
}

#[tokio::test]
async fn results_pass_through_in_every_form() {
    mod aliased {
        pub(super) type Result<T> = std::result::Result<T, String>;
    }

    struct Forms;

    #[tool_collection]
    impl Forms {
        /// Gives an output.
        #[tool]
        fn output(&self) -> ToolOutput {
            ToolOutput::json(json!({"any": [1, 2]}))
        }

        /// Gives an output, or fails with a code of its own.
        #[tool]
        async fn output_or_error(&self, fail: bool) -> Result<rulebook::ToolOutput, ToolError> {
            if fail {
                let mut error = ToolError::new(ErrorCode::Unavailable, "closed");
                error.thrown = Some(Box::new(json!(1)));
                return Err(error);
            }
            Ok(ToolOutput::json(Value::Null))
        }

        /// Fails with a text, by an alias.
        #[tool]
        fn alias(&self) -> aliased::Result<u8> {
            Err("no luck".to_owned())
        }

        /// Gives what it holds by reference.
        #[tool]
        fn borrowed(&self) -> &str {
            "mine"
        }

        /** Says what it is.
         *
         * In a block.
         */
        #[tool]
        fn r#type(&self, r#in: Option<String>) -> Option<String> {
            r#in
        }
    }

    let (forms, session) = (Arc::new(Forms), Session::new());
    insta::assert_snapshot!(told(&forms), @r#"
    output (nothing claimed): "Gives an output."
      gives null
    output_or_error (nothing claimed): "Gives an output, or fails with a code of its own."
      fail: null
      gives null
    alias (nothing claimed): "Fails with a text, by an alias."
      gives "integer"
    borrowed (nothing claimed): "Gives what it holds by reference."
      gives "string"
    type (nothing claimed): "Says what it is.\n\nIn a block."
      in: null
      gives ["string","null"]
    "#);
    let result = async |name: &str, arguments| call(&forms, name, arguments, &session).await;
    assert_eq!(result("output", json!({})).await, Ok(json!({"any": [1, 2]})));
    assert_eq!(result("output_or_error", json!({"fail": false})).await, Ok(Value::Null));
    let error = result("output_or_error", json!({"fail": true})).await.unwrap_err();
    assert_eq!((error.code, error.thrown), (ErrorCode::Unavailable, Some(Box::new(json!(1)))));
    let error = result("alias", json!({})).await.unwrap_err();
    insta::assert_snapshot!(error, @"script_failed: no luck");
    assert_eq!(result("borrowed", json!({})).await, Ok(json!("mine")));
    assert_eq!(result("type", json!({"in": "x"})).await, Ok(json!("x")));
    assert_eq!(result("type", json!({})).await, Ok(Value::Null));
}

#[tokio::test]
async fn a_panic_in_a_method_is_an_error_of_the_call() {
    struct Broken;

    #[tool_collection]
    impl Broken {
        /// Fails at once.
        #[tool]
        fn at_once(&self) {
            panic!("the method is broken");
        }

        /// Fails after waiting.
        #[tool]
        async fn later(&self) {
            tokio::task::yield_now().await;
            panic!("the method is broken");
        }
    }

    let (broken, session) = (Arc::new(Broken), Session::new());
    for name in ["at_once", "later"] {
        let error = call(&broken, name, json!({}), &session).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::ScriptFailed);
        assert!(!error.message.contains("broken"), "{error}");
    }
}

#[tokio::test]
async fn a_generic_type_is_a_collection_for_each_of_its_types() {
    trait Store {
        fn count(&self) -> usize;
    }

    impl Store for Vec<u8> {
        fn count(&self) -> usize {
            self.len()
        }
    }

    struct Orders<S, const MOST: usize = 3>(S);

    #[tool_collection]
    impl<S: Store + Send + Sync + 'static, const MOST: usize> Orders<S, MOST> {
        /// Counts.
        #[tool]
        async fn count(&self) -> usize {
            tokio::task::yield_now().await;
            self.0.count().min(MOST)
        }
    }

    let orders = Arc::new(Orders::<_, 3>(vec![0; 5]));
    assert_eq!(orders.name(), "orders");
    assert_eq!(call(&orders, "count", json!({}), &Session::new()).await, Ok(json!(3)));
}

#[tokio::test]
async fn tools_and_context_see_the_state_of_their_own_collection() {
    let (desk, session) = (OrderDesk::with(&["A-1"]), Session::new());
    call(&desk, "find_order", json!({"order": "A-1"}), &session).await.unwrap();
    let seen = session.for_collection("order_desk").get::<SeenOrders>().unwrap();
    assert_eq!(seen.0, ["A-1"]);
    assert!(session.get::<SeenOrders>().unwrap().0.is_empty());
    // Whatever collection the session is seen by where it comes from.
    let elsewhere = session.for_collection("elsewhere");
    let context = Arc::clone(&desk).context(elsewhere).await.unwrap();
    assert_eq!(context.as_deref(), Some("seen: A-1"));
}

#[tokio::test]
async fn a_context_gives_text_in_every_form() {
    macro_rules! forms {
        ($($name:ident: $given:ty = $value:expr, $told:expr;)*) => {$({
            struct Sync;
            struct Async;

            #[tool_collection]
            impl Sync {
                #[context]
                fn $name(&self) -> $given {
                    $value
                }
            }

            #[tool_collection]
            impl Async {
                #[context]
                async fn $name(&self, _: &Session) -> $given {
                    tokio::task::yield_now().await;
                    $value
                }
            }

            let told: Result<Option<&str>, &str> = $told;
            for context in [
                Arc::new(Sync).context(Session::new()).await,
                Arc::new(Async).context(Session::new()).await,
                Arc::new(Arc::new(Sync)).context(Session::new()).await,
            ] {
                let context = context.as_ref().map(Option::as_deref);
                assert_eq!(context.map_err(|error| error.message.as_str()), told);
            }
        })*};
    }

    let broken = "a function of the host failed unexpectedly: the log of the host says why";
    fn no_text() -> String {
        panic!("the context is broken")
    }
    forms! {
        plain: String = "two orders".to_owned(), Ok(Some("two orders"));
        some: Option<String> = Some("two orders".to_owned()), Ok(Some("two orders"));
        none: Option<String> = None, Ok(None);
        result: Result<String, NoSuchOrder> = Ok("two orders".to_owned()), Ok(Some("two orders"));
        option: Result<Option<String>, ToolError> = Ok(None), Ok(None);
        failure: Result<Option<String>, NoSuchOrder> = Err(NoSuchOrder("A-1".to_owned())),
            Err("there is no order `A-1`");
        panicking: String = no_text(), Err(broken);
    }
}

#[tokio::test]
async fn a_collection_without_context_has_nothing_to_say() {
    struct Quiet;

    #[tool_collection]
    impl Quiet {
        /// Gives 1.
        #[tool]
        fn one(&self) -> u8 {
            1
        }
    }

    assert_eq!(Arc::new(Quiet).context(Session::new()).await, Ok(None));
}

/// A sync context that blocked held up the thread that asked for it, deadline or not.
#[tokio::test]
async fn a_context_that_blocks_holds_nobody_up() {
    struct Blocking {
        entered: Mutex<mpsc::Sender<()>>,
        may_end: Mutex<mpsc::Receiver<()>>,
    }

    #[tool_collection]
    impl Blocking {
        #[context]
        fn wait(&self) -> String {
            self.entered.lock().unwrap().send(()).unwrap();
            self.may_end.lock().unwrap().recv().unwrap();
            "ended".to_owned()
        }
    }

    let (entered, has_entered) = mpsc::channel();
    let (end, may_end) = mpsc::channel();
    let blocking =
        Arc::new(Blocking { entered: Mutex::new(entered), may_end: Mutex::new(may_end) });

    // Given up while it blocks.
    let mut given_up = Arc::clone(&blocking).context(Session::new());
    assert!(now(&mut given_up).await.is_none());
    has_entered.recv().unwrap();
    drop(given_up);
    end.send(()).unwrap();

    let mut asked = blocking.context(Session::new());
    assert!(now(&mut asked).await.is_none());
    has_entered.recv().unwrap();
    assert!(now(&mut asked).await.is_none());
    end.send(()).unwrap();
    assert_eq!(asked.await.unwrap().as_deref(), Some("ended"));
}

/// Each call of a model left one more thread behind, without end.
#[tokio::test]
async fn a_context_that_never_ends_leaves_no_more_than_a_few_threads() {
    struct Hanging(Mutex<mpsc::Receiver<()>>, AtomicUsize);

    #[tool_collection]
    impl Hanging {
        #[context]
        fn wait(&self) -> Option<String> {
            self.1.fetch_add(1, Ordering::SeqCst);
            let _ = self.0.lock().unwrap().recv();
            None
        }
    }

    let (end, may_end) = mpsc::channel();
    let hanging = Arc::new(Hanging(Mutex::new(may_end), AtomicUsize::new(0)));
    let mut refused = Vec::new();
    for _ in 0..20 {
        refused.extend(now(&mut Arc::clone(&hanging).context(Session::new())).await);
    }
    assert_eq!(refused.len(), 12);
    let error = refused.remove(0).unwrap_err();
    insta::assert_snapshot!(error, @"unavailable: the context was given up 8 times and has not ended yet: it is asked again when it has");
    // Another one is not held up by it, and neither is this one when they have ended.
    let (end_other, may_end) = mpsc::channel();
    drop(end_other);
    let other = Arc::new(Hanging(Mutex::new(may_end), AtomicUsize::new(0)));
    assert_eq!(other.context(Session::new()).await, Ok(None));
    drop(end);
    while Arc::strong_count(&hanging) > 1 {
        std::thread::yield_now();
    }
    assert_eq!(Arc::clone(&hanging).context(Session::new()).await, Ok(None));
    assert_eq!(hanging.1.load(Ordering::SeqCst), 9);
}

/// What a future gives without being waited for.
async fn now<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    poll_fn(|context| match Pin::new(&mut *future).poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}
