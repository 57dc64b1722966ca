//! A collection that is changed by hand, and a client that hears of changes.

use std::borrow::Cow;
use std::future::ready;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::model::{ResourceUpdatedNotificationParam, ServerNotification, SubscriptionFilter};
use rmcp::service::{NotificationContext, Subscription};
use rmcp::{ClientHandler, RoleClient};
use rulebook::{
    ChangeNotice, ChangeNotifier, ContextFuture, FnTool, Session, Tool, ToolCollection, ToolOutput,
    ToolSpec, Toolkit,
};
use rulebook_mcp::McpServer;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{Connected, Era, connect};

const LONG: Duration = Duration::from_secs(30);

/// A collection that is changed by hand.
#[derive(Default)]
pub(crate) struct Shelf {
    pub(crate) tools: Mutex<Vec<&'static str>>,
    pub(crate) lines: Mutex<[Vec<String>; 2]>,
    pub(crate) context: Mutex<Option<String>>,
    notifier: ChangeNotifier,
}

impl Shelf {
    pub(crate) fn with_tools(tools: &[&'static str]) -> Arc<Self> {
        Arc::new(Self { tools: Mutex::new(tools.to_vec()), ..Self::default() })
    }

    pub(crate) fn toolkit(self: &Arc<Self>) -> Toolkit {
        Toolkit::builder().collection(Arc::clone(self)).build().unwrap()
    }

    pub(crate) fn set_tools(&self, tools: &[&'static str]) {
        *self.tools.lock().unwrap() = tools.to_vec();
        self.notifier.notify();
    }

    pub(crate) fn set_lines(&self, instructions: &[&str], constraints: &[&str]) {
        *self.lines.lock().unwrap() = [instructions, constraints]
            .map(|lines| lines.iter().map(|line| (*line).into()).collect());
        self.notifier.notify();
    }

    pub(crate) fn say(&self, context: &str) {
        *self.context.lock().unwrap() = Some(context.to_owned());
    }
}

impl ToolCollection for Shelf {
    fn name(&self) -> Cow<'_, str> {
        "shelf".into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        let names = self.tools.lock().unwrap().clone();
        let made = names.into_iter().map(|name| {
            let spec = ToolSpec::new(name, format!("Runs {name}."));
            Arc::new(FnTool::new(spec, |_| async { Ok(ToolOutput::json(1.into())) })) as _
        });
        made.collect()
    }

    fn instructions(&self) -> Vec<String> {
        let [instructions, _] = &*self.lines.lock().unwrap();
        instructions.clone()
    }

    fn constraints(&self) -> Vec<String> {
        let [_, constraints] = &*self.lines.lock().unwrap();
        constraints.clone()
    }

    fn context(self: Arc<Self>, _: Session) -> ContextFuture {
        Box::pin(ready(Ok(self.context.lock().unwrap().clone())))
    }

    fn changes(&self) -> Option<ChangeNotice> {
        Some(self.notifier.notice())
    }
}

/// What a client hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Tools,
    Resource(String),
}

/// A client that listens.
#[derive(Clone)]
pub(crate) struct Ear(mpsc::UnboundedSender<Heard>);

impl ClientHandler for Ear {
    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        let _ = self.0.send(Heard::Tools);
    }

    async fn on_resource_updated(
        &self,
        updated: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        let _ = self.0.send(Heard::Resource(updated.uri));
    }
}

/// A client that is told of the tools and of the context, in the way of its era.
pub(crate) struct Listening {
    pub(crate) client: Connected<Ear>,
    heard: mpsc::UnboundedReceiver<Heard>,
    subscription: Option<Subscription>,
}

pub(crate) const CONTEXT: &str = "rulebook://context";

impl Listening {
    pub(crate) async fn to(server: &McpServer, era: Era) -> Self {
        let (sender, heard) = mpsc::unbounded_channel();
        let client = connect(server, era, Ear(sender)).await;
        let mut listening = Self { client, heard, subscription: None };
        match era {
            Era::Sessions => {
                let params = rmcp::model::SubscribeRequestParams::new(CONTEXT);
                #[expect(deprecated, reason = "this is how that revision does it")]
                listening.client.subscribe(params).await.unwrap();
            }
            Era::Stateless => {
                let filter = SubscriptionFilter::builder()
                    .tools_list_changed()
                    .resource_subscription(CONTEXT);
                let filter = filter.resource_subscription("rulebook://else").build();
                let listen = listening.client.listen(filter).await.unwrap();
                let accepted = listen.acknowledged().resource_subscriptions.clone();
                assert_eq!(accepted.unwrap(), [CONTEXT]);
                listening.subscription = Some(listen);
                // What changed before it listened would be missed.
                assert_eq!(listening.next().await, Heard::Tools);
            }
        }
        listening
    }

    pub(crate) async fn next(&mut self) -> Heard {
        timeout(LONG, self.wait()).await.unwrap()
    }

    /// Whether nothing is heard for a time.
    pub(crate) async fn is_silent(&mut self, time: Duration) -> bool {
        timeout(time, self.wait()).await.is_err()
    }

    async fn wait(&mut self) -> Heard {
        match &mut self.subscription {
            None => self.heard.recv().await.unwrap(),
            Some(subscription) => match subscription.next().await.unwrap().unwrap() {
                ServerNotification::ToolListChangedNotification(_) => Heard::Tools,
                ServerNotification::ResourceUpdatedNotification(updated) => {
                    Heard::Resource(updated.params.uri)
                }
                other => panic!("{other:?}"),
            },
        }
    }
}
