//! The `rulebook` command: check, list, call, watch and serve rules written in Rhai, and show their settings.

mod command;
mod escape;
mod excerpt;
mod exit;
mod failure;
mod input;
mod loading;
mod notation;
mod output;
mod reader;
mod record;
mod report;
mod settings;
mod signals;
mod table;
mod tally;
mod terminal;
mod timeout;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser};

use crate::command::Command;
use crate::exit::Exit;
use crate::terminal::Terminal;

/// Rules written in Rhai, as typed and confined tools for an AI agent
#[derive(Parser)]
#[command(name = "rulebook", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
A manifest is a JSON file that says which functions of a script are tools. These
commands find mistakes in manifests and scripts, once or after each change, show
the tools and their settings, call one, and serve them all to agents over MCP.

Examples:
  rulebook check manifests/returns.json --root .
  rulebook list manifests/returns.json --root .
  rulebook call manifests/returns.json calculate_refund_amount @order.json --root .
  rulebook settings samples/settings/rules.json offer_refund
  rulebook watch manifests/returns.json --root .
  rulebook serve manifests/returns.json --root .

Exit status: 0 done; 1 it did not load, the tool failed, or a check found
errors; 2 the words of the call were wrong.";

fn main() -> ExitCode {
    rulebook::start_worker_if_asked(|_| {});
    let exit = match parse() {
        Ok(cli) => run(&cli.command),
        Err(answer) => {
            // Help that nobody reads, as into a closed pipe, is not a failure.
            let _ = answer.print();
            if answer.use_stderr() { Exit::Usage } else { Exit::Done }
        }
    };
    exit.into()
}

fn parse() -> Result<Cli, clap::Error> {
    let coloured = Terminal::of_stdout().colour || Terminal::of_stderr().colour;
    let colour = if coloured { ColorChoice::Auto } else { ColorChoice::Never };
    // Whether clap wraps lines is a feature that any crate of a build can turn on;
    // the terminal does it as well.
    let matches = Cli::command().color(colour).term_width(0).try_get_matches()?;
    let cli = Cli::from_arg_matches(&matches)?;
    if let Some(name) = cli.command.set_twice() {
        let text = format!("the setting `{}` is set twice", escape::line(name));
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, text));
    }
    Ok(cli)
}

fn run(command: &Command) -> Exit {
    let mut runtime = match command {
        // Many clients at once.
        Command::Serve(_) => tokio::runtime::Builder::new_multi_thread(),
        _ => tokio::runtime::Builder::new_current_thread(),
    };
    let runtime = match runtime.enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            output::stderr(&format!("error: the command cannot start: {error}"));
            return Exit::Failed;
        }
    };
    let ended = runtime.block_on(command.run());
    // A native function that never returns must not keep the command from ending.
    runtime.shutdown_background();
    ended.unwrap_or_else(|error| {
        output::stderr(&format!("error: the output cannot be written: {error}"));
        Exit::Failed
    })
}
