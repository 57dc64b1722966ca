//! Servers that are reached over HTTP.

mod answer;
mod body;
mod client;
mod events;
mod fault;
mod headers;
mod line;
mod stream;
mod tls;
mod transport;
mod url;

pub(super) use transport::HttpTransport;
pub use url::ServerUrl;
