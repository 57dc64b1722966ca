//! The Rust of the guides to serving and to servers, compiled and run with the doc tests.

#[doc = include_str!("../../docs/serve.md")]
struct Serve;

#[doc = include_str!("../../docs/mcp-servers.md")]
struct Servers;
