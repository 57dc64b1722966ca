//! Which model answers: one that needs no key, or a real one when the environment names it.

use std::env;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Client;
use rig_core::DynModel;
use rig_core::operation::Completion;
use rig_core::providers::anthropic::{AnthropicConfig, completion::CLAUDE_SONNET_5};
use rig_core::providers::openai::{GPT_5_6, OpenAIConfig};
use rig_reqwest::ReqwestClient;
use rulebook_rig::testing::ScriptedModel;
use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls_platform_verifier::BuilderVerifierExt;

/// How long a provider may be silent.
const SILENCE: Duration = Duration::from_secs(120);

/// A model, and whether it is a real one.
type Provider = (DynModel<Completion>, bool);

/// The model that the environment names; without any, the one that is given. Says which.
pub(crate) fn provider(scripted: ScriptedModel) -> Result<Provider, Box<dyn Error>> {
    let (name, model) = if let Some(key) = variable("OPENAI_API_KEY") {
        openai(key)?
    } else if let Some(key) = variable("ANTHROPIC_API_KEY") {
        let name = variable("ANTHROPIC_MODEL").unwrap_or_else(|| CLAUDE_SONNET_5.to_owned());
        let mut config = AnthropicConfig::new(key);
        if let Some(place) = variable("ANTHROPIC_BASE_URL") {
            config = config.with_base_url(place);
        }
        (format!("{name} of Anthropic"), config.connect(http()?).completion(name).erase())
    } else {
        println!("[a scripted model answers; with OPENAI_API_KEY or ANTHROPIC_API_KEY a real one]");
        return Ok((scripted.into_model(), false));
    };
    println!("[{name} answers]");
    Ok((model, true))
}

/// OpenAI itself by its own interface, and others by the one that they all have.
fn openai(key: String) -> Result<(String, DynModel<Completion>), Box<dyn Error>> {
    let name = variable("OPENAI_MODEL").unwrap_or_else(|| GPT_5_6.to_owned());
    let config = OpenAIConfig::new(key);
    Ok(match variable("OPENAI_BASE_URL") {
        Some(place) => {
            let config = config.with_base_url(place.trim_end_matches('/'));
            (format!("{name} of {place}"), config.connect(http()?).chat(name).erase())
        }
        None => (format!("{name} of OpenAI"), config.connect(http()?).responses(name).erase()),
    })
}

/// An HTTP client whose encryption is set up by hand: nothing is for the whole process.
fn http() -> Result<ReqwestClient, Box<dyn Error>> {
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?
        .with_no_client_auth();
    let client = Client::builder().tls_backend_preconfigured(tls).read_timeout(SILENCE);
    Ok(ReqwestClient::from(client.connect_timeout(Duration::from_secs(10)).build()?))
}

/// A variable that is there and not empty.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.trim().is_empty())
}
