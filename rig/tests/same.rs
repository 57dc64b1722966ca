//! A run that waits ends as one that never waited: random conversations, both ways.

use proptest::prelude::*;
use rig_agent::agent::{AgentHook, HookContext, ModelTurnAction, ModelTurnFinished};
use rig_agent::run::response::PromptResponse;
use rig_agent::{Agent, AgentBuilder};
use rig_core::completion::{CompletionRequest, Message, Usage};
use rig_core::message::AssistantContent;
use rulebook::{Approval, ApprovalRequest, Session};
use rulebook_rig::testing::{ScriptedModel, Turn};
use rulebook_rig::{AgentTools, RunOptions, RunOutcome, ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::approving::{Audit, paid};
use crate::support::till;
use crate::support::until::elsewhere;
use crate::support::way::{WAYS, Way};

/// What a model does in one turn.
#[derive(Clone, Debug)]
enum Does {
    Calls(Vec<Call>),
    /// A hook of the host has it asked the same again.
    Repeats,
    /// A hook of the host tells it to try again.
    IsTold,
}

#[derive(Clone, Debug)]
enum Call {
    Add,
    Note(u8),
    /// Small ones are approved.
    Refund(u8),
    /// Arguments that do not fit.
    Unfit,
    /// No JSON at all.
    Malformed,
    Unknown,
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        2 => Just(Call::Add),
        2 => any::<u8>().prop_map(Call::Note),
        4 => any::<u8>().prop_map(Call::Refund),
        1 => Just(Call::Unfit),
        1 => Just(Call::Malformed),
        1 => Just(Call::Unknown),
    ]
}

fn does() -> impl Strategy<Value = Does> {
    prop_oneof![
        6 => prop::collection::vec(call(), 1..5).prop_map(Does::Calls),
        1 => Just(Does::Repeats),
        1 => Just(Does::IsTold),
    ]
}

fn usage(tokens: u64) -> Usage {
    let mut usage = Usage::default();
    (usage.input_tokens, usage.output_tokens) = (Some(tokens), Some(1));
    usage
}

/// The turns of a model. What an answer cost that called an unknown tool is told nobody.
fn turns(script: &[Does]) -> Vec<Turn> {
    let turn = |(number, does): (u64, &Does)| match does {
        Does::Repeats => Turn::say("repeat").counting(usage(number)),
        Does::IsTold => Turn::say("tell").counting(usage(number)),
        Does::Calls(calls) => {
            let unknown = calls.iter().any(|call| matches!(call, Call::Unknown));
            let turn = Turn::written_calls(calls.iter().map(written)).saying("A moment.");
            if unknown { turn } else { turn.counting(usage(number)) }
        }
    };
    let last = Turn::say("Done.").counting(usage(1000));
    (1..).zip(script).map(turn).chain([last]).collect()
}

