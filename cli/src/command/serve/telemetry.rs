//! Spans of calls, for an OpenTelemetry collector: where the environment names one.

use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

/// What sends spans.
pub(super) struct Telemetry(#[cfg(feature = "otel")] Option<otlp::Exporter>);

impl Telemetry {
    /// What sends spans, as the environment says.
    ///
    /// # Errors
    /// A sentence that says what in the environment is wrong.
    #[cfg(feature = "otel")]
    pub(super) fn from_env() -> Result<Self, String> {
        otlp::Exporter::from_env().map(Self)
    }

    /// Without the feature there is nothing that could send them, which is told.
    #[cfg(not(feature = "otel"))]
    pub(super) fn from_env() -> Result<Self, String> {
        match wanted() {
            true => {
                Err("the environment names an OpenTelemetry collector, and no spans are sent: \
                         this command is built without the feature `otel`"
                    .to_owned())
            }
            false => Ok(Self()),
        }
    }

    /// What gathers spans; nothing where nobody wants them.
    #[cfg(feature = "otel")]
    pub(super) fn layer<S>(&self) -> Option<Box<dyn Layer<S> + Send + Sync>>
    where
        S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    {
        self.0.as_ref().map(otlp::Exporter::layer)
    }

    #[cfg(not(feature = "otel"))]
    pub(super) fn layer<S>(&self) -> Option<Box<dyn Layer<S> + Send + Sync>>
    where
        S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    {
        None
    }

    /// Sends what is left.
    pub(super) fn end(self) {
        #[cfg(feature = "otel")]
        if let Some(exporter) = self.0 {
            exporter.end();
        }
    }
}

/// Whether the environment names a collector.
fn wanted() -> bool {
    let is = |name, value: &str| std::env::var(name).is_ok_and(|it| it.eq_ignore_ascii_case(value));
    let given = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let named = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
    named.into_iter().any(given)
        && !is("OTEL_SDK_DISABLED", "true")
        && !is("OTEL_TRACES_EXPORTER", "none")
}

#[cfg(feature = "otel")]
mod otlp {
    use std::future::pending;
    use std::time::Duration;
    use std::{env, thread};

    use async_trait::async_trait;
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_http::hyper::HyperClient;
    use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
    use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tokio::runtime::{Builder, Handle};
    use tracing::Subscriber;
    use tracing::level_filters::LevelFilter;
    use tracing_subscriber::Layer;
    use tracing_subscriber::filter::Targets;
    use tracing_subscriber::registry::LookupSpan;

    /// How long what is not sent yet may hold up the end of the command.
    const LAST: Duration = Duration::from_millis(500);
    /// How long one batch may take.
    const BATCH: Duration = Duration::from_secs(10);
    const PROTOCOLS: [&str; 2] =
        ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];

    /// What sends spans to a collector.
    pub(super) struct Exporter(SdkTracerProvider);

    impl Exporter {
        pub(super) fn from_env() -> Result<Option<Self>, String> {
            if !super::wanted() {
                return Ok(None);
            }
            let protocol = PROTOCOLS.iter().find_map(|name| env::var(name).ok());
            if let Some(other) = protocol.filter(|it| !it.is_empty() && it != "http/protobuf") {
                return Err(format!(
                    "no spans are sent by `{other}`, which is not known: set \
                     `OTEL_EXPORTER_OTLP_PROTOCOL` to `http/protobuf`"
                ));
            }
            let cannot = |why: &dyn std::fmt::Display| format!("no spans are sent: {why}");
            let client = OwnThread::start().map_err(|error| cannot(&error))?;
            let exporter = SpanExporter::builder()
                .with_http()
                .with_protocol(Protocol::HttpBinary)
                .with_http_client(client)
                .build()
                .map_err(|error| cannot(&error))?;
            let named = env::var_os("OTEL_SERVICE_NAME").is_some();
            let resource = Resource::builder();
            let resource = if named { resource } else { resource.with_service_name("rulebook") };
            let provider = SdkTracerProvider::builder()
                .with_batch_exporter(exporter)
                .with_resource(resource.build());
            Ok(Some(Self(provider.build())))
        }

        pub(super) fn layer<S>(&self) -> Box<dyn Layer<S> + Send + Sync>
        where
            S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
        {
            let tracer = self.0.tracer("rulebook");
            let ours = Targets::new().with_target("rulebook", LevelFilter::INFO);
            tracing_opentelemetry::layer().with_tracer(tracer).with_filter(ours).boxed()
        }

        pub(super) fn end(self) {
            if let Err(error) = self.0.shutdown_with_timeout(LAST) {
                tracing::warn!("some spans were not sent: {error}");
            }
        }
    }

    /// A client whose connections have a thread of their own, since those who send
    /// batches have no executor.
    #[derive(Debug)]
    struct OwnThread {
        client: HyperClient,
        thread: Handle,
    }

    impl OwnThread {
        fn start() -> std::io::Result<Self> {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            let handle = runtime.handle().clone();
            let run = move || runtime.block_on(pending::<()>());
            thread::Builder::new().name("rulebook-spans".to_owned()).spawn(run)?;
            let client = HyperClient::with_default_connector(BATCH, None);
            Ok(Self { client, thread: handle })
        }
    }

    #[async_trait]
    impl HttpClient for OwnThread {
        async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
            let client = self.client.clone();
            self.thread.spawn(async move { client.send_bytes(request).await }).await?
        }
    }
}
