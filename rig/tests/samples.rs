//! The samples of agents with a provider in their environment. Without one they are run by
//! `.ci/readme`.

use serde_json::json;

use crate::support::provider::{Provider, Says};
use crate::support::sample;

const SAMPLES: [&str; 3] = ["incident-triage", "referral-desk", "returns-desk"];

#[tokio::test]
async fn a_refund_is_approved_at_once_and_later_by_another_process() {
    let refund =
        || Says::call("refund", &json!({ "order": "B-20417", "sku": "KT-02", "cents": 5440 }));
    let provider = Provider::serving([
        Says::call("add_note", &json!({ "text": "It is too big." })),
        refund(),
        Says::Text("It is paid."),
        Says::Text("I need a photo."),
        refund(),
        Says::Text("It is paid now."),
    ])
    .await;
    let ended = sample::run("returns-desk", &provider).await;
    assert_eq!((ended.status, &*ended.complaint), (Some(0), ""));
    insta::assert_snapshot!(ended.printed, @r#"
    [gpt-5.6 at URL answers]

    # A colleague approves while the customer waits

    customer: I would like to send back the kettle of order B-20417. I have unpacked it, and it is too big for my stove.
      add_note {"text":"It is too big."}
        1
      [context]
        <from collection="rules">
        Notes of this case:
        - It is too big.
      [may refund run with {"order":"B-20417","sku":"KT-02","cents":5440}? yes]
      refund {"order":"B-20417","sku":"KT-02","cents":5440}
        {"receipt":"R-B-20417-KT-02","order":"B-20417","sku":"KT-02","cents":5440}
      [context as before]
    desk: It is paid.

    # A colleague refuses

    customer: The lamp of order B-20533 came with a broken shade. I want my money back.
    desk: I need a photo.

    # The first request again, and the colleague is at lunch

    customer: I would like to send back the kettle of order B-20417. I have unpacked it, and it is too big for my stove.
      [the run waits, as JSON: {"run":{"version":1,"run":{..},"calls":[..]},"session":{"version":1,"id":"Noor at 12:10","state":{..}}}]

    # Another process, after lunch
    [gpt-5.6 at URL answers]
      [may refund run with {"order":"B-20417","sku":"KT-02","cents":5440}? yes]
      refund {"order":"B-20417","sku":"KT-02","cents":5440}
        {"receipt":"R-B-20417-KT-02","order":"B-20417","sku":"KT-02","cents":5440}
    desk: It is paid now.
    "#);

    // The other process goes on with the conversation of the first.
    let last = provider.received().pop().unwrap();
    let messages = last.json()["messages"].as_array().unwrap().clone();
    let roles: Vec<_> = messages.iter().map(|message| message["role"].clone()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "tool"]);
    assert!(messages[3].to_string().contains("R-B-20417-KT-02"), "{}", messages[3]);
}

#[tokio::test]
async fn a_tool_that_would_write_is_refused_to_a_real_model() {
    let provider = Provider::serving([
        Says::call("book_visit", &json!({ "number": "R-2087", "visit": "C-31" })),
        Says::Text("I may not book it."),
        Says::Text("Please ask the nurse line."),
    ])
    .await;
    let ended = sample::run("referral-desk", &provider).await;
    assert_eq!((ended.status, &*ended.complaint), (Some(0), ""));
    let told = "refused: `book_visit` changes data, and nothing is changed while planning";
    assert!(ended.printed.contains(told), "{}", ended.printed);
    assert!(provider.received()[1].body.contains("nothing is changed while planning"));
}

#[tokio::test]
async fn a_tool_that_came_while_the_agent_serves_is_sent_to_a_real_model() {
    let script = [Says::Text("I look at it."), Says::Text("Customers read nothing yet.")];
    let provider = Provider::serving(script).await;
    let ended = sample::run("incident-triage", &provider).await;
    assert_eq!((ended.status, &*ended.complaint), (Some(0), ""));
    let told: Vec<_> =
        provider.received().iter().map(|sent| sent.body.contains("customer_notice")).collect();
    assert_eq!(told, [false, true]);
}

#[tokio::test]
async fn a_provider_that_refuses_ends_a_sample_with_a_sentence() {
    for sample in SAMPLES {
        let provider = Provider::serving([Says::Fails(401, "this key is not known")]).await;
        let ended = sample::run(sample, &provider).await;
        assert_eq!(ended.status, Some(1), "{sample}: {}", ended.printed);
        insta::allow_duplicates! {
            insta::assert_snapshot!(ended.complaint, @"the provider does not accept the key (status 401): this key is not known");
        }
    }
}

#[tokio::test]
async fn a_provider_that_is_not_there_ends_a_sample_with_a_sentence() {
    let provider = Provider::serving([]).await;
    provider.close();
    let ended = sample::run("referral-desk", &provider).await;
    assert_eq!(ended.status, Some(1), "{}", ended.printed);
    insta::assert_snapshot!(ended.complaint, @"the provider was not reached, or went away while it answered: look at the network, and at the address where the environment has one");
}