fn written(call: &Call) -> (&'static str, String) {
    let (tool, arguments) = match call {
        Call::Add => ("add", json!({ "left": 1, "right": 2 })),
        Call::Note(text) => ("note", json!({ "text": text.to_string() })),
        Call::Refund(amount) => ("refund", json!({ "order": "A", "amount": amount })),
        Call::Unfit => ("refund", json!({ "order": "A", "amount": 1.5 })),
        Call::Malformed => return ("refund", r#"{"order": "A", "amou"#.to_owned()),
        Call::Unknown => ("reefund", json!({})),
    };
    (tool, arguments.to_string())
}

fn decide(request: &ApprovalRequest) -> Approval {
    match request.arguments.get("amount").and_then(Value::as_u64) {
        Some(..100) => Approval::Granted,
        Some(100..200) => Approval::denied("it is too much"),
        _ => Approval::Denied { reason: None },
    }
}

/// A hook of the host.
struct Strict;

impl AgentHook for Strict {
    async fn on_model_turn_finished(
        &self,
        _: &HookContext,
        event: ModelTurnFinished<'_>,
    ) -> ModelTurnAction {
        match event.content.as_slice() {
            [AssistantContent::Text(text)] if text.text() == "repeat" => ModelTurnAction::repeat(),
            [AssistantContent::Text(text)] if text.text() == "tell" => {
                ModelTurnAction::retry_with_feedback("Say more.")
            }
            _ => ModelTurnAction::continue_run(),
        }
    }
}

fn agent(model: &ScriptedModel, tools: AgentTools, hook_first: bool) -> Agent {
    let builder = AgentBuilder::new(model.clone());
    match hook_first {
        true => builder.add_hook(Strict).toolkit(tools).unwrap().build(),
        false => builder.toolkit(tools).unwrap().add_hook(Strict).build(),
    }
}

/// What there is to compare of a run.
#[derive(Debug, PartialEq)]
struct Ended {
    output: String,
    messages: Vec<Message>,
    usage: Usage,
    /// Without what nobody is told: see [`turns`].
    calls: Vec<Value>,
    sent: Vec<Value>,
    paid: Vec<String>,
    requests: Vec<(usize, usize, usize)>,
}

impl Ended {
    fn new(
        response: &PromptResponse,
        model: &ScriptedModel,
        session: &Session,
        requests: Vec<(usize, usize, usize)>,
        script: &[Does],
    ) -> Self {
        let known = |does: &Does| match does {
            Does::Calls(calls) => !calls.iter().any(|call| matches!(call, Call::Unknown)),
            _ => true,
        };
        let known = script.iter().map(known).chain([true]);
        let calls = response.completion_calls.iter().zip(known).map(|(call, known)| {
            let mut call = serde_json::to_value(call).unwrap();
            if !known {
                let call = call.as_object_mut().unwrap();
                call.insert("raw".to_owned(), Value::Null);
                call.remove("finish_reason");
            }
            call
        });
        let sent = |request: &CompletionRequest| serde_json::to_value(request).unwrap();
        Self {
            output: response.output(),
            messages: response.messages.clone(),
            usage: response.usage,
            calls: calls.collect(),
            sent: model.requests().iter().map(sent).collect(),
            paid: paid(session),
            requests,
        }
    }
}

/// The run with someone who is asked while it goes on.
async fn at_once(way: Way, script: &[Does], hook_first: bool) -> Ended {
    let (model, toolkit) = (ScriptedModel::new(turns(script)), till());
    let (session, mut audit) = (Session::new(), Audit::of(&toolkit));
    let tools = AgentTools::new(&toolkit).approver(|requests: Vec<ApprovalRequest>| async move {
        requests.iter().map(decide).collect()
    });
    let agent = agent(&model, tools, hook_first);
    let run = agent.prompt("Go.").history([Message::user("Hello.")]);
    let response = way.run(run.run_options(&session)).await.unwrap();
    Ended::new(&response, &model, &session, audit.requests(), script)
}

/// The same run, which goes on in another process each time.
async fn by_and_by(way: Way, script: &[Does], hook_first: bool) -> Ended {
    let model = ScriptedModel::new(turns(script));
    let mut session = Session::new();
    let mut requests = Vec::new();
    let (mut toolkit, mut waits) = (till(), None);
    loop {
        let mut audit = Audit::of(&toolkit);
        let agent = agent(&model, AgentTools::new(&toolkit), hook_first);
        let outcome = match waits.take() {
            None => {
                let run = agent.prompt("Go.").history([Message::user("Hello.")]);
                way.until(run, &session).await
            }
            Some(run) => {
                let run: rulebook_rig::SuspendedRun = run;
                let answers: Vec<_> = run.requests().into_iter().map(decide).collect();
                way.resume(run, &agent, &toolkit, answers, RunOptions::new(&session)).await
            }
        };
        requests.extend(audit.requests());
        match outcome.unwrap() {
            RunOutcome::Done(response) => {
                return Ended::new(&response, &model, &session, joined(&requests), script);
            }
            RunOutcome::NeedsApproval(run) => {
                let (run, later) = elsewhere(&run, &session);
                (session, waits, toolkit) = (later, Some(run), till());
            }
        }
    }
}

/// What one process has asked, another has answered.
fn joined(requests: &[(usize, usize, usize)]) -> Vec<(usize, usize, usize)> {
    let asked = requests.iter().filter(|(asked, ..)| *asked > 0);
    let answered = requests.iter().filter(|(asked, ..)| *asked == 0);
    asked
        .zip(answered)
        .map(|((asked, ..), (_, granted, denied))| (*asked, *granted, *denied))
        .collect()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_run_that_waits_ends_as_one_that_never_waited(
        script in prop::collection::vec(does(), 0..7),
        hook_first in any::<bool>(),
    ) {
        runtime().block_on(async {
            for way in WAYS {
                let at_once = at_once(way, &script, hook_first).await;
                let by_and_by = by_and_by(way, &script, hook_first).await;
                prop_assert_eq!(at_once, by_and_by, "{:?}", way);
            }
            Ok(())
        })?;
    }
}
