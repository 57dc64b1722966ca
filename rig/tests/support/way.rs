//! The two ways to run an agent, for tables.

use futures_util::StreamExt;
use rig_agent::agent::{AgentRunner, MultiTurnStreamItem};
use rig_agent::completion::PromptError;
use rig_agent::run::response::PromptResponse;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    Blocking,
    Streaming,
}

pub(crate) const WAYS: [Way; 2] = [Way::Blocking, Way::Streaming];

impl Way {
    /// Runs to the end.
    pub(crate) async fn run(self, run: AgentRunner) -> Result<PromptResponse, PromptError> {
        match self {
            Self::Blocking => run.await,
            Self::Streaming => {
                let mut items = run.stream();
                let mut last = None;
                while let Some(item) = items.next().await {
                    if let MultiTurnStreamItem::FinalResponse(response) = item? {
                        last = Some(response);
                    }
                }
                Ok(last.expect("a stream ends with a response or an error"))
            }
        }
    }
}
