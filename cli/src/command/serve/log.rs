//! The log on standard error.

use std::io;

use clap::{Args, ValueEnum};
use rulebook_mcp::LogLayer;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::fields;
use super::line::Lines;
use super::problems::Problems;
use super::telemetry::Telemetry;
use crate::terminal::Terminal;

/// What the log holds, and for whom.
#[derive(Args)]
pub(super) struct Log {
    /// How much the log on standard error holds
    #[arg(long = "log", value_enum, value_name = "LEVEL", default_value_t = Level::Info)]
    level: Level,

    /// Whether a person reads the log, or a program: one JSON object a line
    #[arg(long = "log-format", value_enum, default_value_t = LogFormat::Human)]
    format: LogFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    Human,
    Json,
}

/// From nothing to everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Level {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl Log {
    /// How problems of the rules are told beside it.
    pub(super) fn problems(&self) -> Problems {
        Problems {
            in_log: self.format == LogFormat::Json && self.level != Level::Off,
            warnings: self.level.filter() >= LevelFilter::WARN,
        }
    }

    /// Begins to write the log, and to gather spans.
    pub(super) fn begin(&self, telemetry: Option<&Telemetry>) {
        let level = self.level.filter();
        // Below, only what other libraries warn of.
        let looks_closely = level > LevelFilter::INFO;
        let others = if looks_closely { level } else { level.min(LevelFilter::WARN) };
        // It tells of clients that go and of connections that break, as all do in the end.
        // Session ids, which are secrets, are among what it tells below that.
        let protocol = if looks_closely { LevelFilter::WARN } else { LevelFilter::OFF };
        let wanted = Targets::new()
            .with_default(others)
            .with_target("rmcp", protocol)
            .with_target("rulebook", level);
        let fmt = tracing_subscriber::fmt::layer();
        let lines = match self.format {
            LogFormat::Human => {
                let colour = Terminal::of_stderr().colour;
                let fmt = fmt.fmt_fields(fields::for_a_person());
                fmt.with_writer(move || Lines { colour }).with_ansi(colour).boxed()
            }
            LogFormat::Json => {
                // The span that is current has all that the ones around it have.
                let json = fmt.json().flatten_event(true).with_span_list(false);
                json.with_writer(io::stderr).boxed()
            }
        };
        let registry = tracing_subscriber::registry()
            .with(lines.with_filter(wanted))
            .with(
                LogLayer::new()
                    .with_filter(Targets::new().with_target("rulebook", LevelFilter::DEBUG)),
            )
            .with(telemetry.and_then(Telemetry::layer));
        // There is one log a process.
        let _ = registry.try_init();
    }
}

impl Level {
    fn filter(self) -> LevelFilter {
        match self {
            Self::Off => LevelFilter::OFF,
            Self::Error => LevelFilter::ERROR,
            Self::Warn => LevelFilter::WARN,
            Self::Info => LevelFilter::INFO,
            Self::Debug => LevelFilter::DEBUG,
            Self::Trace => LevelFilter::TRACE,
        }
    }
}
