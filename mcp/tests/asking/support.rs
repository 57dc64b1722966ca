//! Clients that answer, and tools that ask or have to be approved.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ElicitRequestParams,
    ElicitResult, ElicitationAction, Implementation, JsonObject,
};
use rmcp::service::RequestContext;
use rmcp::{ClientHandler, ErrorData, RoleClient};
use rulebook::{
    Answer, Collection, FnTool, Question, Tool, ToolCall, ToolKind, ToolOutput, ToolSpec, Toolkit,
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::support::Connected;

/// A client with a person who gives answers in an order, and what was asked.
#[derive(Clone, Default)]
pub(crate) struct Person {
    answers: Arc<Mutex<VecDeque<Value>>>,
    asked: Arc<Mutex<Vec<Value>>>,
    /// Somebody was asked.
    pub(crate) was_asked: Arc<Notify>,
    /// A question was taken away.
    pub(crate) taken_away: Arc<Notify>,
    mute: bool,
}

impl Person {
    /// A person who gives these answers.
    pub(crate) fn answering(answers: impl IntoIterator<Item = Value>) -> Self {
        let answers = Arc::new(Mutex::new(answers.into_iter().collect()));
        Self { answers, ..Self::default() }
    }

    /// A client that cannot ask anybody.
    pub(crate) fn mute() -> Self {
        Self { mute: true, ..Self::default() }
    }

    /// What was asked: the parameters of each request.
    pub(crate) fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }

    /// The messages of what was asked.
    pub(crate) fn messages(&self) -> Vec<String> {
        let asked = self.asked();
        asked.iter().map(|asked| asked["message"].as_str().unwrap().to_owned()).collect()
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = if self.mute {
            ClientCapabilities::default()
        } else {
            ClientCapabilities::builder().enable_elicitation().build()
        };
        ClientConfig::new(capabilities, Implementation::new("test", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.asked.lock().unwrap().push(serde_json::to_value(&request).unwrap());
        self.was_asked.notify_one();
        let answer = self.answers.lock().unwrap().pop_front();
        let Some(answer) = answer else {
            // Nobody answers.
            context.ct.cancelled().await;
            self.taken_away.notify_one();
            return Ok(ElicitResult::new(ElicitationAction::Cancel));
        };
        if answer == "broken" {
            return Err(ErrorData::internal_error("broken", None));
        }
        Ok(serde_json::from_value(answer).unwrap())
    }
}

/// The answer of a person who fills a form in.
pub(crate) fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

/// How often a tool ran.
#[derive(Clone, Default)]
pub(crate) struct Runs(Arc<AtomicUsize>);

impl Runs {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    fn add(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// A toolkit whose `pay_back` has to be approved.
pub(crate) fn till() -> (Toolkit, Runs) {
    let (tool, runs) = pay_back();
    let till = Collection::builder("till").tool(tool).requires_approval("pay_back");
    (Toolkit::builder().collection(till.build().unwrap()).build().unwrap(), runs)
}

pub(crate) fn pay_back() -> (Arc<dyn Tool>, Runs) {
    let runs = Runs::default();
    let mut spec = ToolSpec::new("pay_back", "Pays money back.");
    spec.kind = Some(ToolKind::Edit);
    spec.input_schema = json!({ "type": "object", "properties": { "cents": {}, "note": {} } });
    let counted = runs.clone();
    let tool = FnTool::new(spec, move |call: ToolCall| {
        counted.add();
        async move { Ok(ToolOutput::json(json!({ "paid": call.arguments.get("cents") }))) }
    });
    (Arc::new(tool), runs)
}

/// A toolkit with a tool that asks questions one after the other, and gives the answers.
pub(crate) fn asking(questions: impl IntoIterator<Item = Question>) -> (Toolkit, Runs) {
    let (tool, runs) = asker(questions);
    let desk = Collection::builder("desk").tool(tool).build().unwrap();
    (Toolkit::builder().collection(desk).build().unwrap(), runs)
}

pub(crate) fn asker(questions: impl IntoIterator<Item = Question>) -> (Arc<dyn Tool>, Runs) {
    let runs = Runs::default();
    let counted = runs.clone();
    let questions: Vec<_> = questions.into_iter().collect();
    let mut spec = ToolSpec::new("order", "Orders something.");
    spec.input_schema = json!({ "type": "object", "properties": { "of": {} } });
    let tool = FnTool::new(spec, move |call: ToolCall| {
        counted.add();
        let questions = questions.clone();
        async move {
            let mut answers = Vec::new();
            for question in questions {
                answers.push(shown(call.caller.ask(question).await?));
            }
            Ok(ToolOutput::json(json!({ "answers": answers })))
        }
    });
    (Arc::new(tool), runs)
}

pub(crate) fn shown(answer: Answer) -> Value {
    match answer {
        Answer::Given(members) => members.into(),
        Answer::Declined => "declined".into(),
        Answer::Cancelled => "cancelled".into(),
        _ => "unknown".into(),
    }
}

/// A question for a text of its own name.
pub(crate) fn question(key: &str) -> Question {
    let schema = json!({
        "type": "object", "properties": { key: { "type": "string" } }, "required": [key],
    });
    Question::new(key, format!("Which {key}?"), schema)
}

/// Calls a tool with arguments.
pub(crate) async fn call(
    client: &Connected<Person>,
    tool: &'static str,
    arguments: Value,
) -> CallToolResult {
    client.call_tool(params(tool, arguments)).await.unwrap()
}

pub(crate) fn params(tool: &'static str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments): Value = arguments else { panic!("no object") };
    CallToolRequestParams::new(tool).with_arguments(JsonObject::from_iter(arguments))
}

/// The text of a result, after an exclamation mark where it is an error.
pub(crate) fn text(result: &CallToolResult) -> String {
    let text = &result.content.first().unwrap().as_text().unwrap().text;
    if result.is_error == Some(true) { format!("! {text}") } else { text.clone() }
}
