//! Many sessions of one agent, and what travels with a run.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use futures_util::future::join_all;
use rig_agent::AgentBuilder;
use rig_agent::tool::server::ToolServer;
use rig_core::completion::CompletionRequest;
use rig_core::message::ToolName;
use rig_core::tool::{ContextValue, DynamicTool, ToolContext, ToolOutput as ForModel};
use rulebook::{
    Answer, AnswerFuture, Caller, Collection, FnTool, Listener, PermissionMode, PermissionPolicy,
    Progress, Question, Session, SessionState, SettingsValues, ToolCall, ToolOutput, ToolSettings,
    ToolSpec, Toolkit, tool_collection,
};
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{AgentTools, Limits, RunOptions, ToolkitAgent, ToolkitRun};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::support::way::{WAYS, Way};

#[derive(Default, Serialize, Deserialize)]
struct Notes(Vec<String>);

impl SessionState for Notes {
    const NAME: &'static str = "notes";
}

#[derive(Debug, Clone, ToolSettings)]
struct Desk {
    #[setting(configurable)]
    clerk: String,
}

impl Default for Desk {
    fn default() -> Self {
        Self { clerk: "nobody".to_owned() }
    }
}

struct Book;

#[tool_collection(name = "book")]
impl Book {
    /// Keeps a note.
    #[tool(kind = "edit")]
    async fn note(&self, session: &Session, settings: &Desk, text: String) -> String {
        tokio::task::yield_now().await;
        let line = format!("{text} by {}", settings.clerk);
        session.update(|notes: &mut Notes| notes.0.push(line.clone())).unwrap();
        line
    }

    #[context]
    async fn notes(&self, session: &Session) -> String {
        tokio::task::yield_now().await;
        let notes = session.get::<Notes>().unwrap().0;
        format!("{} has: {}", session.id(), notes.join(", "))
    }
}

fn book() -> Toolkit {
    Toolkit::builder().collection(Book).build().unwrap()
}

/// A model that writes as many notes as it is asked for, each with the number of those that
/// there are, and with whom it speaks.
fn writer(rounds: usize) -> ScriptedModel {
    ScriptedModel::by(move |request| {
        let who = prompt(request);
        let done = request.tool_results().len();
        if done == rounds {
            return Turn::say(format!("{who} is done"));
        }
        Turn::call("note", json!({ "text": format!("{who} {done}") }))
    })
}

fn prompt(request: &CompletionRequest) -> String {
    request.user_texts().remove(0).to_owned()
}

