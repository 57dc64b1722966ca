//! What a server offers, page by page.

use std::collections::HashSet;
use std::fmt;

use rmcp::RoleClient;
use rmcp::model::{
    ClientRequest, ErrorCode, ListToolsRequest, PaginatedRequestParams, ServerResult, Tool,
};
use rmcp::service::{Peer, ServiceError};
use serde_json::Value;

use super::offer::Offer;
use super::unlisted;
use crate::remote::connection::asked::{ask, told_to_host};
use crate::remote::messages::whole::taken_out;

/// How many tools one server can have.
const MOST: usize = 1_000;
/// How many pages they may come in.
const PAGES: usize = 100;

const ONLY_AS_TASK: &str = "it can run as a task alone, which is not done";

/// Why there is no list.
#[derive(Debug)]
pub(in crate::remote) enum ListError {
    /// No answer, or an error in its place.
    Asking(ServiceError),
    /// An answer that is no list, or one that has no end.
    Answer(String),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asking(error) => {
                write!(f, "the server does not list its tools: {}", told_to_host(error))
            }
            Self::Answer(fault) => f.write_str(fault),
        }
    }
}

/// Everything that a server offers, in its order, and what it says of itself.
///
/// It is the server's word of this moment: what `rmcp` remembers is not asked.
pub(in crate::remote) async fn list(peer: &Peer<RoleClient>) -> Result<Offer, ListError> {
    let about = peer.peer_info();
    let mut offer = Offer::new(about.as_ref().and_then(|about| about.instructions.clone()));
    let (mut cursor, mut before) = (None::<String>, HashSet::new());
    for _ in 0..PAGES {
        let page = match page(peer, cursor.take()).await {
            Ok(page) => page,
            // There are servers without tools.
            Err(ListError::Asking(ServiceError::McpError(error)))
                if error.code == ErrorCode::METHOD_NOT_FOUND
                    && about.as_ref().is_some_and(|about| about.capabilities.tools.is_none()) =>
            {
                return Ok(offer);
            }
            Err(error) => return Err(error),
        };
        let (fits, next) = page.read_into(&mut offer)?;
        if !fits {
            let fault = "the server says more than 16 MiB of its tools, which is more than is read";
            return Err(ListError::Answer(fault.to_owned()));
        }
        match next {
            None => return Ok(offer),
            Some(next) if !before.insert(next.clone()) => {
                let fault = "the server's list of tools has no end: a page comes again";
                return Err(ListError::Answer(fault.to_owned()));
            }
            next => cursor = next,
        }
    }
    let fault = format!("the server's list of tools has more than {PAGES} pages");
    Err(ListError::Answer(fault))
}

/// A page of a list.
enum Page {
    Read(Vec<Tool>, Option<String>),
    /// One that has something in it which is no tool.
    Odd(Value),
}

async fn page(peer: &Peer<RoleClient>, cursor: Option<String>) -> Result<Page, ListError> {
    let params = PaginatedRequestParams::default().with_cursor(cursor);
    let asked = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params));
    match ask(peer, asked).await.map_err(ListError::Asking)? {
        ServerResult::ListToolsResult(page) => Ok(Page::Read(page.tools, page.next_cursor)),
        ServerResult::CustomResult(odd) => Ok(Page::Odd(taken_out(odd.0))),
        _ => Err(no_list()),
    }
}

/// Whether there are no more tools than one server can have. It is looked after each, for
/// there may be millions.
fn bounded(offer: &Offer) -> Result<(), ListError> {
    if offer.len() <= MOST {
        return Ok(());
    }
    let fault = format!("the server offers more than {MOST} tools, which is the most");
    Err(ListError::Answer(fault))
}

impl Page {
    /// Reads it; whether there was room for all of it, and where the next one is.
    fn read_into(self, offer: &mut Offer) -> Result<(bool, Option<String>), ListError> {
        let mut fits = true;
        let next = match self {
            Self::Read(tools, next) => {
                for tool in tools {
                    fits &= take(tool, offer);
                    bounded(offer)?;
                }
                next
            }
            Self::Odd(odd) => {
                let listed = odd.get("tools").and_then(Value::as_array).ok_or_else(no_list)?;
                for (index, listed) in listed.iter().enumerate() {
                    fits &= take_odd(index, listed, offer);
                    bounded(offer)?;
                }
                match odd.get("nextCursor") {
                    None | Some(Value::Null) => None,
                    Some(Value::String(next)) => Some(next.clone()),
                    // Half a list would pass for a whole one.
                    Some(_) => {
                        let fault = "the `nextCursor` of the server's list of tools is no text";
                        return Err(ListError::Answer(fault.to_owned()));
                    }
                }
            }
        };
        Ok((fits, next))
    }
}

fn take(tool: Tool, offer: &mut Offer) -> bool {
    if unlisted::is_only_as_task(&tool) {
        offer.leave_out(&tool.name, ONLY_AS_TASK);
        return true;
    }
    offer.add(tool.into())
}

/// One odd tool takes no other with it.
fn take_odd(index: usize, listed: &Value, offer: &mut Offer) -> bool {
    let members = listed.as_object();
    let Some(name) = members.and_then(|members| members.get("name")?.as_str()) else {
        let fault = if members.is_some() { "it has no name" } else { "it is no object" };
        offer.leave_out_number(index.saturating_add(1), fault);
        return true;
    };
    if members.is_some_and(unlisted::says_only_as_task) {
        offer.leave_out(name, ONLY_AS_TASK);
        return true;
    }
    if !listed.get("inputSchema").is_some_and(Value::is_object) {
        offer.leave_out(name, "it has no input schema that is an object");
        return true;
    }
    match serde_json::from_value::<Tool>(listed.clone()) {
        Ok(tool) => take(tool, offer),
        Err(_) => {
            offer.leave_out(name, odd_member(listed));
            true
        }
    }
}

fn no_list() -> ListError {
    ListError::Answer("the server answers with no list when it is asked for its tools".to_owned())
}

/// What keeps a tool from being read: the first of its members that is of another type than
/// the protocol says.
fn odd_member(listed: &Value) -> String {
    /// Its name, whether a value fits, and what it has to be.
    type Member = (&'static str, fn(&Value) -> bool, &'static str);
    const MEMBERS: [Member; 6] = [
        ("title", Value::is_string, "text"),
        ("description", Value::is_string, "text"),
        ("outputSchema", Value::is_object, "an object"),
        ("annotations", Value::is_object, "an object"),
        ("icons", Value::is_array, "a list"),
        ("_meta", Value::is_object, "an object"),
    ];
    let odd = MEMBERS.iter().find(|(member, fits, _)| {
        listed.get(*member).is_some_and(|value| !value.is_null() && !fits(value))
    });
    match odd {
        Some((member, _, wanted)) => format!("its `{member}` has to be {wanted}"),
        None => {
            "a member of its `annotations` or `icons` is of another type than MCP has it".into()
        }
    }
}
