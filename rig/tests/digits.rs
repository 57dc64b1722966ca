//! Numbers on their way from a model to a tool.

use insta::{allow_duplicates, assert_snapshot};
use proptest::prelude::*;
use rig_agent::AgentBuilder;
use rig_agent::agent::{AgentHook, DispatchAction, DispatchEvent, HookContext};
use rig_core::effect::EffectKind;
use rulebook::{Approval, ApprovalRequest, Session, Toolkit};
use rulebook_rig::{AgentTools, RunOutcome, SuspendedRun, ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::json::object;
use crate::support::provider::{Provider, Says};
use crate::support::received::{APIS, Api};
use crate::support::way::{WAYS, Way};
use crate::support::{Notes, kit, till};

/// What a tool gives for arguments as a model writes them.
async fn given(api: Api, way: Way, kit: &Toolkit, count: &str, price: &str) -> String {
    let written = format!(r#"{{"yes":true,"count":{count},"ratio":1,"price":{price},"text":""}}"#);
    let provider = Provider::serving([Says::written("scalars", &written), Says::Text("")]).await;
    let agent = AgentBuilder::new(provider.model(api, false)).toolkit(kit).unwrap().build();
    let _ = way.run(agent.prompt("Go.").run_options(Session::new())).await;
    results(&provider).join("\n")
}

#[tokio::test]
async fn no_digit_of_a_number_is_lost_without_an_error() {
    let counts = [
        "9223372036854775807",
        "-9223372036854775808",
        "9007199254740993",
        "3.0",
        "1e3",
        r#""9223372036854775807""#,
        "9223372036854775808",
        "18446744073709551616",
        "12345678901234567890123",
        "3.5",
        "3.00000000000000000001",
        "9007199254740993.0",
    ];
    let prices = [
        "12.30",
        r#""12.30""#,
        "0.1",
        "100000000000000.5",
        "123456789012345678",
        "0.12345678901234567890123",
        r#""0.12345678901234567890123""#,
        "12.3000000000000000001",
        "1e-7",
        "1e40",
    ];
    let kit = kit::kit().await;
    for api in APIS {
        for way in WAYS {
            let mut table = String::new();
            for count in counts {
                let got = given(api, way, &kit, count, "1").await;
                table.push_str(&format!("{count} => {got}\n"));
            }
            for price in prices {
                let got = given(api, way, &kit, "1", price).await;
                table.push_str(&format!("{price} => {got}\n"));
            }
            allow_duplicates! {
                assert_snapshot!(table, @r#"
                9223372036854775807 => {"count":9223372036854775807,"price":1,"ratio":1.0}
                -9223372036854775808 => {"count":-9223372036854775808,"price":1,"ratio":1.0}
                9007199254740993 => {"count":9007199254740993,"price":1,"ratio":1.0}
                3.0 => {"count":3,"price":1,"ratio":1.0}
                1e3 => {"count":1000,"price":1,"ratio":1.0}
                "9223372036854775807" => {"count":9223372036854775807,"price":1,"ratio":1.0}
                9223372036854775808 => `count`: `9223372036854775808` does not fit in 64 bits
                18446744073709551616 => line 1, column 21: `18446744073709551616` would lose digits; send it as text: `"18446744073709551616"`
                12345678901234567890123 => line 1, column 21: `12345678901234567890123` would lose digits; send it as text: `"12345678901234567890123"`
                3.5 => `count`: expected int, found `3.5`; write a whole number
                3.00000000000000000001 => line 1, column 21: `3.00000000000000000001` would lose digits; send it as text: `"3.00000000000000000001"`
                9007199254740993.0 => line 1, column 21: `9007199254740993.0` would lose digits; send it as text: `"9007199254740993.0"`
                12.30 => {"count":1,"price":12.3,"ratio":1.0}
                "12.30" => {"count":1,"price":12.3,"ratio":1.0}
                0.1 => {"count":1,"price":0.1,"ratio":1.0}
                100000000000000.5 => `price`: `100000000000000.5` may have lost digits on the way; send it as text: `"100000000000000.5"`
                123456789012345678 => {"count":1,"price":"123456789012345678","ratio":1.0}
                0.12345678901234567890123 => line 1, column 41: `0.12345678901234567890123` would lose digits; send it as text: `"0.12345678901234567890123"`
                "0.12345678901234567890123" => {"count":1,"price":"0.12345678901234567890123","ratio":1.0}
                12.3000000000000000001 => line 1, column 41: `12.3000000000000000001` would lose digits; send it as text: `"12.3000000000000000001"`
                1e-7 => {"count":1,"price":1e-7,"ratio":1.0}
                1e40 => `price`: `1e+40` does not fit a decimal, which holds 28 digits
                "#);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// What no digit of was lost is never refused, and comes back as it went.
    #[test]
    fn what_lost_nothing_comes_back_as_it_went(value in object(), object in object()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let given = json!({ "value": value, "object": object });
        let kit = Toolkit::builder().collection(kit::Native).build().unwrap();
        for api in APIS {
            for way in WAYS {
                let gave = runtime.block_on(async {
                    let script = [Says::call("any", &given), Says::Text("Done.")];
                    let provider = Provider::serving(script).await;
                    let agent = AgentBuilder::new(provider.model(api, false));
                    let agent = agent.toolkit(&kit).unwrap().build();
                    way.run(agent.prompt("Go.").run_options(Session::new())).await.unwrap();
                    results(&provider)
                });
                prop_assert_eq!(gave, [json!([value, object]).to_string()]);
            }
        }
    }
}

/// The results in the last request.
fn results(provider: &Provider) -> Vec<String> {
    provider.received().last().unwrap().result_texts()
}

#[tokio::test]
async fn nobody_is_asked_about_a_call_that_lost_something() {
    let written = [
        (
            r#"{"order":"A-1","amount":3.00000000000000000001}"#,
            "line 1, column 25: `3.00000000000000000001` would lose digits; send it as text: `\"3.00000000000000000001\"`",
        ),
        (
            r#"{"order":"A-1","order":"A-2","amount":3}"#,
            "line 1, column 16: `order` is given twice",
        ),
        // The text of the object in a string, as some models send it.
        (
            r#""{\"order\":\"A-1\",\"order\":\"A-2\",\"amount\":3}""#,
            "line 1, column 16: `order` is given twice",
        ),
    ];
    for api in APIS {
        for way in WAYS {
            for (written, told) in written {
                let script = [Says::written("refund", written), Says::Text("")];
                let provider = Provider::serving(script).await;
                let tools = AgentTools::new(&till())
                    .approver(|_: Vec<ApprovalRequest>| async { panic!("it is asked about") });
                let agent = AgentBuilder::new(provider.model(api, false)).toolkit(tools).unwrap();
                let session = Session::new();
                let _ = way.run(agent.build().prompt("Go.").run_options(&session)).await;
                assert_eq!(results(&provider), [told], "{api:?} {way:?}");
                assert!(session.for_collection("till").get::<Notes>().unwrap().0.is_empty());
            }
        }
    }
}

#[tokio::test]
async fn a_call_that_lost_something_is_not_made_by_a_run_that_waited() {
    for api in APIS {
        let script = [
            Says::Calls(vec![
                ("refund", r#"{"order":"A-1","amount":3}"#.to_owned()),
                ("add", r#"{"left":3.00000000000000000001,"right":1}"#.to_owned()),
            ]),
            Says::Text("Done."),
        ];
        let provider = Provider::serving(script).await;
        let agent =
            || AgentBuilder::new(provider.model(api, false)).toolkit(&till()).unwrap().build();
        let session = Session::new();
        let outcome = agent().prompt("Go.").until_approval(&session).await.unwrap();
        let RunOutcome::NeedsApproval(run) = outcome else { panic!("it ran") };
        assert_eq!(run.requests().len(), 1);

        let run: SuspendedRun =
            serde_json::from_str(&serde_json::to_string(&run).unwrap()).unwrap();
        let outcome = run.resume(&agent(), &till(), [Approval::Granted], &session).await.unwrap();
        assert!(matches!(outcome, RunOutcome::Done(_)));
        let told = "line 1, column 9: `3.00000000000000000001` would lose digits; send it as text: `\"3.00000000000000000001\"`";
        assert_eq!(results(&provider), ["A-1: 3", told], "{api:?}");
    }
}

/// A hook of the host's own that fills an argument in.
struct Fills;

impl AgentHook for Fills {
    async fn on_dispatch(&self, _: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        let EffectKind::ToolCall { args, .. } = event.kind else { return DispatchAction::Proceed };
        let mut args: serde_json::Map<String, Value> = serde_json::from_str(args).unwrap();
        args.insert("right".to_owned(), json!(1));
        DispatchAction::rewrite_tool_args(event.kind, args)
    }
}

#[tokio::test]
async fn a_hook_that_fills_an_argument_in_hides_no_digit_that_another_lost() {
    for api in APIS {
        for way in WAYS {
            let calls = [r#"{"left":3.00000000000000000001}"#, r#"{"left":4}"#];
            let calls = calls.map(|written| ("add", written.to_owned()));
            let provider =
                Provider::serving([Says::Calls(calls.to_vec()), Says::Text("Done.")]).await;
            let builder = || AgentBuilder::new(provider.model(api, false));
            let agent = builder().add_hook(Fills).toolkit(&till()).unwrap().build();
            way.run(agent.prompt("Go.").run_options(Session::new())).await.unwrap();
            let told = "line 1, column 9: `3.00000000000000000001` would lose digits; send it as text: `\"3.00000000000000000001\"`";
            assert_eq!(results(&provider), [told, "5"], "{api:?} {way:?}");
        }
    }
}
