//! What a tool does when it is called, rightly and wrongly.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::caught::{caught, caught_in};
use super::message::told;
use super::report::Report;
use crate::cancel::Cancellation;
use crate::error::{ErrorCode, ToolError};
use crate::join::all;
use crate::session::Session;
use crate::tool::{Tool, ToolCall, ToolOutput, ToolSpec};

type Outcome = Result<ToolOutput, ToolError>;

/// A name that no parameter has.
const UNKNOWN: &str = "no_such_parameter";

pub(super) struct Calls<'t> {
    tool: &'t dyn Tool,
    spec: &'t ToolSpec,
    session: Option<Session>,
    input: Option<jsonschema::Validator>,
    output: Option<jsonschema::Validator>,
    report: &'t mut Report,
}

impl<'t> Calls<'t> {
    pub(super) fn new(
        tool: &'t dyn Tool,
        spec: &'t Arc<ToolSpec>,
        session: Option<Session>,
        report: &'t mut Report,
    ) -> Self {
        // What is wrong with a schema is told already.
        let validator = |schema: &Value| jsonschema::draft202012::new(schema).ok();
        let input = validator(&spec.input_schema);
        let output = spec.output_schema.as_ref().and_then(validator);
        Self { tool, spec, session, input, output, report }
    }

    pub(super) async fn check(&mut self, examples: &[Value], failing: &[Value]) {
        let Some(first) = examples.first() else {
            self.report.add("no example is given", "add the arguments of a call with `example`");
            return;
        };
        let mut first_succeeds = None;
        for example in examples {
            let Some(arguments) = self.arguments(example) else { continue };
            self.accepted(&arguments);
            let succeeds = self.succeeds(&arguments).await;
            first_succeeds.get_or_insert(succeeds);
        }
        for example in failing {
            let Some(arguments) = self.arguments(example) else { continue };
            match self.call("a call that fails", arguments, None).await {
                Some(Ok(_)) => self.report.add(
                    format!("a call with {example} does not fail"),
                    "give `failing` arguments of a call that ends in an error",
                ),
                Some(Err(error)) => told(&error, self.report),
                None => {}
            }
        }
        // What is wrong already would be told once more, as something else.
        if first_succeeds == Some(true)
            && let Some(arguments) = self.arguments(first)
        {
            self.refuses(&arguments).await;
            self.can_be_given_up(arguments).await;
        }
    }

    fn arguments(&mut self, example: &Value) -> Option<Map<String, Value>> {
        let arguments = example.as_object().cloned();
        if arguments.is_none() {
            self.report.add(
                format!("the example {example} is not an object"),
                "give the arguments by name, as in `json!({ \"order\": 7 })`",
            );
        }
        arguments
    }

    /// The schema and `normalize` take the arguments of an example.
    fn accepted(&mut self, arguments: &Map<String, Value>) {
        let shown = Value::Object(arguments.clone());
        if let Some(why) = misfit(self.input.as_ref(), &shown) {
            self.report.add(
                format!("the input schema does not take the example {shown}: {why}"),
                "correct the schema or the example: models go by the schema",
            );
        }
        let Some(read) = self.normalize(arguments) else { return };
        let read = match read {
            Ok(read) => read,
            Err(error) => {
                self.report.add(
                    format!("`normalize` does not take the example {shown}: {error}"),
                    "let it take what `call` takes",
                );
                return;
            }
        };
        let again = self.normalize(&read);
        let read_shown = Value::Object(read.clone());
        let why = misfit(self.input.as_ref(), &read_shown).filter(|_| read_shown != shown);
        if let Some(why) = why {
            self.report.add(
                format!(
                    "what `normalize` gives does not fit the input schema, {read_shown}: {why}"
                ),
                "give arguments as the schema has them: they are what someone approves",
            );
        }
        if again.is_some_and(|again| again != Ok(read)) {
            self.report.add(
                format!("`normalize` changes what it gave, {read_shown}"),
                "let it leave alone what needs no change: what is approved has to be what runs",
            );
        }
    }

    fn normalize(
        &mut self,
        arguments: &Map<String, Value>,
    ) -> Option<Result<Map<String, Value>, ToolError>> {
        let (tool, arguments) = (self.tool, arguments.clone());
        caught("`normalize`", self.report, || tool.normalize(arguments))
    }

