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
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;

/// How long a provider may take to be reached.
const CONNECT: Duration = Duration::from_secs(10);
/// How long it may be silent after that.
const SILENCE: Duration = Duration::from_secs(120);

/// A model, and whether it is a real one.
type Provider = (DynModel<Completion>, bool);

/// The model that the environment names; without any, the one that is given. Says which.
pub(crate) fn provider(scripted: ScriptedModel) -> Result<Provider, Box<dyn Error>> {
    let (name, model) = match (variable("OPENAI_API_KEY"), variable("ANTHROPIC_API_KEY")) {
        (Some(key), _) => openai(key)?,
        (None, Some(key)) => anthropic(key)?,
        (None, None) => {
            println!(
                "[a scripted model answers; with OPENAI_API_KEY or ANTHROPIC_API_KEY a real one]"
            );
            return Ok((scripted.into_model(), false));
        }
    };
    println!("[{name} answers]");
    Ok((model, true))
}

/// OpenAI itself by its own interface, and others by the one that all of them have.
fn openai(key: String) -> Result<(String, DynModel<Completion>), Box<dyn Error>> {
    let name = variable("OPENAI_MODEL").unwrap_or_else(|| GPT_5_6.to_owned());
    let Some(address) = variable("OPENAI_BASE_URL") else {
        let openai = OpenAIConfig::new(key);
        let openai = openai.clone().connect(http(&openai.base_url)?);
        return Ok((format!("{name} of OpenAI"), openai.responses(name).erase()));
    };
    let address = address.trim_end_matches('/');
    let server = OpenAIConfig::new(key).with_base_url(address).connect(http(address)?);
    Ok((format!("{name} at {address}"), server.chat(name).erase()))
}

fn anthropic(key: String) -> Result<(String, DynModel<Completion>), Box<dyn Error>> {
    let name = variable("ANTHROPIC_MODEL").unwrap_or_else(|| CLAUDE_SONNET_5.to_owned());
    let config = AnthropicConfig::new(key);
    let config = match variable("ANTHROPIC_BASE_URL") {
        Some(address) => config.with_base_url(address),
        None => config,
    };
    let anthropic = config.clone().connect(http(&config.base_url)?);
    Ok((format!("{name} of Anthropic"), anthropic.completion(name).erase()))
}

/// A client whose encryption is set up by hand: nothing is for the whole process.
fn http(address: &str) -> Result<ReqwestClient, Box<dyn Error>> {
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?;
    let tls = if address.starts_with("http://") {
        // Nothing is encrypted, so the platform need not have anything for it.
        tls.with_root_certificates(RootCertStore::empty())
    } else {
        tls.with_platform_verifier()?
    };
    let client = Client::builder()
        .tls_backend_preconfigured(tls.with_no_client_auth())
        .connect_timeout(CONNECT)
        .read_timeout(SILENCE)
        .build()?;
    Ok(ReqwestClient::from(client))
}

/// A variable that is there and not empty.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.trim().is_empty())
}
