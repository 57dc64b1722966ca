//! Tools in Rust: what their schemas say, what they take, and what they tell.

mod agreement;
mod closures;
mod deep;
mod differential;
mod forms;
mod results;
mod schemas;
mod taking;
mod values;

use std::fmt::Write as _;
use std::sync::Arc;

use rulebook::macro_support::{Arguments, Definition, IntoOutput, MethodTool};
use rulebook::{Session, Tool, ToolCall, ToolError, ToolFuture};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A type that goes in and comes out.
trait Both: DeserializeOwned + Serialize + JsonSchema + Send + 'static {}

impl<T: DeserializeOwned + Serialize + JsonSchema + Send + 'static> Both for T {}

/// A tool that gives its one argument, `x`, back.
fn echo<T: Both>() -> MethodTool<()> {
    fn run<'a, T: Both>(_: &'a (), mut arguments: Arguments, _: &'a Session) -> ToolFuture<'a> {
        Box::pin(async move { arguments.take::<T>("x")?.into_output() })
    }
    let definition = Definition::new("echo", "Gives it back.").parameter::<T>("x", None);
    MethodTool::new(Arc::new(()), "tests", definition.returns::<T>(), run::<T>)
}

fn call(tool: &dyn Tool, arguments: Value) -> Result<Value, ToolError> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let call = ToolCall::from_json(arguments)?;
    runtime.block_on(tool.call(call)).map(|output| output.value)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn arguments(x: Value) -> Value {
    Value::Object(Map::from_iter([("x".to_owned(), x)]))
}

/// One line for each JSON text: what it is read as, or what is told.
fn table<T: Both>(texts: &[&str]) -> String {
    let tool = echo::<T>();
    let mut table = String::new();
    for text in texts {
        let given = Map::from_iter([("x".to_owned(), json(text))]);
        let shown = match (tool.normalize(given.clone()), call(&tool, Value::Object(given))) {
            (Ok(read), Ok(given)) => {
                assert_eq!(tool.normalize(read.clone()), Ok(read.clone()), "{text}");
                let (read, given) = (read.get("x").unwrap().to_string(), given.to_string());
                if read == given { read } else { format!("{read}, then {given}") }
            }
            (Ok(read), Err(error)) => format!("{read:?}, then ! {}", error.message),
            (Err(error), Err(same)) => {
                assert_eq!(error, same, "{text}");
                format!("! {}", error.message)
            }
            (Err(error), Ok(given)) => panic!("{text}: {error}, but {given}"),
        };
        writeln!(table, "{text} => {shown}").unwrap();
    }
    table
}