    async fn call(
        &mut self,
        what: &str,
        arguments: Map<String, Value>,
        wish: Option<Cancellation>,
    ) -> Option<Outcome> {
        let (tool, call) = (self.tool, self.request(arguments, wish));
        caught_in(what, self.report, || tool.call(call)).await
    }

    fn request(&self, arguments: Map<String, Value>, wish: Option<Cancellation>) -> ToolCall {
        let mut call = ToolCall::new(arguments);
        call.session.clone_from(&self.session);
        call.cancellation = wish;
        call
    }

    /// A call, and two of them at once; whether the first gave anything.
    async fn succeeds(&mut self, arguments: &Map<String, Value>) -> bool {
        let shown = Value::Object(arguments.clone());
        let outcome = self.call("a call", arguments.clone(), None).await;
        let succeeds = matches!(outcome, Some(Ok(_)));
        if let Some(outcome) = outcome {
            self.fits(&format!("the call with {shown}"), outcome);
        }
        let (tool, one) = (self.tool, self.request(arguments.clone(), None));
        let two = [one.clone(), one];
        let both =
            caught_in(
                "a call beside another",
                self.report,
                || all(two.map(|call| tool.call(call))),
            );
        for outcome in both.await.into_iter().flatten() {
            self.fits(&format!("one of two calls at once with {shown}"), outcome);
        }
        succeeds
    }

    fn fits(&mut self, which: &str, outcome: Outcome) {
        match outcome {
            Err(error) => {
                told(&error, self.report);
                self.report.add(
                    format!("{which} fails: {error}"),
                    "give an example of a call that succeeds, each time and at any time",
                );
            }
            Ok(output) => {
                if let Some(why) = misfit(self.output.as_ref(), &output.value) {
                    self.report.add(
                        format!(
                            "{which} gives what the output schema does not have, {}: {why}",
                            output.value
                        ),
                        "correct the output schema or the result",
                    );
                }
            }
        }
    }

    /// Arguments with a wrong name, and such that leave out a required one.
    async fn refuses(&mut self, arguments: &Map<String, Value>) {
        let mut more = arguments.clone();
        more.insert(UNKNOWN.to_owned(), Value::Bool(true));
        let what = "a call with an argument that there is not";
        let outcome = self.call(what, more, None).await;
        self.refused(outcome, UNKNOWN, what);
        let required = self.spec.input_schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            let mut fewer = arguments.clone();
            if fewer.shift_remove(name).is_some() {
                let what = format!("a call without `{name}`");
                let outcome = self.call(&what, fewer, None).await;
                self.refused(outcome, name, &what);
            }
        }
    }

    fn refused(&mut self, outcome: Option<Outcome>, name: &str, what: &str) {
        match outcome {
            None => {}
            Some(Ok(_)) => self.report.add(
                format!("{what} is taken"),
                "end it with `invalid_arguments`: a model does not learn what it got wrong otherwise",
            ),
            Some(Err(error)) => {
                told(&error, self.report);
                if error.code != ErrorCode::InvalidArguments {
                    self.report.add(
                        format!("{what} ends with `{}`", error.code),
                        "end it with `invalid_arguments`",
                    );
                } else if !error.message.contains(name) {
                    self.report.add(
                        format!("{what} ends with a message that does not name it, \"{}\"", error.message),
                        format!("say that it is `{name}`"),
                    );
                }
            }
        }
    }

    async fn can_be_given_up(&mut self, arguments: Map<String, Value>) {
        let wish = Cancellation::new();
        wish.cancel();
        let outcome = self.call("a call that is given up", arguments, Some(wish)).await;
        let ended = match outcome {
            None => return,
            Some(Err(error)) if error.code == ErrorCode::Cancelled => {
                return told(&error, self.report);
            }
            Some(Err(error)) => format!("`{}`", error.code),
            Some(Ok(_)) => "an answer".to_owned(),
        };
        self.report.add(
            format!("a call that is given up before it begins ends with {ended}"),
            "look at `ToolCall::cancellation`, and end with `cancelled`",
        );
    }
}

/// Why a value does not fit a schema.
fn misfit(validator: Option<&jsonschema::Validator>, value: &Value) -> Option<String> {
    let why = validator?.validate(value).err()?;
    let (place, message) = (why.instance_path().to_string(), why.to_string());
    Some(if place.is_empty() { message } else { format!("at `{place}`, {message}") })
}
