//! Numbers on their way from a model to a tool.

use insta::{allow_duplicates, assert_snapshot};
use rig_agent::AgentBuilder;
use rulebook::{Session, Toolkit};
use rulebook_rig::{ToolkitAgent, ToolkitRun};

use crate::support::kit;
use crate::support::provider::{APIS, Api, Provider, Says};
use crate::support::way::{WAYS, Way};

/// What a tool gives for arguments as a model writes them.
async fn given(api: Api, way: Way, kit: &Toolkit, count: &str, price: &str) -> String {
    let written = format!(r#"{{"yes":true,"count":{count},"ratio":1,"price":{price},"text":""}}"#);
    let provider = Provider::serving([Says::written("scalars", &written), Says::Text("")]).await;
    let agent = AgentBuilder::new(provider.model(api, false)).toolkit(kit).unwrap().build();
    let _ = way.run(agent.prompt("Go.").run_options(&Session::new())).await;
    let body = provider.received()[1].json();
    let member = if api == Api::Chat { "messages" } else { "input" };
    let last = body[member].as_array().unwrap().last().unwrap().clone();
    let text = if api == Api::Chat { &last["content"] } else { &last["output"] };
    text.as_str().unwrap().to_owned()
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
                18446744073709551616 => `count`: `1.8446744073709552e+19` does not fit in 64 bits
                12345678901234567890123 => `count`: `1.2345678901234568e+22` does not fit in 64 bits
                3.5 => `count`: expected int, found `3.5`; write a whole number
                3.00000000000000000001 => {"count":3,"price":1,"ratio":1.0}
                9007199254740993.0 => {"count":9007199254740992,"price":1,"ratio":1.0}
                12.30 => {"count":1,"price":12.3,"ratio":1.0}
                "12.30" => {"count":1,"price":12.3,"ratio":1.0}
                0.1 => {"count":1,"price":0.1,"ratio":1.0}
                100000000000000.5 => `price`: `100000000000000.5` may have lost digits on the way; send it as text: `"100000000000000.5"`
                123456789012345678 => {"count":1,"price":"123456789012345678","ratio":1.0}
                0.12345678901234567890123 => `price`: `0.12345678901234568` may have lost digits on the way; send it as text: `"0.12345678901234568"`
                "0.12345678901234567890123" => {"count":1,"price":"0.12345678901234567890123","ratio":1.0}
                12.3000000000000000001 => {"count":1,"price":12.3,"ratio":1.0}
                1e-7 => {"count":1,"price":1e-7,"ratio":1.0}
                1e40 => `price`: `1e+40` does not fit a decimal, which holds 28 digits
                "#);
            }
        }
    }
}
