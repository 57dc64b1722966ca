//! Figures of calls, sessions and reloads.

use rmcp::model::CallToolRequestParams;
use rulebook::{LiveToolSet, Toolkit};
use rulebook_mcp::{McpServer, Metrics};
use tokio::time::timeout;

use crate::support::hold::Hold;
use crate::support::web::LONG;
use crate::support::{Era, connect, who};

/// The lines of one figure, without those of how it is spread.
fn lines(metrics: &Metrics, name: &str) -> String {
    let text = metrics.render();
    let lines = text.lines().filter(|line| line.starts_with(name) && !line.contains("_bucket"));
    let lines = lines.filter(|line| !line.contains("_sum"));
    lines.collect::<Vec<_>>().join("\n")
}

async fn until(metrics: &Metrics, line: &str) {
    let there = async {
        while !metrics.render().lines().any(|other| other == line) {
            tokio::task::yield_now().await;
        }
    };
    let text = || format!("{line} does not come:\n{}", metrics.render());
    timeout(LONG, there).await.unwrap_or_else(|_| panic!("{}", text()));
}

#[tokio::test]
async fn calls_are_counted_by_tool_and_outcome() {
    for era in Era::BOTH {
        let (hold, metrics) = (Hold::default(), Metrics::new());
        let server = McpServer::builder(hold.toolkit()).metrics(&metrics).build();
        let client = connect(&server, era, who()).await;
        let call = |name: &'static str| client.call_tool(CallToolRequestParams::new(name));
        call("echo").await.unwrap();
        call("echo").await.unwrap();
        call("secret_name\"\n").await.unwrap_err();
        let held = async {
            hold.begun().await;
            until(&metrics, "rulebook_calls_in_flight 1").await;
            hold.go();
        };
        let (ended, ()) = tokio::join!(call("hold"), held);
        ended.unwrap();
        until(&metrics, "rulebook_calls_in_flight 0").await;
        let counted = lines(&metrics, "rulebook_call");
        if era == Era::Sessions {
            insta::assert_snapshot!(counted, @r#"
            rulebook_call_queue_seconds_count{tool="echo"} 2
            rulebook_call_queue_seconds_count{tool="hold"} 1
            rulebook_call_run_seconds_count{tool="echo"} 2
            rulebook_call_run_seconds_count{tool="hold"} 1
            rulebook_calls_in_flight 0
            rulebook_calls_total{outcome="ok",tool="echo"} 2
            rulebook_calls_total{outcome="ok",tool="hold"} 1
            rulebook_calls_total{outcome="unknown_tool",tool=""} 1
            "#);
        }
        assert!(!metrics.render().contains("secret_name"), "{era:?}");
        until(&metrics, "rulebook_sessions_open 1").await;
        client.cancel().await.unwrap();
        until(&metrics, "rulebook_sessions_open 0").await;
    }
}

#[tokio::test]
async fn the_same_figures_are_the_same_text() {
    let metrics = Metrics::new();
    insta::assert_snapshot!(metrics.render(), @"
    # HELP rulebook_audit_failures_total Calls whose line in the audit log could not be written.
    # TYPE rulebook_audit_failures_total counter
    rulebook_audit_failures_total 0
    # HELP rulebook_calls_in_flight Calls that run or wait for their turn.
    # TYPE rulebook_calls_in_flight gauge
    rulebook_calls_in_flight 0
    # HELP rulebook_sessions_open Sessions that are open.
    # TYPE rulebook_sessions_open gauge
    rulebook_sessions_open 0
    ");
    assert_eq!(metrics.render(), metrics.render());
}

#[tokio::test]
async fn reloads_are_counted_until_the_tool_set_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = folder.path().join("rules.json");
    let script = folder.path().join("rules.rhai");
    let text = r#"{"schemaVersion":1,"script":"rules.rhai","exports":[{"name":"one","description":"Gives one."}]}"#;
    std::fs::write(&manifest, text).unwrap();
    std::fs::write(&script, "fn one() -> int { 1 }").unwrap();
    let rules = LiveToolSet::load(&manifest).await.unwrap();
    let (metrics, name) = (Metrics::new(), rules.name().to_owned());
    metrics.follow(&rules);
    until(&metrics, &format!("rulebook_generation{{manifest=\"{name}\"}} 1")).await;

    std::fs::write(&script, "fn one() -> int { 1 + 0 }").unwrap();
    rules.reload().await.unwrap();
    until(&metrics, &format!("rulebook_generation{{manifest=\"{name}\"}} 2")).await;
    let loaded = format!("rulebook_reloads_total{{manifest=\"{name}\",outcome=\"loaded\"}} 1");
    until(&metrics, &loaded).await;

    std::fs::write(&script, "fn one() -> int {").unwrap();
    rules.reload().await.unwrap_err();
    let failed = format!("rulebook_reloads_total{{manifest=\"{name}\",outcome=\"failed\"}} 1");
    until(&metrics, &failed).await;
    assert!(metrics.render().contains(&format!("rulebook_generation{{manifest=\"{name}\"}} 2")));

    drop(Toolkit::builder().collection(rules).build().unwrap());
    let gone = async {
        while metrics.render().contains("rulebook_generation{") {
            tokio::task::yield_now().await;
        }
    };
    timeout(LONG, gone).await.expect("the generation of what is gone is still there");
}