fn context(request: &CompletionRequest) -> String {
    request.context().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn thirty_two_sessions_at_once_have_nothing_in_common() {
    const ROUNDS: usize = 6;
    let model = writer(ROUNDS);
    let agent = AgentBuilder::new(model.clone()).toolkit(&book()).unwrap().build();
    let runs = (0..32).map(|number| {
        let agent = agent.clone();
        let way = WAYS[number % 2];
        tokio::spawn(async move {
            let session = Session::with_id(format!("s{number}"));
            let settings = SettingsValues::new().set("note", "clerk", format!("clerk {number}"));
            // Every fourth may change nothing.
            let mode = if number % 4 == 0 { PermissionMode::Plan } else { PermissionMode::Ask };
            let options =
                RunOptions::new(&session).settings(settings).policy(PermissionPolicy::new(mode));
            let run = agent.prompt(format!("s{number}")).run_options(options).tool_concurrency(2);
            let response = way.run(run).await.unwrap();
            (number, session, response.output())
        })
    });
    for run in join_all(runs).await {
        let (number, session, said) = run.unwrap();
        assert_eq!(said, format!("s{number} is done"));
        let notes = session.for_collection("book").get::<Notes>().unwrap().0;
        let all: Vec<_> =
            (0..ROUNDS).map(|nth| format!("s{number} {nth} by clerk {number}")).collect();
        if number % 4 == 0 {
            assert!(notes.is_empty(), "{notes:?}");
        } else {
            assert_eq!(notes, all);
        }
    }
    let requests = model.requests();
    assert_eq!(requests.len(), 32 * (ROUNDS + 1));
    for request in requests {
        let who = prompt(&request);
        let number: usize = who.trim_start_matches('s').parse().unwrap();
        let done = request.tool_results().len();
        let notes: Vec<_> = match number % 4 {
            0 => Vec::new(),
            _ => (0..done).map(|nth| format!("{who} {nth} by clerk {number}")).collect(),
        };
        let said = format!("{who} has: {}", notes.join(", "));
        let said = format!("{}\n", said.trim_end());
        assert!(context(&request).contains(&said), "{said}: {}", context(&request));
        assert!(
            request.tool_results().iter().all(|result| result.is_error == number.is_multiple_of(4))
        );
    }
}

#[tokio::test]
async fn a_run_without_options_has_one_session_of_its_own() {
    for way in WAYS {
        let model = writer(3);
        let agent = AgentBuilder::new(model.clone()).toolkit(&book()).unwrap().build();
        for run in ["a", "b"] {
            way.run(agent.prompt(run)).await.unwrap();
        }
        let requests = model.requests();
        let session = |request: &CompletionRequest| {
            let said = context(request);
            let line = said.lines().find(|line| line.contains(" has:")).unwrap().to_owned();
            line.split_once(" has:").map(|(id, notes)| (id.to_owned(), notes.to_owned())).unwrap()
        };
        let [first, second] = [&requests[..4], &requests[4..]];
        for (run, name) in [(first, "a"), (second, "b")] {
            let ids: BTreeSet<_> = run.iter().map(|request| session(request).0).collect();
            assert_eq!(ids.len(), 1, "{way:?}");
            let (_, notes) = session(&run[3]);
            assert_eq!(
                notes,
                format!(" {name} 0 by nobody, {name} 1 by nobody, {name} 2 by nobody")
            );
        }
        assert_ne!(session(&first[0]).0, session(&second[0]).0);
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Tenant(String);

impl ContextValue for Tenant {
    const KEY: &'static str = "tenant";
}

/// A tool of the host's own, which says for whom it was called.
fn tenant() -> DynamicTool {
    let name = ToolName::new("tenant").unwrap();
    DynamicTool::new_with_context(name, "Who it is.", json!({ "type": "object" }), |context, _| {
        let said = context.get::<Tenant>().unwrap().map(|tenant| tenant.0);
        Box::pin(async move { Ok(ForModel::text(said.unwrap_or_else(|| "nobody".to_owned()))) })
    })
}

fn for_tenant(name: &str) -> ToolContext {
    let mut context = ToolContext::new();
    context.insert(Tenant(name.to_owned())).unwrap();
    context
}

#[tokio::test]
async fn values_of_the_tool_context_reach_other_tools_of_the_agent() {
    for way in WAYS {
        let model = ScriptedModel::new([Turn::call("tenant", json!({})), Turn::say("ok")]);
        let tools = AgentTools::new(&book()).beside(ToolServer::new().dynamic_tool(tenant()));
        let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
        let options = RunOptions::new(&Session::new()).tool_context(for_tenant("ann"));
        way.run(agent.prompt("who?").run_options(options)).await.unwrap();
        assert_eq!(model.requests()[1].tool_results()[0].text, "ann");
    }
}

#[tokio::test]
async fn a_tool_context_that_is_set_later_changes_no_session() {
    for way in WAYS {
        let model = ScriptedModel::new([
            Turn::calls([("tenant", json!({})), ("note", json!({ "text": "x" }))]),
            Turn::say("ok"),
        ]);
        let tools = AgentTools::new(&book()).beside(ToolServer::new().dynamic_tool(tenant()));
        let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
        let session = Session::with_id("mine");
        let run = agent.prompt("who?").run_options(&session).tool_context(for_tenant("bob"));
        way.run(run).await.unwrap();
        let requests = model.requests();
        assert_eq!(requests[1].tool_results()[0].text, "bob");
        assert_eq!(session.for_collection("book").get::<Notes>().unwrap().0, ["x by nobody"]);
        assert!(context(&requests[1]).contains("mine has: x by nobody"));
    }
}

/// Whoever is asked through a tool: an agent of rig's own making, or one that is told of the
/// session.
fn expert(model: &ScriptedModel) -> rig_agent::Agent {
    AgentBuilder::new(model.clone()).name("expert").toolkit(&book()).unwrap().build()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sub_agents_keep_to_their_own_sessions() {
    let inner = writer(4);
    let expert = expert(&inner).into_tool().unwrap();
    let outer = ScriptedModel::by(|request| {
        let who = prompt(request);
        match request.tool_results().len() {
            0 => Turn::calls([
                ("note", json!({ "text": format!("{who} before") })),
                ("expert", json!({ "prompt": format!("{who}-1") })),
                ("expert", json!({ "prompt": format!("{who}-2") })),
            ]),
            _ => Turn::say("ok"),
        }
    });
    let tools = AgentTools::new(&book()).beside(ToolServer::new().dynamic_tool(expert));
    let agent = AgentBuilder::new(outer.clone()).toolkit(tools).unwrap().build();
    let runs = (0..16).map(|number| {
        let agent = agent.clone();
        tokio::spawn(async move {
            let session = Session::with_id(format!("o{number}"));
            let run = agent.prompt(format!("o{number}")).run_options(&session);
            WAYS[number % 2].run(run.tool_concurrency(3)).await.unwrap();
            let notes = session.for_collection("book").get::<Notes>().unwrap().0;
            assert_eq!(notes, [format!("o{number} before by nobody")]);
        })
    });
    for run in join_all(runs).await {
        run.unwrap();
    }
    let mut ids = BTreeSet::new();
    for request in inner.requests() {
        let (who, done) = (prompt(&request), request.tool_results().len());
        let notes: Vec<_> = (0..done).map(|nth| format!("{who} {nth} by nobody")).collect();
        let said = context(&request);
        let has = format!(" has: {}", notes.join(", "));
        assert!(said.contains(&format!("{}\n", has.trim_end())), "{who} {done}: {said}");
        ids.insert(said.lines().find(|line| line.contains(" has:")).unwrap().to_owned());
    }
    assert_eq!(ids.len(), 32 * 4 + 32);
}

#[tokio::test]
async fn a_run_within_a_call_may_share_the_session_of_the_call() {
    for way in WAYS {
        let inner = writer(2);
        let expert = expert(&inner);
        let asked = DynamicTool::new_with_context(
            ToolName::new("ask").unwrap(),
            "Asks an expert.",
            json!({ "type": "object" }),
            move |context, _| {
                let options = RunOptions::inherited(context).unwrap();
                let run = expert.prompt("inner").run_options(options);
                Box::pin(async move { Ok(ForModel::text(run.await.unwrap().output())) })
            },
        );
        let outer = ScriptedModel::new([
            Turn::call("note", json!({ "text": "outer" })),
            Turn::call("ask", json!({})),
            Turn::say("ok"),
        ]);
        let tools = AgentTools::new(&book())
            .limits(Limits::default())
            .beside(ToolServer::new().dynamic_tool(asked));
        let agent = AgentBuilder::new(outer.clone()).toolkit(tools).unwrap().build();
        let session = Session::with_id("both");
        way.run(agent.prompt("hello").run_options(&session)).await.unwrap();
        let notes = session.for_collection("book").get::<Notes>().unwrap().0;
        assert_eq!(notes, ["outer by nobody", "inner 0 by nobody", "inner 1 by nobody"]);
        assert!(context(&outer.requests()[2]).contains(&notes.join(", ")));
        assert!(context(&inner.requests()[0]).contains("both has: outer by nobody"));
    }
}

#[tokio::test]
async fn settings_of_a_run_are_of_that_run() {
    let model = writer(1);
    let agent = AgentBuilder::new(model.clone()).toolkit(&book()).unwrap().build();
    let session = Session::new();
    for clerk in ["ann", "bob"] {
        let settings = SettingsValues::new().set("note", "clerk", clerk);
        let options = RunOptions::new(&session).settings(settings);
        agent.prompt("n").run_options(options).await.unwrap();
    }
    agent.prompt("n").run_options(&session).await.unwrap();
    let stored = SettingsValues::new().set("note", "clerk", "stored");
    let options = RunOptions::new(&session).stored_settings(stored);
    Way::Blocking.run(agent.prompt("n").run_options(options)).await.unwrap();
    let notes = session.for_collection("book").get::<Notes>().unwrap().0;
    assert_eq!(notes, ["n 0 by ann", "n 0 by bob", "n 0 by nobody", "n 0 by stored"]);
}

#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Listener for Heard {
    fn progress(&self, progress: Progress) {
        self.0.lock().unwrap().push(progress.message.unwrap());
    }

    fn ask(&self, question: Question) -> AnswerFuture<'_> {
        self.0.lock().unwrap().push(question.message);
        Box::pin(async { Ok(Answer::Declined) })
    }
}

#[tokio::test]
async fn tools_tell_and_ask_whoever_the_run_is_for() {
    let asks = FnTool::new(ToolSpec::new("asks", "Asks."), |call: ToolCall| async move {
        call.caller.progress(Progress::new(1.0).message("half way"));
        let answer = call.caller.ask(Question::new("q", "Sure?", json!({}))).await?;
        Ok(ToolOutput::json(format!("{answer:?}").into()))
    });
    let desk = Collection::builder("desk").tool(asks).build().unwrap();
    let toolkit = Toolkit::builder().collection(desk).build().unwrap();
    for way in WAYS {
        let model = ScriptedModel::new([Turn::call("asks", json!({})), Turn::say("ok")]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        let heard = Arc::new(Heard::default());
        let options = RunOptions::new(&Session::new()).caller(&Caller::new(Arc::clone(&heard)));
        way.run(agent.prompt("go").run_options(options)).await.unwrap();
        assert_eq!(model.requests()[1].tool_results()[0].text, "Declined");
        assert_eq!(*heard.0.lock().unwrap(), ["half way", "Sure?"]);
    }
}
