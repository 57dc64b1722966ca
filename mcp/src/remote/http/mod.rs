//! Servers that are reached over HTTP.

mod answer;
mod body;
mod client;
mod events;
mod fault;
mod headers;
mod line;
mod reach;
mod replies;
mod stream;
mod tls;
mod transport;
mod url;

pub(super) use reach::reach;
pub(super) use transport::fault;
pub use url::ServerUrl;
