//! What a transport attached to a request.

use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// What a transport attached to a request, itself or to the HTTP request that it came in.
pub(super) fn attached<T: Clone + Send + Sync + 'static>(
    context: &RequestContext<RoleServer>,
) -> Option<&T> {
    let own = context.extensions.get::<T>();
    #[cfg(feature = "http")]
    let own = own
        .or_else(|| context.extensions.get::<axum::http::request::Parts>()?.extensions.get::<T>());
    own
}
